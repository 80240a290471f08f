//! Comparison of two runs on the same cases.

use std::collections::BTreeSet;

use game::{Cost, Measure};
use records::stats::{PairedCounts, PairedDifference, SignificanceLevel, mean};
use records::{Outcome, PairedValues, counted};
use serde::Serialize;

use crate::cases::{ContestantCases, Pair, has_bounds, mean_cost};
use crate::groups::{group, parameters};
use crate::show_command::{PlaySource, show_command};

/// Name of the logarithm of a score, which only scores above 0 have.
pub const LOG_SCORE: &str = "log score";

/// Name of the ratio of a score to its bound, which only games with a bound have.
const BOUND_RATIO: &str = "bound ratio";

/// Number of cases shown with the largest differences.
const SHOWN: usize = 10;

/// Returns the cases that A and B, the runs with these indices, have played, and for each of them the
/// outcomes of A, of B, and of the other runs that have played it.
pub fn common_cases<'a>(
    contestants: &'a [ContestantCases],
    [a, b]: [usize; 2],
) -> (Vec<Pair<'a>>, Vec<Vec<Outcome>>) {
    let pairs: Vec<Pair> = contestants[a].pairs(&contestants[b]).collect();
    let outcomes = pairs.iter().map(|(name, pair)| {
        let others = (0..contestants.len()).filter(|&run| run != a && run != b);
        let others = others.filter_map(|run| contestants[run].cases.get(name));
        pair.iter().copied().chain(others).map(|case| case.outcome).collect()
    });
    let outcomes = outcomes.collect();
    (pairs, outcomes)
}

/// Comparison of run B with run A.
#[derive(Serialize)]
pub struct RunComparison {
    pub a: String,
    pub b: String,
    pub command_a: String,
    pub command_b: String,
    /// Number of cases that both have played.
    pub cases: usize,
    pub only_a: Vec<String>,
    pub only_b: Vec<String>,
    pub measures: Vec<MeasureComparison>,
    /// Numbers of cases where B is better, equal and worse.
    #[serde(flatten)]
    pub counts: PairedCounts,
    /// Description of the cases in one sentence, and the p-value in it.
    pub conclusion: String,
    pub p_value: f64,
    #[serde(skip)]
    pub values: PairedValues,
    pub failures: Failures,
    /// Mean times and highest memory over the cases that both have played, if there are any.
    pub cost: Option<[Cost; 2]>,
    /// Warning about unlike hosts.
    pub warning: Option<String>,
    /// Cases with the largest differences.
    pub largest: Vec<Difference>,
    pub groups: Vec<CaseGroup>,
    /// For every name in `--by`, the number of cases without this value.
    pub ungrouped: Vec<(String, usize)>,
}

/// The comparison by one measure, over the cases where it is known for both runs.
#[derive(Serialize)]
pub struct MeasureComparison {
    pub name: &'static str,
    pub mean_a: Option<f64>,
    pub mean_b: Option<f64>,
    /// Differences B − A, if there are any cases.
    #[serde(flatten)]
    pub paired: Option<PairedDifference>,
    /// Number of common cases in which one of the runs lacks such a value.
    pub left_out: usize,
}

/// Numbers of failures in the common cases.
#[derive(Serialize)]
pub struct Failures {
    pub only_a: u64,
    pub only_b: u64,
    pub both: u64,
    /// Sign test's p value for the difference in failures.
    pub sign_test: f64,
}

/// A case in which the runs differ.
#[derive(Serialize)]
pub struct Difference {
    pub case: String,
    /// Mean scores; `None` if every play of the case failed.
    pub a: Option<f64>,
    pub b: Option<f64>,
    pub difference: f64,
    /// Command that plays the case with both programs side by side, or with the only program.
    pub command: String,
}

/// The difference in one group of cases.
#[derive(Serialize)]
pub struct CaseGroup {
    /// Value, or range of values, of the cases.
    pub name: String,
    /// Differences B − A by the measure. The error applies to the intervals of all groups together.
    #[serde(flatten)]
    pub gain: PairedDifference,
}

impl RunComparison {
    /// Compares B with A, the runs with these indices, by `measure`, with groups `by` these parameters
    /// and intervals at level `alpha`; without its conclusion.
    pub fn new(
        contestants: &[ContestantCases],
        indices: [usize; 2],
        measure: Measure,
        by: &[String],
        alpha: SignificanceLevel,
    ) -> RunComparison {
        let (cases, outcomes) = common_cases(contestants, indices);
        let [a, b] = indices.map(|run| &contestants[run]);
        let values = PairedValues::of(measure, outcomes.iter().map(Vec::as_slice));
        let mut measures = measures(&outcomes, &values, measure, alpha);
        measures.retain(|one| one.name != BOUND_RATIO || has_bounds(contestants));
        let (groups, ungrouped) = groups(&cases, &values, by, alpha);
        let cost = |run: usize| mean_cost(cases.iter().map(|(_, pair): &Pair| &pair[run].cost));
        RunComparison {
            a: a.name.clone(),
            b: b.name.clone(),
            command_a: a.command.to_string(),
            command_b: b.command.to_string(),
            cases: cases.len(),
            only_a: a.missing_in(b),
            only_b: b.missing_in(a),
            measures,
            counts: values.counts,
            conclusion: String::new(),
            p_value: 1.0,
            failures: failures(&outcomes),
            cost: (!cases.is_empty()).then(|| [0, 1].map(cost)),
            warning: host_warning([&a.name, &b.name], &cases),
            largest: largest(&cases, &values, &[b, a].map(PlaySource::of)),
            groups,
            ungrouped,
            values,
        }
    }
}

