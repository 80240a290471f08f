//! Two runs on the same cases.

use records::stats::{
    Alpha, Outcomes, PairedDifference, log_score, mean, relative_difference, relative_scores,
};
use records::{CaseKey, Fields, conclusion};
use serde::Serialize;

use super::hosts::host_warnings;
use super::{ComparisonOptions, ContestantCases};
use crate::cases::{PlayedCase, Scale, show_command};
use crate::groups::group;

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
    pub cost: [CostMeans; 2],
    /// Warnings about unlike hosts.
    pub warnings: Vec<String>,
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
    /// The sign test's p value of A's against B's.
    pub sign_test: f64,
}

/// Mean times, ms, and highest memory, KiB, over the cases that both have played.
#[derive(Serialize)]
pub struct CostMeans {
    pub cpu_ms: f64,
    pub wall_ms: f64,
    pub memory_kib: u64,
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

/// A case that both have played.
struct Both<'a> {
    id: &'a CaseKey,
    a: &'a PlayedCase<'a>,
    b: &'a PlayedCase<'a>,
}

impl Both<'_> {
    fn is_ok(&self) -> bool {
        !self.a.failed() && !self.b.failed()
    }

    fn relative_difference(&self) -> f64 {
        relative_difference(self.a.worth(), self.b.worth())
    }
}

impl RunComparison {
    /// Compares `b` with `a`.
    pub fn new(
        scale: &Scale,
        a: &ContestantCases,
        b: &ContestantCases,
        choices: &ComparisonOptions,
    ) -> RunComparison {
        let pairs: Vec<[&PlayedCase; 2]> = a.set.pairs(&b.set).map(|(_, pair)| pair).collect();
        let both = a.set.pairs(&b.set).map(|(id, [a, b])| Both { id, a, b });
        let cases: Vec<Both> = both.collect();
        let solved: Vec<&Both> = cases.iter().filter(|case| case.is_ok()).collect();
        let scores = solved.iter().map(|case| case.b.score() - case.a.score());
        let relative = solved.iter().map(|case| case.relative_difference());
        let (groups, ungrouped) = groups(&solved, choices);
        RunComparison {
            a: a.name.clone(),
            b: b.name.clone(),
            command_a: a.set.command.to_string(),
            command_b: b.set.command.to_string(),
            cases: cases.len(),
            only_a: a.set.missing_in(&b.set),
            only_b: b.set.missing_in(&a.set),
            measures: measures(&solved, choices.alpha),
            outcomes: Outcomes::of(&scores.collect::<Vec<_>>()),
            conclusion: conclusion("B", &relative.collect::<Vec<_>>(), choices.alpha),
            failures: failures(&pairs),
            cost: [0, 1].map(|run| cost(pairs.iter().map(|pair| pair[run]))),
            warnings: host_warnings([&a.name, &b.name], &pairs),
            largest: largest(scale, &cases, [&b.start, &a.start]),
            groups,
            ungrouped,
        }
    }
}

fn measures(solved: &[&Both], alpha: Alpha) -> Vec<MeasureComparison> {
    let measure = |name, of: fn(&Both) -> Option<[f64; 2]>| {
        let values: Vec<[f64; 2]> = solved.iter().filter_map(|case| of(case)).collect();
        let [a, b] = [0, 1].map(|run| values.iter().map(|pair| pair[run]).collect::<Vec<_>>());
        let differences: Vec<f64> = values.iter().map(|[a, b]| b - a).collect();
        Some(MeasureComparison {
            name,
            mean_a: mean(&a)?,
            mean_b: mean(&b)?,
            paired: PairedDifference::of(&differences, alpha)?,
        })
    };
    let measures = [
        measure("score", |case| Some([case.a.score(), case.b.score()])),
        measure("share of bound", |case| {
            Some([case.a.share()?, case.b.share()?])
        }),
        measure("log score", |case| {
            Some([log_score(case.a.score())?, log_score(case.b.score())?])
        }),
        measure("relative score", |case| {
            let relative = relative_scores(&[case.a.worth(), case.b.worth()]);
            Some([relative[0], relative[1]])
        }),
    ];
    measures.into_iter().flatten().collect()
}

fn failures(cases: &[[&PlayedCase; 2]]) -> Failures {
    let count = |failed: [bool; 2]| {
        let cases = cases.iter();
        let cases = cases.filter(|pair| pair.map(|case| case.failed()) == failed);
        cases.count()
    };
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

fn cost<'a>(cases: impl Iterator<Item = &'a PlayedCase<'a>> + Clone) -> CostMeans {
    let mean_of = |of: fn(&PlayedCase) -> f64| {
        let values: Vec<f64> = cases.clone().map(of).collect();
        mean(&values).unwrap_or(0.0)
    };
    CostMeans {
        cpu_ms: mean_of(|case| case.cpu_ms()),
        wall_ms: mean_of(|case| case.wall_ms()),
        memory_kib: cases
            .clone()
            .map(|case| case.memory_kib())
            .max()
            .unwrap_or(0),
    }
}

fn largest(scale: &Scale, cases: &[Both], commands: [&str; 2]) -> Vec<Difference> {
    let difference = |case: &&Both| case.relative_difference();
    let mut cases: Vec<&Both> = cases.iter().collect();
    cases.retain(|case| difference(case) != 0.0);
    cases.sort_by(|x, y| difference(y).abs().total_cmp(&difference(x).abs()));
    let shown = cases.into_iter().take(SHOWN).map(|case| Difference {
        case: case.id.label(),
        a: (!case.a.failed()).then_some(case.a.score()),
        b: (!case.b.failed()).then_some(case.b.score()),
        difference: case.relative_difference(),
        command: show_command(&scale.game, case.id, &commands),
    });
    shown.collect()
}

/// The gain in groups by every name that `choices` has, and the number of cases without a value.
fn groups(solved: &[&Both], choices: &ComparisonOptions) -> (Vec<CaseGroup>, Vec<(String, usize)>) {
    let values: Vec<Fields> = solved.iter().map(|case| case.b.values()).collect();
    let groupings: Vec<_> = choices.by.iter().map(|name| group(name, &values)).collect();
    // A single case has no interval.
    let intervals = groupings.iter().flat_map(|grouping| &grouping.groups);
    let count = intervals.filter(|(_, cases)| cases.len() > 1).count();
    let alpha = choices.alpha.shared(count);
    let mut groups = Vec::new();
    let mut ungrouped = Vec::new();
    for (name, grouping) in choices.by.iter().zip(groupings) {
        if grouping.without > 0 {
            ungrouped.push((name.clone(), grouping.without));
        }
        groups.extend(grouping.groups.into_iter().filter_map(|(name, cases)| {
            let cases = cases.iter().map(|&index| solved[index]);
            let differences: Vec<f64> = cases.map(Both::relative_difference).collect();
            let gain = PairedDifference::of(&differences, alpha)?;
            Some(CaseGroup { name, gain })
        }));
    }
    (groups, ungrouped)
}
