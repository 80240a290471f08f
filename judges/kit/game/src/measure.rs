//! Measures for comparing plays of the same case.

use std::ops::RangeInclusive;

/// A measure for comparing plays of the same case.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "snake_case"))]
pub enum Measure {
    /// Ratio to the best of the compared scores, 0 to 1; for a cost, its inverse. A correct play scores
    /// 0 or more; the counted score of a failed play is at least 0.
    #[default]
    Relative,
    /// Ratio to the bound; for a cost, its inverse. A failed play counts with its raw score.
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

    /// Returns the direction in which its values are better in a game with this `objective`.
    pub fn objective(self, objective: Objective) -> Objective {
        match self {
            Measure::Score => objective,
            Measure::Relative | Measure::BoundRatio => Objective::Maximise,
        }
    }
}

/// Direction in which a score is better.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Objective {
    /// Higher is better.
    #[default]
    Maximise,
    /// Lower is better: the score is a cost.
    Minimise,
}

impl Objective {
    /// Returns by how much `score` is better than `other`; negative if it is worse.
    pub fn gain(self, score: f64, other: f64) -> f64 {
        match self {
            Objective::Maximise => score - other,
            Objective::Minimise => other - score,
        }
    }

    /// Returns true if `score` is better than `other`.
    pub fn is_better(self, score: f64, other: f64) -> bool {
        self.gain(score, other) > 0.0
    }

    /// Returns the ratio of `score` to `bound`, of a cost that of `bound` to `score`: at most 1 if the
    /// bound is right. `None` unless both can be compared so: the bound and a cost are positive.
    pub fn ratio(self, score: f64, bound: f64) -> Option<f64> {
        let (part, whole) = match self {
            Objective::Maximise => (score, bound),
            Objective::Minimise => (bound, score),
        };
        (bound > 0.0 && whole > 0.0).then(|| part / whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ratios_are_at_most_1_in_both_directions() {
        let ratios = |score, bound| {
            [Objective::Maximise, Objective::Minimise]
                .map(|objective| objective.ratio(score, bound))
        };
        assert_eq!(ratios(60.0, 80.0), [Some(0.75), Some(80.0 / 60.0)]);
        assert_eq!(ratios(80.0, 60.0), [Some(80.0 / 60.0), Some(0.75)]);
        assert_eq!(ratios(-60.0, 80.0), [Some(-0.75), None]);
        assert_eq!(ratios(60.0, 0.0), [None, None]);
    }
}
