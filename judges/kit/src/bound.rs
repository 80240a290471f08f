//! Bounds that scores are compared with.

use std::fmt;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The most that could be scored, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Bound {
    /// Kind of bound.
    #[serde(rename = "bound_kind")]
    pub kind: BoundKind,
    /// Its value, in raw score.
    #[serde(rename = "bound")]
    pub value: f64,
}

/// Kind of a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum BoundKind {
    /// The rules give no more, and some play gets it.
    #[serde(rename = "maximum")]
    Maximum,
    /// No play of the case gets more.
    #[serde(rename = "upper bound")]
    UpperBound,
    /// No play of the case gets more, by a Lagrangian relaxation: closer than the
    /// upper bound, and slower.
    #[serde(rename = "Lagrangian bound")]
    LagrangianBound,
    /// Half of the board in one isle: what losing no stone at all would give.
    #[serde(rename = "N*N/2 limit")]
    HalfBoard,
    /// The mean of the best strategy; a lucky run may pass it.
    #[serde(rename = "expected optimum")]
    ExpectedOptimum,
    /// No strategy has a higher mean; a lucky run may pass it.
    #[serde(rename = "expected bound")]
    ExpectedBound,
    /// No play of these very rounds gets more, not even with all symbols known.
    #[serde(rename = "clairvoyant bound")]
    ClairvoyantBound,
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

impl BoundKind {
    /// The bound of this kind and value, in raw score.
    pub fn of(self, value: f64) -> Bound {
        Bound { kind: self, value }
    }
}

impl Bound {
    /// The share of the bound that `score` is; `None` if the bound is not positive.
    pub fn share(&self, score: f64) -> Option<f64> {
        (self.value > 0.0).then(|| score / self.value)
    }
}

impl fmt::Display for BoundKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            BoundKind::Maximum => "maximum",
            BoundKind::UpperBound => "upper bound",
            BoundKind::LagrangianBound => "Lagrangian bound",
            BoundKind::HalfBoard => "N*N/2 limit",
            BoundKind::ExpectedOptimum => "expected optimum",
            BoundKind::ExpectedBound => "expected bound",
            BoundKind::ClairvoyantBound => "clairvoyant bound",
        })
    }
}
