//! The outcome of a case over its plays in a run, the comparison of outcomes, and the description of
//! two runs in one sentence.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use game::{Measure, Objective};
use scene::{decimal, fixed, fixed_signed};

use crate::record::Record;
use crate::stats::{Interval, PairedCounts, PairedDifference, SignificanceLevel, mean};

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
    /// Direction in which a score is better.
    pub objective: Objective,
}

impl Outcome {
    /// Returns the outcome of one play.
    pub fn of_play(record: &Record) -> Outcome {
        let bound = record.score.bound.as_ref().map(|bound| bound.value);
        let failed = !record.is_ok();
        Outcome {
            score: record.score.raw,
            counted_score: record.counted_score(),
            bound: bound.filter(|_| record.score.bound_ratio.is_some()),
            bound_ratio: record.score.bound_ratio.or(failed.then_some(0.0)),
            of_best: record.score.of_best,
            failed: f64::from(u8::from(failed)),
            measure: record.score.measure,
            objective: record.score.objective,
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
            objective: plays.clone().next()?.objective,
        })
    }

    /// Returns true if any play failed.
    pub fn has_failed(&self) -> bool {
        self.failed > 0.0
    }

    /// Returns the counted score on a scale on which more is better.
    fn gain(&self) -> f64 {
        self.objective.gain(self.counted_score, 0.0)
    }

    fn gains_nothing(&self) -> bool {
        match self.objective {
            Objective::Maximise => self.has_failed() && self.counted_score <= 0.0,
            Objective::Minimise => self.failed >= 1.0,
        }
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

/// Returns a measure by which all these outcomes can be compared: that of the game, or the score if a
/// bound ratio is missing.
pub fn common_measure<'a>(outcomes: impl IntoIterator<Item = &'a Outcome>) -> Measure {
    let mut common = Measure::default();
    for outcome in outcomes {
        common = outcome.measure;
        if common == Measure::BoundRatio && outcome.bound_ratio.is_none() {
            return Measure::Score;
        }
    }
    common
}

/// The best score of a case, to which the ratios of all its scores refer; `None` if nothing was
/// scored. A failure that gains nothing does not count.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct BestScore(pub Option<f64>);

impl BestScore {
    /// Replaces the best score by that of `outcome`, if that is better.
    pub fn raise(&mut self, outcome: &Outcome) {
        if !outcome.gains_nothing() {
            let (score, objective) = (outcome.counted_score, outcome.objective);
            self.0 = self.0.filter(|&best| !objective.is_better(score, best));
            self.0 = self.0.or(Some(score));
        }
    }

    /// Returns the ratio of a score to the best, 0 to 1: 1 for the best score, whatever its sign; 0 for
    /// a failure that gains nothing, and for lower scores up to 0 if the best is not negative. If the
    /// best is negative, the ratio is best / score: −10 is half as good as −5. A cost is a
    /// negative score.
    pub fn ratio(self, outcome: &Outcome) -> f64 {
        let score = outcome.gain();
        match self.0.map(|best| outcome.objective.gain(best, 0.0)) {
            None => 0.0,
            _ if outcome.gains_nothing() => 0.0,
            Some(best) if score >= best => 1.0,
            Some(best) if best > 0.0 => score.max(0.0) / best,
            Some(best) => (best / score).abs(),
        }
    }
}

/// Returns the values for comparing outcomes of one case. Relative scores are ratios to the best of
/// these outcomes.
pub fn compared_values(outcomes: &[Outcome], measure: Measure) -> Vec<f64> {
    let mut best = BestScore::default();
    outcomes.iter().for_each(|outcome| best.raise(outcome));
    let value = |outcome: &Outcome| match measure {
        Measure::Relative => best.ratio(outcome),
        Measure::BoundRatio => outcome.bound_ratio.unwrap_or_default(),
        Measure::Score => outcome.counted_score,
    };
    outcomes.iter().map(value).collect()
}

/// Returns by how much the second of two outcomes of a case is better than the first: second minus
/// first, unless the values are costs.
pub fn difference(pair: [Outcome; 2], measure: Measure) -> f64 {
    let values = compared_values(&pair, measure);
    measure.objective(pair[1].objective).gain(values[1], values[0]).clamp(f64::MIN, f64::MAX)
}

/// Returns whether the second outcome of a case is better than the first.
pub fn order(pair: [Outcome; 2], measure: Measure) -> Ordering {
    difference(pair, measure).partial_cmp(&0.0).unwrap_or(Ordering::Equal)
}

