//! A warning for two runs that measured their cases on different hosts.

use std::collections::BTreeSet;

use crate::cases::Pair;

/// Returns a warning if A and B measured some of `cases` on different known processor models.
pub fn host_warning([a, b]: [&str; 2], cases: &[Pair]) -> Option<String> {
    let models = cases
        .iter()
        .map(|(_, pair)| pair.map(|case| case.processors()));
    let unlike = models.filter(|[a, b]| !a.is_empty() && !b.is_empty() && a != b);
    let unlike: Vec<[BTreeSet<&str>; 2]> = unlike.collect();
    let [of_a, of_b] = [0, 1].map(|run| {
        let models: BTreeSet<&str> = unlike.iter().flat_map(|pair| &pair[run]).copied().collect();
        let quoted = models.iter().map(|model| format!("`{model}`"));
        quoted.collect::<Vec<_>>().join(", ")
    });
    let warning = format!(
        "warning: {} cases were measured on {of_a} in {a}, on {of_b} in {b}: \
         do not compare times, or scores that depend on time",
        unlike.len()
    );
    (!unlike.is_empty()).then_some(warning)
}
