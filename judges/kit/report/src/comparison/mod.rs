//! Runs on the same cases, compared case by case.

mod hosts;
mod pair;
mod text;

use std::collections::{BTreeMap, BTreeSet};

use records::CaseKey;
use records::stats::{Alpha, Standing, mean, ranking};
use serde::Serialize;

use crate::cases::{CaseSet, Scale, by_scale_and_command};
use crate::files::Run;
use crate::groups::GroupNames;
use crate::show_command::PlaySource;
pub use pair::RunComparison;

/// Parts of a comparison to show.
#[derive(clap::Args)]
#[command(next_help_heading = "Evidence")]
pub struct ComparisonOptions {
    #[command(flatten)]
    pub by: GroupNames,
    /// Chance of error of every interval
    #[arg(long, value_name = "CHANCE", default_value_t)]
    pub alpha: Alpha,
}

/// The runs of one scale, compared.
#[derive(Serialize)]
pub struct Comparison {
    /// The game and its variant.
    pub game: String,
    pub runs: Vec<String>,
    /// Cases that all runs have played.
    pub cases: usize,
    /// The ranking by mean relative score over those cases.
    pub ranking: Vec<Rank>,
    /// Mean difference of relative scores over the cases of both: row less column.
    pub matrix: Vec<Vec<Option<f64>>>,
    /// Every later run compared with the first.
    pub pairs: Vec<RunComparison>,
}

/// A run's place in the ranking.
#[derive(Serialize)]
pub struct Rank {
    #[serde(flatten)]
    pub standing: Standing,
    pub failures: usize,
}

/// A contestant's cases in one run, under the run's name.
pub struct ContestantCases<'a> {
    /// The run, and the command if the run has several.
    pub name: String,
    /// Its cases of one scale.
    pub set: CaseSet<'a>,
    pub run: &'a Run,
}

impl ContestantCases<'_> {
    /// The source of its plays.
    pub fn source(&self) -> PlaySource {
        PlaySource::of(self.run, self.set.command)
    }
}

/// Lists the contestants of every scale, in the order of the runs.
pub fn scales(runs: &[Run]) -> Vec<(Scale, Vec<ContestantCases<'_>>)> {
    let mut scales: Vec<(Scale, Vec<ContestantCases>)> = Vec::new();
    for run in runs {
        let sets = by_scale_and_command(&run.records);
        let commands: BTreeSet<&str> = sets.iter().map(|(_, set)| set.command).collect();
        for (scale, set) in sets {
            let name = if commands.len() > 1 {
                format!("{} [{}]", run.name, set.command)
            } else {
                run.name.clone()
            };
            let contestant = ContestantCases { name, set, run };
            match scales.iter_mut().find(|(known, _)| *known == scale) {
                Some((_, contestants)) => contestants.push(contestant),
                None => scales.push((scale, vec![contestant])),
            }
        }
    }
    scales
}

/// The cases that any of these contestants has played.
pub fn all_cases<'a>(contestants: &'a [ContestantCases]) -> BTreeSet<&'a CaseKey> {
    let cases = contestants.iter().map(|one| &one.set.cases);
    cases.flat_map(BTreeMap::keys).collect()
}

/// Compares the contestants of one scale.
pub fn compare(
    scale: &Scale,
    contestants: &[ContestantCases],
    choices: &ComparisonOptions,
) -> Comparison {
    let sets: Vec<&CaseSet> = contestants.iter().map(|one| &one.set).collect();
    let has_all = |key: &&CaseKey| sets.iter().all(|set| set.cases.contains_key(key));
    let common: Vec<&CaseKey> = sets[0].cases.keys().filter(has_all).collect();
    let worths = common
        .iter()
        .map(|key| sets.iter().map(|set| set.cases[key].worth()));
    let worths: Vec<Vec<f64>> = worths.map(Iterator::collect).collect();
    let ranking = ranking(&worths).into_iter().map(|standing| {
        let cases = &sets[standing.run].cases;
        let failures = common.iter().filter(|key| cases[key].failed()).count();
        Rank { standing, failures }
    });
    let matrix = (0..sets.len()).map(|row| {
        let cells = (0..sets.len()).map(|column| {
            let differences = sets[column].relative_differences(sets[row]);
            mean(&differences).filter(|_| row != column)
        });
        cells.collect()
    });
    let others = contestants[1..].iter();
    let pairs = others.map(|other| RunComparison::new(&contestants[0], other, choices));
    Comparison {
        game: scale.name(),
        runs: contestants.iter().map(|one| one.name.clone()).collect(),
        cases: common.len(),
        ranking: ranking.collect(),
        matrix: matrix.collect(),
        pairs: pairs.collect(),
    }
}
