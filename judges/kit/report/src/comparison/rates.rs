//! Cases that two runs have measured on hosts of unlike speed.

use serde::Serialize;

use crate::cases::PlayedCase;

/// Largest difference of two work rates that is none, as a share of the smaller.
const TOLERANCE: f64 = 0.05;

/// Cases that runs A and B have measured at work rates that differ by more than 5 %.
#[derive(Serialize)]
pub struct UnlikeRates {
    /// Number of these cases.
    pub cases: usize,
    /// Mean rate of run A over them, units of work a second.
    pub a: f64,
    /// Mean rate of run B over them.
    pub b: f64,
}

impl UnlikeRates {
    /// Finds them among the cases of A and B; `None` if there are none. A case
    /// whose records name no rate is not one of them.
    pub fn of<'a>(cases: impl Iterator<Item = [&'a PlayedCase; 2]>) -> Option<UnlikeRates> {
        let rates: Vec<[f64; 2]> = cases
            .filter_map(|[a, b]| Some([a.rate()?, b.rate()?]))
            .filter(|[a, b]| a.max(*b) > a.min(*b) * (1.0 + TOLERANCE))
            .collect();
        let mean = |run: usize| {
            let sum: f64 = rates.iter().map(|pair| pair[run]).sum();
            sum / rates.len() as f64
        };
        (!rates.is_empty()).then(|| UnlikeRates {
            cases: rates.len(),
            a: mean(0),
            b: mean(1),
        })
    }

    /// Returns the warning about runs `a` and `b`.
    pub fn warning(&self, a: &str, b: &str) -> String {
        format!(
            "warning: {} cases were measured on hosts of unlike speed, {:.0} units of work a second in {a}, \
             {:.0} in {b}: scores that depend on time differ",
            self.cases, self.a, self.b
        )
    }
}
