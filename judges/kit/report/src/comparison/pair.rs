//! Two runs on the same cases.

use game::Cost;
use records::stats::{Alpha, Outcomes, PairedDifference, log_score, mean, relative_scores};
use records::{Fields, conclusion};
use serde::Serialize;

use super::ComparisonOptions;
use super::hosts::host_warning;
use crate::cases::{ContestantCases, Pair, PlayedCase, relative_gain};
use crate::groups::group;
use crate::show_command::{PlaySource, show_command};

/// Cases shown where the two differ most.
const SHOWN: usize = 10;

/// Run B compared with run A.
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
    /// Cases where B's score is higher, equal, and lower.
    #[serde(flatten)]
    pub outcomes: Outcomes,
    pub conclusion: String,
    pub failures: Failures,
    /// Mean times and highest memory over the cases that both have played.
    pub cost: [Cost; 2],
    /// Warning about unlike hosts.
    pub warning: Option<String>,
    /// The cases where relative scores differ most.
    pub largest: Vec<Difference>,
    pub groups: Vec<CaseGroup>,
    /// Names to group by, each with the number of cases that lack the value.
    pub ungrouped: Vec<(String, usize)>,
}

/// One way to measure scores, over the cases where both are known.
#[derive(Serialize)]
pub struct MeasureComparison {
    pub name: &'static str,
    pub mean_a: f64,
    pub mean_b: f64,
    /// The differences B − A.
    #[serde(flatten)]
    pub paired: PairedDifference,
}

/// Failures among the cases that both have played.
#[derive(Serialize)]
pub struct Failures {
    pub only_a: usize,
    pub only_b: usize,
    pub both: usize,
    /// The sign test's p value for A's failures against B's.
    pub sign_test: f64,
}

/// A case where the two differ.
#[derive(Serialize)]
pub struct Difference {
    pub case: String,
    /// Scores; `None` if the case failed.
    pub a: Option<f64>,
    pub b: Option<f64>,
    pub difference: f64,
    /// The command that plays both programs on the case, side by side, or the only one.
    pub command: String,
}

/// The gain in one group of cases that both have solved.
#[derive(Serialize)]
pub struct CaseGroup {
    /// The value, or the range of values, that its cases have.
    pub name: String,
    /// The relative scores, B − A. The intervals of all groups hold together.
    #[serde(flatten)]
    pub gain: PairedDifference,
}

impl RunComparison {
    /// Compares `b` with `a`.
    pub fn new(
        a: &ContestantCases,
        b: &ContestantCases,
        choices: &ComparisonOptions,
    ) -> RunComparison {
        let cases: Vec<Pair> = a.pairs(b).collect();
        let pairs = cases.iter().map(|(_, pair)| *pair);
        let solved = pairs.filter(|pair| !pair.iter().any(|case| case.failed()));
        let solved: Vec<[&PlayedCase; 2]> = solved.collect();
        let scores = solved.iter().map(|[a, b]| b.score() - a.score());
        let relative = solved.iter().map(|pair| relative_gain(*pair));
        let (groups, ungrouped) = groups(&solved, choices);
        RunComparison {
            a: a.name.clone(),
            b: b.name.clone(),
            command_a: a.command.to_string(),
            command_b: b.command.to_string(),
            cases: cases.len(),
            only_a: a.missing_in(b),
            only_b: b.missing_in(a),
            measures: measures(&solved, choices.alpha),
            outcomes: Outcomes::of(&scores.collect::<Vec<_>>()),
            conclusion: conclusion("B", &relative.collect::<Vec<_>>(), choices.alpha),
            failures: failures(&cases),
            cost: [0, 1].map(|run| cost(cases.iter().map(|(_, pair)| pair[run]))),
            warning: host_warning([&a.name, &b.name], &cases),
            largest: largest(&cases, &[b, a].map(PlaySource::of)),
            groups,
            ungrouped,
        }
    }
}

