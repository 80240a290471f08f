//! Comparison of two runs on the same cases.

use std::collections::BTreeSet;

use game::{Cost, Measure};
use records::stats::{PairedCounts, PairedDifference, SignificanceLevel, log_score, mean};
use records::{Outcome, compared_values, conclusion, difference, order};
use serde::Serialize;

use super::ComparisonOptions;
use crate::cases::{ContestantCases, Pair, mean_cost};
use crate::groups::group;
use crate::show_command::{PlaySource, show_command};

/// Number of cases shown with the largest differences.
const SHOWN: usize = 10;

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
    pub conclusion: String,
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
    pub mean_a: f64,
    pub mean_b: f64,
    /// Differences B − A.
    #[serde(flatten)]
    pub paired: PairedDifference,
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
    /// Compares `b` with `a` by `measure`.
    pub fn new(
        a: &ContestantCases,
        b: &ContestantCases,
        measure: Measure,
        choices: &ComparisonOptions,
    ) -> RunComparison {
        let cases: Vec<Pair> = a.pairs(b).collect();
        let outcomes = cases.iter().map(|(_, pair)| pair.map(|case| case.outcome));
        let outcomes: Vec<[Outcome; 2]> = outcomes.collect();
        let orders = outcomes.iter().map(|pair| order(*pair, measure));
        let (groups, ungrouped) = groups(&cases, measure, choices);
        let cost = |run: usize| mean_cost(cases.iter().map(|(_, pair): &Pair| &pair[run].cost));
        RunComparison {
            a: a.name.clone(),
            b: b.name.clone(),
            command_a: a.command.to_string(),
            command_b: b.command.to_string(),
            cases: cases.len(),
            only_a: a.missing_in(b),
            only_b: b.missing_in(a),
            measures: measures(&outcomes, measure, choices.alpha),
            counts: PairedCounts::of(orders),
            conclusion: conclusion(measure, "B", &outcomes, choices.alpha),
            failures: failures(&cases),
            cost: (!cases.is_empty()).then(|| [0, 1].map(cost)),
            warning: host_warning([&a.name, &b.name], &cases),
            largest: largest(&cases, measure, &[b, a].map(PlaySource::of)),
            groups,
            ungrouped,
        }
    }
}

fn measures(
    pairs: &[[Outcome; 2]],
    measure: Measure,
    alpha: SignificanceLevel,
) -> Vec<MeasureComparison> {
    let comparison = |name, of: &dyn Fn([Outcome; 2]) -> Option<[f64; 2]>| {
        let values: Vec<[f64; 2]> = pairs.iter().filter_map(|pair| of(*pair)).collect();
        let [a, b] = [0, 1].map(|run| mean(values.iter().map(|pair| pair[run])));
        let differences: Vec<f64> = values.iter().map(|[a, b]| b - a).collect();
        Some(MeasureComparison {
            name,
            mean_a: a?,
            mean_b: b?,
            paired: PairedDifference::of(&differences, alpha)?,
        })
    };
    let mut outcomes = pairs.iter().flatten();
    let has_bounds = outcomes.any(|outcome| outcome.bound.is_some());
    let measures = [
        comparison("score", &|pair| Some(pair.map(|one| one.counted_score))),
        comparison("bound ratio", &|[a, b]| {
            Some([a.bound_ratio?, b.bound_ratio?]).filter(|_| has_bounds)
        }),
        comparison("log score", &|[a, b]| {
            Some([log_score(a.counted_score)?, log_score(b.counted_score)?])
        }),
        comparison("relative score", &|pair| {
            let values = compared_values(&pair, Measure::Relative);
            (measure == Measure::Relative).then_some([values[0], values[1]])
        }),
    ];
    measures.into_iter().flatten().collect()
}

fn failures(cases: &[Pair]) -> Failures {
    let pairs = cases.iter().map(|(_, pair)| pair);
    let failed = pairs.map(|pair| pair.map(|case| case.outcome.has_failed()));
    let counts = PairedCounts::of(failed.clone().map(|[a, b]| a.cmp(&b)));
    Failures {
        only_a: counts.wins,
        only_b: counts.losses,
        both: failed.filter(|failed| *failed == [true; 2]).count() as u64,
        sign_test: counts.sign_test(),
    }
}

fn largest(cases: &[Pair], measure: Measure, sources: &[PlaySource; 2]) -> Vec<Difference> {
    let differences = cases.iter().map(|(key, pair)| {
        let outcomes = pair.map(|case| case.outcome);
        (difference(outcomes, measure), key, outcomes)
    });
    let mut differences: Vec<_> = differences.filter(|(gain, ..)| *gain != 0.0).collect();
    differences.sort_by(|(x, ..), (y, ..)| y.abs().total_cmp(&x.abs()));
    let shown = differences.into_iter().take(SHOWN);
    let shown = shown.map(|(difference, key, outcomes)| {
        let [a, b] = outcomes.map(|case| (case.failed < 1.0).then_some(case.counted_score));
        Difference {
            case: key.label(),
            a,
            b,
            difference,
            command: show_command(key, sources, ""),
        }
    });
    shown.collect()
}

/// Returns the difference in each group, and for each name the number of cases without a value.
fn groups(
    cases: &[Pair],
    measure: Measure,
    choices: &ComparisonOptions,
) -> (Vec<CaseGroup>, Vec<(String, usize)>) {
    let values: Vec<_> = cases.iter().map(|(_, [_, b])| b.values()).collect();
    let names = &choices.by.names;
    let groupings: Vec<_> = names.iter().map(|name| group(name, &values)).collect();
    // Groups of a single case lack an interval.
    let intervals = groupings.iter().flat_map(|(groups, _)| groups);
    let count = intervals.filter(|(_, cases)| cases.len() > 1).count();
    let alpha = choices.alpha.shared(count);
    let mut groups = Vec::new();
    let mut ungrouped = Vec::new();
    for (name, (of_name, without)) in names.iter().zip(groupings) {
        if without > 0 {
            ungrouped.push((name.clone(), without));
        }
        groups.extend(of_name.into_iter().filter_map(|(name, members)| {
            let pairs = members.iter().map(|&index| cases[index].1);
            let outcomes = pairs.map(|pair| pair.map(|case| case.outcome));
            let differences: Vec<f64> = outcomes.map(|pair| difference(pair, measure)).collect();
            let gain = PairedDifference::of(&differences, alpha)?;
            Some(CaseGroup { name, gain })
        }));
    }
    (groups, ungrouped)
}

/// Returns a warning if A and B measured some of `cases` on different known processor models.
fn host_warning([a, b]: [&str; 2], cases: &[Pair]) -> Option<String> {
    let pairs = cases.iter().map(|(_, pair)| pair);
    let models = pairs.map(|pair| pair.map(|case| case.processors()));
    let unlike = models.filter(|[a, b]| !a.is_empty() && !b.is_empty() && a != b);
    let unlike: Vec<[BTreeSet<&str>; 2]> = unlike.collect();
    let [of_a, of_b] = [0, 1].map(|run| {
        let models: BTreeSet<&str> = unlike.iter().flat_map(|pair| &pair[run]).copied().collect();
        let quoted = models.iter().map(|model| format!("`{model}`"));
        quoted.collect::<Vec<_>>().join(", ")
    });
    let warning = format!(
        "warning: {} cases were measured on {of_a} in {a}, on {of_b} in {b}: \
         do not compare times, or scores that depend on time",
        unlike.len()
    );
    (!unlike.is_empty()).then_some(warning)
}