/// Returns the comparisons by every measure.
fn measures(
    cases: &[Vec<Outcome>],
    values: &PairedValues,
    measure: Measure,
    alpha: SignificanceLevel,
) -> Vec<MeasureComparison> {
    if cases.is_empty() {
        return Vec::new();
    }
    let comparison = |name, values: &[[f64; 2]], paired: Option<PairedDifference>| {
        let [mean_a, mean_b] = [0, 1].map(|run| mean(values.iter().map(|pair| pair[run])));
        MeasureComparison { name, mean_a, mean_b, paired, left_out: cases.len() - values.len() }
    };
    let known = |name, of: fn(&Outcome) -> Option<f64>| {
        let both = cases.iter().filter_map(|case| Some([of(&case[0])?, of(&case[1])?]));
        let both: Vec<[f64; 2]> = both.collect();
        comparison(name, &both, PairedDifference::of(&both, alpha))
    };
    let mut measures = vec![
        known("score", |outcome| Some(outcome.counted_score)),
        known(BOUND_RATIO, |outcome| outcome.bound_ratio),
        known(LOG_SCORE, |outcome| Some(outcome.counted_score.ln()).filter(|log| log.is_finite())),
    ];
    if measure == Measure::Relative {
        measures.push(comparison("relative score", &values.values, values.difference(alpha)));
    }
    measures
}

fn failures(cases: &[Vec<Outcome>]) -> Failures {
    let failed = cases.iter().map(|case| [case[0].has_failed(), case[1].has_failed()]);
    let counts = PairedCounts::of(failed.clone().map(|[a, b]| a.cmp(&b)));
    Failures {
        only_a: counts.wins,
        only_b: counts.losses,
        both: failed.filter(|failed| *failed == [true; 2]).count() as u64,
        sign_test: counts.sign_test(),
    }
}

fn largest(cases: &[Pair], values: &PairedValues, sources: &[PlaySource; 2]) -> Vec<Difference> {
    let gains = values.values.iter().map(|[a, b]| b - a).zip(cases);
    let mut gains: Vec<(f64, &Pair)> = gains.filter(|(gain, _)| *gain != 0.0).collect();
    gains.sort_by(|(x, _), (y, _)| y.abs().total_cmp(&x.abs()));
    let shown = gains.into_iter().take(SHOWN).map(|(difference, (name, pair))| {
        let outcomes = pair.map(|case| case.outcome);
        let [a, b] = outcomes.map(|case| (case.failed < 1.0).then_some(case.counted_score));
        let command = show_command(pair[0].records[0], sources, "");
        Difference { case: name.label(), a, b, difference, command }
    });
    shown.collect()
}

/// Returns the difference in each group, and for each name the number of cases without a value.
fn groups(
    cases: &[Pair],
    paired: &PairedValues,
    names: &[String],
    alpha: SignificanceLevel,
) -> (Vec<CaseGroup>, Vec<(String, usize)>) {
    let values: Vec<_> = cases.iter().map(|(_, [_, b])| parameters(b.records[0])).collect();
    let groupings: Vec<_> = names.iter().map(|name| group(name, &values)).collect();
    // Groups of a single case lack an interval.
    let intervals = groupings.iter().flat_map(|(groups, _)| groups);
    let count = intervals.filter(|(_, cases)| cases.len() > 1).count();
    let alpha = alpha.shared(count);
    let ungrouped = names.iter().cloned().zip(groupings.iter().map(|(_, without)| *without));
    let ungrouped = ungrouped.filter(|(_, without)| *without > 0).collect();
    let groups =
        groupings.into_iter().flat_map(|(groups, _)| groups).filter_map(|(name, members)| {
            Some(CaseGroup { name, gain: paired.difference_in(members, alpha)? })
        });
    (groups.collect(), ungrouped)
}

/// Returns a warning if A and B measured some of `cases` on different known processor models.
fn host_warning([a, b]: [&str; 2], cases: &[Pair]) -> Option<String> {
    let models = cases.iter().map(|(_, pair)| pair).map(|pair| pair.map(|case| case.processors()));
    let unlike = models.filter(|[a, b]| !a.is_empty() && !b.is_empty() && a != b);
    let unlike: Vec<[BTreeSet<&str>; 2]> = unlike.collect();
    let [of_a, of_b] = [0, 1].map(|run| {
        let models: BTreeSet<&str> = unlike.iter().flat_map(|pair| &pair[run]).copied().collect();
        models.iter().map(|model| format!("`{model}`")).collect::<Vec<_>>().join(", ")
    });
    let (cases, advice) =
        (counted(unlike.len(), "case"), "do not compare times, or scores that depend on time");
    (!unlike.is_empty())
        .then(|| format!("warning: {cases} measured on {of_a} in {a}, on {of_b} in {b}: {advice}"))
}
