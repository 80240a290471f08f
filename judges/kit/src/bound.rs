//! Bounds that scores are compared with.

use std::borrow::Cow;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The most that could be scored, as far as it is known.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Kind of bound, in the game's own words: `upper bound`.
    #[serde(rename = "bound_kind")]
    pub kind: Cow<'static, str>,
    /// Its value, in raw score.
    #[serde(rename = "bound")]
    pub value: f64,
}

impl Bound {
    /// The bound of this kind and value.
    pub fn new(kind: &'static str, value: f64) -> Bound {
        Bound {
            kind: kind.into(),
            value,
        }
    }

    /// The share of the bound that `score` is; `None` if the bound is not positive.
    pub fn share(&self, score: f64) -> Option<f64> {
        (self.value > 0.0).then(|| score / self.value)
    }
}

/// Parses the time to spend on a bound, in ms.
///
/// # Errors
/// The text is not a whole number above 0.
pub fn milliseconds(text: &str) -> Result<Duration, String> {
    let time = text.parse().ok().filter(|ms| *ms > 0);
    let time = time.map(Duration::from_millis);
    time.ok_or_else(|| "not a whole number of milliseconds above 0".to_string())
}
