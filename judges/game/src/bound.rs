//! Bounds that scores are compared with.

use std::borrow::Cow;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// The most that could be scored, as far as it is known.
///
/// ```
/// let bound = game::Bound::new("upper bound", 80.0);
/// assert_eq!(bound.share(60.0), Some(0.75));
/// assert_eq!(game::Bound::new("upper bound", 0.0).share(60.0), None);
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Bound {
    /// Kind of bound, in the game's own words: `upper bound`.
    #[cfg_attr(feature = "serde", serde(rename = "bound_kind"))]
    pub kind: Cow<'static, str>,
    /// Its value, in raw score.
    #[cfg_attr(feature = "serde", serde(rename = "bound"))]
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
