//! Bounds of scores, and ranges of the figures in a record.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A number that no score can exceed, or for a cost, a number below which none can be; it may be
/// unreachable.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bound {
    /// Kind of bound in the game's own words, such as `upper bound`.
    #[cfg_attr(feature = "serde", serde(rename = "bound_kind"))]
    pub kind: Cow<'static, str>,
    /// Its value, in raw score.
    #[cfg_attr(feature = "serde", serde(rename = "bound"))]
    pub value: f64,
}

impl Bound {
    /// Creates a bound.
    pub fn new(kind: &'static str, value: f64) -> Bound {
        Bound { kind: kind.into(), value }
    }
}

/// A score to compare the mean over a set of cases with. It bounds the score of no case.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Reference {
    /// Kind in the game's own words, such as `bound on the mean`, or `mean of the best known player`.
    #[cfg_attr(feature = "serde", serde(rename = "reference_kind"))]
    pub kind: Cow<'static, str>,
    /// Its value, in raw score.
    #[cfg_attr(feature = "serde", serde(rename = "reference"))]
    pub value: f64,
}

/// Proven ranges of a case's figures, valid for every contestant.
#[derive(Clone, Debug, PartialEq)]
pub struct ScoreRanges {
    /// Range of the raw score, including failed cases.
    pub score: RangeInclusive<f64>,
    /// Range of the ratio of the counted score to the bound.
    pub bound_ratio: RangeInclusive<f64>,
}

impl ScoreRanges {
    /// Creates ranges: this one for raw scores, and 0 to 1 for the bound ratio.
    pub fn new(score: RangeInclusive<f64>) -> ScoreRanges {
        ScoreRanges { score, bound_ratio: 0.0..=1.0 }
    }

    /// Describes the figure outside its range, and the range; `None` if both are inside.
    pub fn violated(&self, score: f64, bound_ratio: Option<f64>) -> Option<String> {
        let figures =
            [("score", Some(score), &self.score), ("bound ratio", bound_ratio, &self.bound_ratio)];
        figures.into_iter().find_map(|(name, value, range)| {
            let value = value.filter(|value| !range.contains(value))?;
            let (low, high) = (range.start(), range.end());
            Some(format!("the {name} {value} is outside the range of the game, {low} to {high}"))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn figures_outside_their_ranges_are_named() {
        let ranges = ScoreRanges::new(-1.0..=80.0);
        assert_eq!(ranges.violated(-1.0, Some(0.0)), None);
        let violated = ranges.violated(81.0, None);
        let expected = "the score 81 is outside the range of the game, -1 to 80";
        assert_eq!(violated.as_deref(), Some(expected));
    }
}
