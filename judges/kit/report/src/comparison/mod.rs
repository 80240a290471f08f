//! Comparison of runs, case by case.

mod pair;
mod text;

use game::Measure;
use records::stats::{SignificanceLevel, Standing, mean, ranking};
use records::{CaseKey, compared_values};
use serde::Serialize;

use crate::cases::{ContestantCases, measure_of};
use crate::groups::GroupNames;
pub use pair::RunComparison;

/// Parts of a comparison to show.
#[derive(clap::Args)]
#[command(next_help_heading = "Evidence")]
pub struct ComparisonOptions {
    #[command(flatten)]
    pub by: GroupNames,
    /// Significance level: the probability that an interval misses the true value
    #[arg(long, value_name = "CHANCE", default_value_t)]
    pub alpha: SignificanceLevel,
}

/// A comparison of the runs of a game.
#[derive(Serialize)]
pub struct Comparison {
    /// The game and its variant.
    pub game: String,
    /// Measure that decides the comparison.
    pub measure: Measure,
    pub runs: Vec<String>,
    /// Cases that all runs have played.
    pub cases: usize,
    /// Ranking by the mean of the measure over the cases of all runs.
    pub ranking: Vec<Rank>,
    /// Mean differences, row minus column, over the common cases of the two runs.
    pub matrix: Vec<Vec<Option<f64>>>,
    /// Comparison of every later run with the first.
    pub pairs: Vec<RunComparison>,
}

/// A run's place in the ranking.
#[derive(Serialize)]
pub struct Rank {
    #[serde(flatten)]
    pub standing: Standing,
    pub failures: usize,
}

/// Compares the contestants of one game.
pub fn compare(contestants: &[ContestantCases], choices: &ComparisonOptions) -> Comparison {
    let has_all = |key: &&CaseKey| contestants.iter().all(|one| one.cases.contains_key(key));
    let common: Vec<&CaseKey> = contestants[0].cases.keys().filter(has_all).collect();
    let measure = measure_of(contestants);
    let values = common.iter().map(|key| {
        let outcomes = contestants.iter().map(|one| one.cases[key].outcome);
        compared_values(&outcomes.collect::<Vec<_>>(), measure)
    });
    let values: Vec<Vec<f64>> = values.collect();
    let ranking = ranking(&values).into_iter().map(|standing| {
        let cases = &contestants[standing.run].cases;
        let failed = common.iter().filter(|key| cases[key].outcome.has_failed());
        let failures = failed.count();
        Rank { standing, failures }
    });
    let runs = 0..contestants.len();
    let matrix = runs.clone().map(|row| {
        let cells = runs.clone().map(|column| {
            let differences = contestants[column].differences(&contestants[row], measure);
            mean(&differences).filter(|_| row != column)
        });
        cells.collect()
    });
    let others = contestants[1..].iter();
    let pairs = others.map(|other| RunComparison::new(&contestants[0], other, measure, choices));
    Comparison {
        game: contestants[0].game.name(),
        measure,
        runs: contestants.iter().map(|one| one.name.clone()).collect(),
        cases: common.len(),
        ranking: ranking.collect(),
        matrix: matrix.collect(),
        pairs: pairs.collect(),
    }
}
