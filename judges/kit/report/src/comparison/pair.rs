//! Two runs on the same cases.

use records::stats::{
    Alpha, Interval, Outcomes, bootstrap_interval, holm, log_score, mean, relative_scores,
    standard_error, t_interval, t_test, wilcoxon,
};
use records::{CaseKey, Fields, conclusion};
use serde::Serialize;

use super::processors::UnlikeProcessors;
use super::rates::UnlikeRates;
use super::{ComparisonOptions, ContestantCases};
use crate::cases::{CaseSet, PlayedCase, Scale, arguments, judge, quoted};
use crate::groups::group;

/// Cases shown where the two differ most.
const SHOWN: usize = 10;

/// Run B compared with run A.
#[derive(Serialize)]
pub struct RunComparison {
    /// Name of A.
    pub a: String,
    /// Name of B.
    pub b: String,
    /// A's command.
    pub command_a: String,
    /// B's command.
    pub command_b: String,
    /// Cases that both have played.
    pub cases: usize,
    /// Cases that A alone has played.
    pub only_a: Vec<String>,
    /// Cases that B alone has played.
    pub only_b: Vec<String>,
    /// The scores of both, measured in several ways.
    pub measures: Vec<MeasureComparison>,
    /// Number of cases where B's score is higher than A's.
    pub wins: u64,
    /// Number of cases where both have the same score.
    pub ties: u64,
    /// Number of cases where B's score is lower than A's.
    pub losses: u64,
    /// The sign test's p value of wins against losses.
    pub sign_test: f64,
    /// One sentence on the relative scores.
    pub conclusion: String,
    /// The cases that were failed.
    pub failures: Failures,
    /// Time and memory of A and B.
    pub cost: [CostMeans; 2],
    /// The cases that were measured on other processors by A than by B.
    pub unlike_processors: Option<UnlikeProcessors>,
    /// The cases that were measured at another work rate of the host by A than by B.
    pub unlike_rates: Option<UnlikeRates>,
    /// The cases where relative scores differ most.
    pub largest: Vec<Difference>,
    /// The gain in groups of cases.
    pub groups: Vec<CaseGroup>,
    /// Cases without a value to group by.
    pub ungrouped: Vec<(String, usize)>,
}

/// One way to measure scores, over the cases where both are known.
#[derive(Serialize)]
pub struct MeasureComparison {
    /// Its name.
    pub name: &'static str,
    /// Number of cases.
    pub cases: usize,
    /// Mean of A.
    pub mean_a: f64,
    /// Mean of B.
    pub mean_b: f64,
    /// Mean of B − A.
    pub difference: f64,
    /// Standard error of that mean.
    pub standard_error: Option<f64>,
    /// Student's t interval for it.
    pub t_interval: Option<[f64; 2]>,
    /// Bootstrap interval for it.
    pub bootstrap_interval: Option<[f64; 2]>,
    /// Wilcoxon's p value.
    pub wilcoxon: f64,
}

/// Failed cases, of those that both have played.
#[derive(Serialize)]
pub struct Failures {
    /// Failed by A alone.
    pub only_a: usize,
    /// Failed by B alone.
    pub only_b: usize,
    /// Failed by both.
    pub both: usize,
    /// The sign test's p value of A's against B's.
    pub sign_test: f64,
}

/// Mean time and highest memory over the cases that both have played.
#[derive(Serialize)]
pub struct CostMeans {
    /// Mean CPU time, ms.
    pub cpu_ms: f64,
    /// Mean wall time, ms.
    pub wall_ms: f64,
    /// Highest peak of memory, KiB.
    pub memory_kib: u64,
}

/// A case where the two differ.
#[derive(Serialize)]
pub struct Difference {
    /// The case.
    pub case: String,
    /// A's score, none if it failed.
    pub a: Option<f64>,
    /// B's score, none if it failed.
    pub b: Option<f64>,
    /// Relative score of B − A.
    pub difference: f64,
    /// The command that plays both on the case, side by side.
    pub command: String,
}

