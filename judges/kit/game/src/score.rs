//! Scores of cases, their bounds and ranges, and official results of a run.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use crate::Details;

/// The score of one case. Pages do not get the normalised score.
#[derive(Clone, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CaseScore {
    /// The raw score.
    pub score: f64,
    /// Normalised score of this case, if the statement defines one.
    #[cfg_attr(feature = "serde", serde(skip))]
    pub normalised: Option<f64>,
    /// Bound of the score, if known.
    #[cfg_attr(feature = "serde", serde(flatten))]
    pub bound: Option<Bound>,
    /// Other facts that the game reports.
    pub details: Details,
}

impl CaseScore {
    /// Returns the value of the bound.
    pub fn most(&self) -> Option<f64> {
        self.bound.as_ref().map(|bound| bound.value)
    }
}

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

/// Sums over the cases of a run, by name. A game makes its official result from them.
#[derive(Clone, Debug, Default)]
pub struct Totals(BTreeMap<String, (u32, f64)>);

impl Totals {
    /// Adds the next value with this name.
    pub fn add(&mut self, name: impl Into<String>, value: f64) {
        let (count, sum) = self.0.entry(name.into()).or_default();
        *count += 1;
        *sum += value;
    }

    /// Adds the score of a case, and its bound (0 without one).
    pub fn add_score(&mut self, scored: &CaseScore) {
        self.add("score", scored.score);
        self.add("bound", scored.most().unwrap_or(0.0));
    }

    /// Returns the number of values with this name, and their sum.
    pub fn get(&self, name: &str) -> (u32, f64) {
        self.0.get(name).copied().unwrap_or_default()
    }

    /// Returns the mean of the values with this name; 0 without any.
    pub fn mean(&self, name: &str) -> f64 {
        let (count, sum) = self.get(name);
        sum / f64::from(count.max(1))
    }

    /// Returns the mean of the scores in words, for games without a bound.
    pub fn mean_score(&self) -> String {
        format!("{:.3}, the mean of the scores", self.mean("score"))
    }

    /// Returns the sums of scores and bounds in words, for games whose bound is the maximum. `units`
    /// names what they count.
    pub fn of_bound(&self, units: &str) -> String {
        let [score, most] = ["score", "bound"].map(|name| self.get(name).1);
        format!("{score} of {most} {units}")
    }

    /// Returns the mean of YOUR/MAX, the ratios to the best known scores, in words, as in TopCoder's
    /// marathon matches.
    pub fn of_best(&self) -> String {
        let mean = self.mean("of_best");
        let whole = if mean == 1.0 { ", and this run has them all" } else { "" };
        match self.get("of_best").0 {
            0 => "not normalised: that needs best scores (--bests FILE)".into(),
            _ => format!(
                "{:.5} of 100, the mean of YOUR/MAX; MAX is the best score of all runs so far{whole}",
                100.0 * mean
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mean_score(scores: &[f64]) -> String {
        let mut totals = Totals::default();
        for &score in scores {
            totals.add_score(&CaseScore { score, ..CaseScore::default() });
        }
        totals.mean_score()
    }

    #[test]
    fn totals_without_a_bound() {
        let scores = [8.0, 4.5, -1.0];
        assert_eq!(mean_score(&scores), "3.833, the mean of the scores");
        assert_eq!(mean_score(&[]), "0.000, the mean of the scores");
    }

    #[test]
    fn figures_outside_their_ranges_are_named() {
        let ranges = ScoreRanges::new(-1.0..=80.0);
        assert_eq!(ranges.violated(-1.0, Some(0.0)), None);
        let violated = ranges.violated(81.0, None);
        let expected = "the score 81 is outside the range of the game, -1 to 80";
        assert_eq!(violated.as_deref(), Some(expected));
    }
}
