//! Description of two runs in one sentence.

use game::Measure;
use scene::{decimal, fixed, fixed_signed};

use crate::outcome::{Outcome, compared_values, order};
use crate::stats::{Interval, PairedCounts, PairedDifference, SignificanceLevel};

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
        let p_shown = match p_value < 1e-4 {
            true => "< 0.0001".into(),
            false => format!("= {}", decimal(p_value)),
        };
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