/// The values of runs A and B on the same cases.
#[derive(Clone, Debug)]
pub struct PairedValues {
    measure: Measure,
    /// Values of A and B in every case.
    pub values: Vec<[f64; 2]>,
    /// Numbers of cases that B wins and loses.
    pub counts: PairedCounts,
    has_solved: bool,
}

impl PairedValues {
    /// Returns the values by `measure` of A and B, the first two outcomes of every case. Others only
    /// count for the best score of the case.
    pub fn of<'a>(measure: Measure, cases: impl Iterator<Item = &'a [Outcome]>) -> PairedValues {
        let mut values = Vec::new();
        let mut orders = Vec::new();
        let mut has_solved = false;
        for case in cases {
            let of_case = compared_values(case, measure);
            values.push([of_case[0], of_case[1]]);
            orders.push(order([case[0], case[1]], measure));
            has_solved |= case[..2].iter().any(|outcome| outcome.failed < 1.0);
        }
        PairedValues { measure, values, counts: PairedCounts::of(orders), has_solved }
    }

    /// Returns the mean difference, if there are any cases, with an interval at level `alpha`.
    pub fn difference(&self, alpha: SignificanceLevel) -> Option<PairedDifference> {
        self.difference_in(0..self.values.len(), alpha)
    }

    /// Returns the mean difference over these cases, if there are any. The interval at level `alpha`
    /// is within the range of differences: ±1 for relative scores.
    pub fn difference_in(
        &self,
        cases: impl IntoIterator<Item = usize>,
        alpha: SignificanceLevel,
    ) -> Option<PairedDifference> {
        let values = cases.into_iter().map(|case| self.values[case]);
        let mut paired = PairedDifference::of(&values.collect::<Vec<_>>(), alpha)?;
        if let (Measure::Relative, Some(ends)) = (self.measure, &mut paired.t_interval) {
            [ends.low, ends.high] = [ends.low, ends.high].map(|end| end.clamp(-1.0, 1.0));
        }
        Some(paired)
    }

    /// Describes the cases in a sentence without its full stop, one of `count` that are valid
    /// together; `name` is the name of B. It says nothing about other cases, except who wins more
    /// often, if the sign test's `p_value`, corrected for their number, is at most `alpha`.
    pub fn description(
        &self,
        name: &str,
        alpha: SignificanceLevel,
        count: usize,
        p_value: f64,
    ) -> String {
        let PairedCounts { wins, ties, losses } = self.counts;
        let Some(paired) = self.difference(alpha.shared(count)) else {
            return "no case of both".into();
        };
        let cases = match paired.cases {
            1 => "the only case".into(),
            cases => format!("these {cases} cases"),
        };
        if ties as usize == paired.cases {
            return match self.has_solved {
                true => format!("{name} scored the same on {cases}"),
                false => format!("both failed {cases}"),
            };
        }
        let (scale, unit) = match self.measure {
            Measure::Score => (1.0, "points"),
            _ => (100.0, "percentage points"),
        };
        let mean = scale * paired.difference.abs();
        let shown = if mean < 0.005 { decimal(mean) } else { fixed(mean, 2) };
        let side = if paired.difference < 0.0 { "lower" } else { "higher" };
        let gain = match mean {
            0.0 => format!("{name} scored the same on average"),
            _ => format!("{name}'s {} is {shown} {unit} {side}", self.measure.name()),
        };
        let interval = paired.t_interval.map(|Interval { low, high }| {
            let [low, high] = [low, high].map(|end| fixed_signed(scale * end, 2));
            let chance = decimal(100.0 * (1.0 - alpha.get()));
            let together = match count {
                1 => String::new(),
                count => format!(" for all {count} runs together"),
            };
            let rule = "if cases are independent and differences nearly normal";
            format!(" ({low} to {high} at {chance} %{together}, {rule})")
        });
        let interval = interval.unwrap_or_default();
        let often = match p_value <= alpha.get() {
            true if wins > losses => format!("{name} wins more often"),
            true => format!("{name} loses more often"),
            false => "not proven who wins more often".into(),
        };
        let p_shown =
            if p_value < 1e-4 { "< 0.0001".into() } else { format!("= {}", decimal(p_value)) };
        let counts = format!("won {wins}, tied {ties}, lost {losses}");
        format!("{gain} on {cases}{interval}; it {counts}: {often} (sign test p {p_shown})")
    }
}

/// Describes the outcomes of runs A and B by `measure`, case by case: [`PairedValues::description`].
pub fn conclusion(
    measure: Measure,
    name: &str,
    pairs: &[[Outcome; 2]],
    alpha: SignificanceLevel,
) -> String {
    let values = PairedValues::of(measure, pairs.iter().map(|pair| &pair[..]));
    values.description(name, alpha, 1, values.counts.sign_test())
}
