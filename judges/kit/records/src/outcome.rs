//! The outcome of a case over its plays in a run, and the comparison of outcomes.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use game::Measure;

use crate::record::Record;
use crate::stats::{mean, relative_scores};

/// Outcome of a case: means over its plays in one run.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Outcome {
    /// Raw score.
    pub score: f64,
    /// Counted score; that of a failed play is defined by the statement.
    pub counted_score: f64,
    /// Mean bound of the plays with a bound ratio.
    pub bound: Option<f64>,
    /// Ratio of the counted score to the bound; 0 for a failed play without a bound.
    pub bound_ratio: Option<f64>,
    /// Ratio to the best known score.
    pub of_best: Option<f64>,
    /// Share of failed plays, 0 to 1.
    pub failed: f64,
    /// Measure by which the game is compared.
    pub measure: Measure,
}

impl Outcome {
    /// Returns the outcome of one play.
    pub fn of_play(record: &Record) -> Outcome {
        let bound = record.bound.as_ref().map(|bound| bound.value);
        let failed = !record.is_ok();
        Outcome {
            score: record.score,
            counted_score: record.counted_score(),
            bound: bound.filter(|_| record.bound_ratio.is_some()),
            bound_ratio: record.bound_ratio.or(failed.then_some(0.0)),
            of_best: record.of_best,
            failed: f64::from(u8::from(failed)),
            measure: record.measure,
        }
    }

    /// Returns the mean of the outcomes of single plays, if there are any.
    pub fn mean<'a>(plays: impl Iterator<Item = &'a Outcome> + Clone) -> Option<Outcome> {
        let mean_of = |of: fn(&Outcome) -> Option<f64>| mean(plays.clone().filter_map(of));
        Some(Outcome {
            score: mean_of(|play| Some(play.score))?,
            counted_score: mean_of(|play| Some(play.counted_score))?,
            bound: mean_of(|play| play.bound),
            bound_ratio: mean_of(|play| play.bound_ratio),
            of_best: mean_of(|play| play.of_best),
            failed: mean_of(|play| Some(play.failed))?,
            measure: plays.clone().next()?.measure,
        })
    }

    /// Returns true if any play failed.
    pub fn has_failed(&self) -> bool {
        self.failed > 0.0
    }
}

/// Returns the outcome of every case in a run with these plays.
pub fn outcomes<K: Ord>(plays: impl IntoIterator<Item = (K, Outcome)>) -> BTreeMap<K, Outcome> {
    let mut by_case: BTreeMap<K, Vec<Outcome>> = BTreeMap::new();
    for (case, play) in plays {
        by_case.entry(case).or_default().push(play);
    }
    let mean = |(case, plays): (K, Vec<Outcome>)| Some((case, Outcome::mean(plays.iter())?));
    by_case.into_iter().filter_map(mean).collect()
}

/// Returns a measure by which all these outcomes can be compared. It is that of the game; but it is
/// the score if a relative score would be negative or a bound ratio is missing.
pub fn common_measure<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Measure {
    let mut common = Measure::default();
    for outcome in outcomes {
        common = outcome.measure;
        let is_defined = match common {
            Measure::Relative => outcome.counted_score >= 0.0,
            Measure::BoundRatio => outcome.bound_ratio.is_some(),
            Measure::Score => false,
        };
        if !is_defined {
            return Measure::Score;
        }
    }
    common
}

/// Returns the values for comparing outcomes of one case.
pub fn compared_values(outcomes: &[Outcome], measure: Measure) -> Vec<f64> {
    let counted = outcomes.iter().map(|outcome| outcome.counted_score);
    match measure {
        Measure::Relative => relative_scores(&counted.collect::<Vec<_>>()),
        Measure::BoundRatio => {
            let ratios = outcomes.iter().map(|outcome| outcome.bound_ratio);
            ratios.map(Option::unwrap_or_default).collect()
        }
        Measure::Score => counted.collect(),
    }
}

/// Returns the difference of two outcomes of a case, second minus first.
pub fn difference(pair: [Outcome; 2], measure: Measure) -> f64 {
    let values = compared_values(&pair, measure);
    values[1] - values[0]
}

/// Returns whether the second outcome of a case is better than the first. If the values are equal,
/// the raw scores decide.
pub fn order(pair: [Outcome; 2], measure: Measure) -> Ordering {
    let by_value = difference(pair, measure).partial_cmp(&0.0);
    let by_score = pair[1].score.partial_cmp(&pair[0].score);
    let [by_value, by_score] = [by_value, by_score].map(|order| order.unwrap_or(Ordering::Equal));
    by_value.then(by_score)
}