/// The gain in one group of cases.
#[derive(Serialize)]
pub struct CaseGroup {
    /// The value, or the range of values, that its cases have.
    pub name: String,
    /// Cases that both have played and neither failed.
    pub cases: usize,
    /// Mean of the relative score of B − A.
    pub difference: f64,
    /// Student's t interval for it.
    pub t_interval: Option<[f64; 2]>,
    /// Student's p value, corrected for the number of groups by Holm's method.
    pub p_value: Option<f64>,
}

/// A case that both have played.
struct Both<'a> {
    id: &'a CaseKey,
    a: &'a PlayedCase,
    b: &'a PlayedCase,
}

impl Both<'_> {
    fn is_ok(&self) -> bool {
        !self.a.failed && !self.b.failed
    }

    /// Relative scores of A and B; a failed case counts 0.
    fn relative(&self) -> [f64; 2] {
        let relative = relative_scores(&[self.a.worth(), self.b.worth()]);
        [relative[0], relative[1]]
    }

    fn relative_difference(&self) -> f64 {
        let [a, b] = self.relative();
        b - a
    }
}

fn both<'a>(a: &'a CaseSet, b: &'a CaseSet) -> Vec<Both<'a>> {
    let cases = a.cases.iter();
    cases
        .filter_map(|(id, a)| {
            Some(Both {
                id,
                a,
                b: b.cases.get(id)?,
            })
        })
        .collect()
}

/// Mean of the relative score of `b` − `a` over the cases of both.
pub fn mean_relative_difference(a: &CaseSet, b: &CaseSet) -> Option<f64> {
    let differences: Vec<f64> = both(a, b).iter().map(Both::relative_difference).collect();
    mean(&differences)
}

impl RunComparison {
    /// Compares `b` with `a`.
    pub fn new(
        scale: &Scale,
        a: &ContestantCases,
        b: &ContestantCases,
        choices: &ComparisonOptions,
    ) -> RunComparison {
        let cases = both(&a.set, &b.set);
        let solved: Vec<&Both> = cases.iter().filter(|case| case.is_ok()).collect();
        let scores: Vec<f64> = solved
            .iter()
            .map(|case| case.b.score() - case.a.score())
            .collect();
        let outcomes = Outcomes::of(&scores);
        let only = |these: &CaseSet, those: &CaseSet| {
            let missing = these
                .cases
                .keys()
                .filter(|id| !those.cases.contains_key(id));
            missing.map(CaseKey::label).collect()
        };
        let (groups, ungrouped) = groups(&solved, choices);
        RunComparison {
            a: a.name.clone(),
            b: b.name.clone(),
            command_a: a.set.command.clone(),
            command_b: b.set.command.clone(),
            cases: cases.len(),
            only_a: only(&a.set, &b.set),
            only_b: only(&b.set, &a.set),
            measures: measures(&solved, choices),
            wins: outcomes.wins,
            ties: outcomes.ties,
            losses: outcomes.losses,
            sign_test: outcomes.sign_test(),
            conclusion: concluded(&solved, choices.alpha),
            failures: failures(&cases),
            cost: [
                cost(cases.iter().map(|case| case.a)),
                cost(cases.iter().map(|case| case.b)),
            ],
            unlike_processors: UnlikeProcessors::of(cases.iter().map(|case| [case.a, case.b])),
            unlike_rates: UnlikeRates::of(cases.iter().map(|case| [case.a, case.b])),
            largest: largest(scale, &cases, [&a.set.command, &b.set.command]),
            groups,
            ungrouped,
        }
    }
}

/// The comparison of the cases that neither failed, in one sentence.
fn concluded(solved: &[&Both], alpha: Alpha) -> String {
    let differences: Vec<f64> = solved
        .iter()
        .map(|case| case.relative_difference())
        .collect();
    conclusion("B", &differences, alpha)
}

