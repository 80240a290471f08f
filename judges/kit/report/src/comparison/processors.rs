//! Cases that two runs have measured on different kinds of processors.

use std::collections::BTreeSet;

use serde::Serialize;

use crate::cases::PlayedCase;

/// Cases that runs A and B have measured on processors of different models.
#[derive(Serialize)]
pub struct UnlikeProcessors {
    /// Number of these cases.
    pub cases: usize,
    /// Models in run A.
    pub a: BTreeSet<String>,
    /// Models in run B.
    pub b: BTreeSet<String>,
}

impl UnlikeProcessors {
    /// Finds them among the cases of A and B; `None` if there are none. A
    /// case whose records name no processor is not one of them.
    pub fn of<'a>(cases: impl Iterator<Item = [&'a PlayedCase; 2]>) -> Option<UnlikeProcessors> {
        let mut unlike = UnlikeProcessors {
            cases: 0,
            a: BTreeSet::new(),
            b: BTreeSet::new(),
        };
        for [a, b] in cases {
            let (a, b) = (&a.processors, &b.processors);
            if a.is_empty() || b.is_empty() || a == b {
                continue;
            }
            unlike.cases += 1;
            unlike.a.extend(a.iter().cloned());
            unlike.b.extend(b.iter().cloned());
        }
        (unlike.cases > 0).then_some(unlike)
    }

    /// Returns the warning about runs `a` and `b`.
    pub fn warning(&self, a: &str, b: &str) -> String {
        let models = |models: &BTreeSet<String>| {
            let quoted = models.iter().map(|model| format!("`{model}`"));
            quoted.collect::<Vec<_>>().join(", ")
        };
        format!(
            "warning: {} cases were measured on {} in {a}, on {} in {b}: \
             times differ, and so do scores that depend on time",
            self.cases,
            models(&self.a),
            models(&self.b)
        )
    }
}