fn measures(solved: &[[&PlayedCase; 2]], alpha: Alpha) -> Vec<MeasureComparison> {
    let measure = |name, of: fn([&PlayedCase; 2]) -> Option<[f64; 2]>| {
        let values: Vec<[f64; 2]> = solved.iter().filter_map(|pair| of(*pair)).collect();
        let [a, b] = [0, 1].map(|run| mean(values.iter().map(|pair| pair[run])));
        let differences: Vec<f64> = values.iter().map(|[a, b]| b - a).collect();
        Some(MeasureComparison {
            name,
            mean_a: a?,
            mean_b: b?,
            paired: PairedDifference::of(&differences, alpha)?,
        })
    };
    let measures = [
        measure("score", |pair| Some(pair.map(PlayedCase::score))),
        measure("share of bound", |[a, b]| Some([a.share()?, b.share()?])),
        measure("log score", |[a, b]| {
            Some([log_score(a.score())?, log_score(b.score())?])
        }),
        measure("relative score", |pair| {
            let relative = relative_scores(&pair.map(PlayedCase::worth));
            Some([relative[0], relative[1]])
        }),
    ];
    measures.into_iter().flatten().collect()
}

fn failures(cases: &[Pair]) -> Failures {
    let failed = cases.iter().map(|(_, pair)| pair.map(PlayedCase::failed));
    let count = |which: [bool; 2]| failed.clone().filter(|failed| *failed == which).count();
    let (only_a, only_b) = (count([true, false]), count([false, true]));
    let outcomes = Outcomes {
        wins: only_a as u64,
        ties: 0,
        losses: only_b as u64,
    };
    Failures {
        only_a,
        only_b,
        both: count([true, true]),
        sign_test: outcomes.sign_test(),
    }
}

fn cost<'a>(cases: impl Iterator<Item = &'a PlayedCase<'a>> + Clone) -> Cost {
    let mean_of = |of: fn(&PlayedCase) -> f64| mean(cases.clone().map(of)).unwrap_or(0.0);
    let peaks = cases.clone().map(PlayedCase::memory_kib);
    Cost {
        cpu_ms: mean_of(|case| case.cpu_ms()),
        wall_ms: mean_of(|case| case.wall_ms()),
        memory_kib: peaks.max().unwrap_or(0),
        ..Cost::default()
    }
}

fn largest(cases: &[Pair], sources: &[PlaySource; 2]) -> Vec<Difference> {
    let differences = cases
        .iter()
        .map(|(key, pair)| (relative_gain(*pair), key, pair));
    let mut differences: Vec<_> = differences.filter(|(gain, ..)| *gain != 0.0).collect();
    differences.sort_by(|(x, ..), (y, ..)| y.abs().total_cmp(&x.abs()));
    let shown = differences.into_iter().take(SHOWN);
    let shown = shown.map(|(difference, key, pair)| {
        let [a, b] = pair.map(|case| (!case.failed()).then_some(case.score()));
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

/// Returns the gain by groups for each name in `choices`, and the number of cases without a value.
fn groups(
    solved: &[[&PlayedCase; 2]],
    choices: &ComparisonOptions,
) -> (Vec<CaseGroup>, Vec<(String, usize)>) {
    let values: Vec<Fields> = solved.iter().map(|[_, b]| b.values()).collect();
    let names = &choices.by.names;
    let groupings: Vec<_> = names.iter().map(|name| group(name, &values)).collect();
    // A single case has no interval.
    let intervals = groupings.iter().flat_map(|(groups, _)| groups);
    let count = intervals.filter(|(_, cases)| cases.len() > 1).count();
    let alpha = choices.alpha.shared(count);
    let mut groups = Vec::new();
    let mut ungrouped = Vec::new();
    for (name, (of_name, without)) in names.iter().zip(groupings) {
        if without > 0 {
            ungrouped.push((name.clone(), without));
        }
        groups.extend(of_name.into_iter().filter_map(|(name, cases)| {
            let gains = cases.iter().map(|&index| relative_gain(solved[index]));
            let differences: Vec<f64> = gains.collect();
            let gain = PairedDifference::of(&differences, alpha)?;
            Some(CaseGroup { name, gain })
        }));
    }
    (groups, ungrouped)
}
