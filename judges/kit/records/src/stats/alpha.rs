//! The accepted chance of an error.

use std::fmt;
use std::str::FromStr;

/// Accepted chance of an error, above 0 and below 1. An interval covers the true value with chance
/// 1 − alpha.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Alpha(f64);

impl Alpha {
    /// `chance`, if it is above 0 and below 1.
    pub fn new(chance: f64) -> Option<Alpha> {
        (chance > 0.0 && chance < 1.0).then_some(Alpha(chance))
    }

    /// The chance for each of `count` intervals that hold together with this one (Bonferroni).
    #[must_use]
    pub fn shared(self, count: usize) -> Alpha {
        Alpha(self.0 / count.max(1) as f64)
    }

    /// Its value.
    pub fn get(self) -> f64 {
        self.0
    }
}

/// 0.05.
impl Default for Alpha {
    fn default() -> Alpha {
        Alpha(0.05)
    }
}

impl fmt::Display for Alpha {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Alpha {
    type Err = String;

    fn from_str(text: &str) -> Result<Alpha, String> {
        let chance = text.parse().ok().and_then(Alpha::new);
        chance.ok_or_else(|| "not a number above 0 and below 1".to_string())
    }
}
