//! Measures for comparing plays of the same case.

use std::ops::RangeInclusive;

/// A measure for comparing plays of the same case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Measure {
    /// Ratio to the best of the compared scores, 0 to 1. A correct play scores 0 or more; the
    /// counted score of a failed play is at least 0.
    #[default]
    Relative,
    /// Ratio to the bound. A failed play counts with its raw score.
    BoundRatio,
    /// The counted score itself.
    Score,
}

impl Measure {
    /// Returns its name for people.
    pub fn name(self) -> &'static str {
        match self {
            Measure::Relative => "relative score",
            Measure::BoundRatio => "bound ratio",
            Measure::Score => "score",
        }
    }

    /// Returns the range of its values, if it is the same in all games.
    pub fn range(self) -> Option<RangeInclusive<f64>> {
        match self {
            Measure::Relative => Some(0.0..=1.0),
            Measure::BoundRatio => Some(-2.0..=1.0),
            Measure::Score => None,
        }
    }

    /// Returns the counted score, for means and comparisons in a game with this measure.
    pub fn counted_score(self, score: f64, failed: bool) -> f64 {
        match (self, failed) {
            (Measure::Relative, true) => score.max(0.0),
            _ => score,
        }
    }
}