fn measures(solved: &[&Both], choices: &ComparisonOptions) -> Vec<MeasureComparison> {
    let measure = |name, of: fn(&Both) -> Option<[f64; 2]>| {
        let values: Vec<[f64; 2]> = solved.iter().filter_map(|case| of(case)).collect();
        let [a, b] = [0, 1].map(|run| values.iter().map(|pair| pair[run]).collect::<Vec<_>>());
        let differences: Vec<f64> = values.iter().map(|[a, b]| b - a).collect();
        Some(MeasureComparison {
            name,
            cases: values.len(),
            mean_a: mean(&a)?,
            mean_b: mean(&b)?,
            difference: mean(&differences)?,
            standard_error: standard_error(&differences),
            t_interval: ends(t_interval(&differences, choices.alpha)),
            bootstrap_interval: ends(bootstrap_interval(
                &differences,
                choices.alpha,
                choices.seed,
            )),
            wilcoxon: wilcoxon(&differences),
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
        measure("relative score", |case| Some(case.relative())),
    ];
    measures.into_iter().flatten().collect()
}

fn ends(interval: Option<Interval>) -> Option<[f64; 2]> {
    interval.map(|interval| [interval.low, interval.high])
}

fn failures(cases: &[Both]) -> Failures {
    let count = |a: bool, b: bool| {
        let those = cases
            .iter()
            .filter(|case| (case.a.failed, case.b.failed) == (a, b));
        those.count()
    };
    let (only_a, only_b) = (count(true, false), count(false, true));
    let outcomes = Outcomes {
        wins: only_a as u64,
        ties: 0,
        losses: only_b as u64,
    };
    Failures {
        only_a,
        only_b,
        both: count(true, true),
        sign_test: outcomes.sign_test(),
    }
}

fn cost<'a>(cases: impl Iterator<Item = &'a PlayedCase> + Clone) -> CostMeans {
    let mean_of = |of: fn(&PlayedCase) -> f64| {
        let values: Vec<f64> = cases.clone().map(of).collect();
        mean(&values).unwrap_or(0.0)
    };
    CostMeans {
        cpu_ms: mean_of(|case| case.cpu_ms()),
        wall_ms: mean_of(|case| case.wall_ms()),
        memory_kib: cases.clone().map(|case| case.memory_kib).max().unwrap_or(0),
    }
}

fn largest(scale: &Scale, cases: &[Both], [a, b]: [&str; 2]) -> Vec<Difference> {
    let mut cases: Vec<&Both> = cases
        .iter()
        .filter(|case| case.relative_difference() != 0.0)
        .collect();
    cases.sort_by(|x, y| {
        let size = |case: &Both| case.relative_difference().abs();
        size(y).total_cmp(&size(x))
    });
    let shown = cases.into_iter().take(SHOWN).map(|case| Difference {
        case: case.id.label(),
        a: (!case.a.failed).then_some(case.a.score()),
        b: (!case.b.failed).then_some(case.b.score()),
        difference: case.relative_difference(),
        command: format!(
            "{} show {} --exec {} --against {}",
            judge(&scale.game),
            arguments(case.id),
            quoted(b),
            quoted(a)
        ),
    });
    shown.collect()
}

/// The gain in groups by every name asked for, and the cases without a value.
fn groups(solved: &[&Both], choices: &ComparisonOptions) -> (Vec<CaseGroup>, Vec<(String, usize)>) {
    let values: Vec<&Fields> = solved.iter().map(|case| &case.b.values).collect();
    let mut groups = Vec::new();
    let mut ungrouped = Vec::new();
    for name in &choices.by {
        let grouping = group(name, &values);
        if grouping.without > 0 {
            ungrouped.push((name.clone(), grouping.without));
        }
        for (name, cases) in grouping.groups {
            let differences = cases
                .iter()
                .map(|&index| solved[index].relative_difference());
            groups.push(gain(name, &differences.collect::<Vec<_>>(), choices.alpha));
        }
    }
    let (tested, p_values): (Vec<usize>, Vec<f64>) = groups
        .iter()
        .enumerate()
        .filter_map(|(index, group)| Some((index, group.p_value?)))
        .unzip();
    for (index, corrected) in tested.into_iter().zip(holm(&p_values)) {
        groups[index].p_value = Some(corrected);
    }
    (groups, ungrouped)
}

fn gain(name: String, differences: &[f64], alpha: Alpha) -> CaseGroup {
    CaseGroup {
        name,
        cases: differences.len(),
        difference: mean(differences).unwrap_or(0.0),
        t_interval: ends(t_interval(differences, alpha)),
        p_value: t_test(differences),
    }
}
