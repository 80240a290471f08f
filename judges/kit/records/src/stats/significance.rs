//! Significance levels.

use std::fmt;
use std::str::FromStr;

/// Significance level: the accepted probability of an error, above 0 and below 1. An interval
/// covers the true value with chance 1 − alpha.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SignificanceLevel(f64);

impl SignificanceLevel {
    /// Returns the level `chance` if it is above 0 and below 1.
    pub fn new(chance: f64) -> Option<SignificanceLevel> {
        (chance > 0.0 && chance < 1.0).then_some(SignificanceLevel(chance))
    }

    /// Returns the level for each of `count` intervals that are valid together (Bonferroni).
    #[must_use]
    pub fn shared(self, count: usize) -> SignificanceLevel {
        SignificanceLevel(self.0 / count.max(1) as f64)
    }

    /// Returns its value.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// Returns 0.05.
impl Default for SignificanceLevel {
    fn default() -> SignificanceLevel {
        SignificanceLevel(0.05)
    }
}

impl fmt::Display for SignificanceLevel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for SignificanceLevel {
    type Err = String;

    fn from_str(text: &str) -> Result<SignificanceLevel, String> {
        let chance = text.parse().ok().and_then(SignificanceLevel::new);
        chance.ok_or_else(|| "not a number above 0 and below 1".to_string())
    }
}

/// Returns the p-values of tests that are made together: rejecting those up to alpha makes any false
/// rejection at most as probable as alpha (Holm 1979, "A simple sequentially rejective multiple
/// test procedure").
pub fn holm(p_values: &[f64]) -> Vec<f64> {
    let mut order: Vec<usize> = (0..p_values.len()).collect();
    order.sort_by(|&one, &other| p_values[one].total_cmp(&p_values[other]));
    let mut adjusted = p_values.to_vec();
    let mut most = 0.0_f64;
    for (left, index) in (1..=order.len()).rev().zip(order) {
        most = most.max((left as f64 * p_values[index]).min(1.0));
        adjusted[index] = most;
    }
    adjusted
}
