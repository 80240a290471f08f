//! `compare`: prints how runs differ, case by case, as text or JSON.

mod pair;
mod text;

use anyhow::{Result, bail, ensure};
use game::Measure;
use records::stats::{CaseValue, SignificanceLevel, Standing, holm, mean, ranking};
use records::{CaseName, PairedValues, Run, eprint_line, print, print_json};
use serde::Serialize;

use crate::cases::{ContestantCases, by_game, case_values, measure_of, warn_of_conditions};
use crate::files::NamedRuns;
use crate::groups::{GroupNames, check, parameters};
pub use pair::RunComparison;
use pair::common_cases;

/// Compare runs case by case: each with the first, and all in a ranking; without
/// RUNS, the last two of the history.
///
/// Differences are those of the later run (B) to the first (A), in score, bound
/// ratio, log score and relative score (ratio to the best of the compared runs). A
/// failed case counts as the statement scores it. The last sentence describes these
/// cases by the measure of the game, usually the relative score; `duel` proves which
/// program is better. Cases played several times count once, with their means.
#[derive(clap::Args)]
pub struct CompareArgs {
    #[command(flatten)]
    runs: NamedRuns,
    #[command(flatten)]
    choices: ComparisonOptions,
    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// Returns the newest whole run of one program and the previous run of the same game, preferably
/// one with as many cases, rather than a trial of one seed.
fn last_two(mut runs: Vec<Run>) -> Vec<Run> {
    runs.retain(|run| run.flaw().is_none());
    let Some(last) = runs.pop() else { return runs };
    let game = |run: &Run| run.records[0].case.game.clone();
    runs.retain(|run| game(run) == game(&last));
    let is_alike = |run: &Run| run.records.len() == last.records.len();
    let before = runs.iter().rposition(is_alike).or(runs.len().checked_sub(1));
    before.map(|index| runs.swap_remove(index)).into_iter().chain([last]).collect()
}

/// Prints the comparison; fails unless two runs have played the same game.
pub fn run(args: &CompareArgs) -> Result<()> {
    let runs = args.runs.read_or(last_two)?;
    check(&args.choices.by.names, &runs, parameters)?;
    let by_game = by_game(&runs);
    let played = by_game.iter().filter(|contestants| contestants.len() > 1);
    let comparisons: Vec<Comparison> =
        played.map(|contestants| compare(contestants, &args.choices)).collect();
    if comparisons.is_empty() {
        ensure!(runs.len() > 1, "nothing to compare: give two runs");
        let games = by_game.iter().map(|contestants| contestants[0].game.name());
        let games = games.collect::<Vec<_>>().join(", ");
        bail!("nothing to compare: no game and variant has been played by two runs: {games}");
    }
    warn_of_conditions(&by_game);
    for pair in comparisons.iter().flat_map(|comparison| &comparison.pairs) {
        pair.warning.iter().for_each(|warning| eprint_line(warning));
    }
    if args.json {
        return print_json(&comparisons);
    }
    let texts = comparisons.iter().map(|one| one.text(args.choices.alpha));
    print(&texts.collect::<Vec<_>>().join("\n"))
}

/// Parts of a comparison to show.
#[derive(clap::Args)]
#[command(next_help_heading = "Evidence")]
pub struct ComparisonOptions {
    #[command(flatten)]
    pub by: GroupNames,
    /// Significance level: the probability that an interval misses the true value, if its assumptions hold
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
    pub ranking: Vec<Standing>,
    /// Mean differences, row minus column, over the common cases of the two runs.
    pub matrix: Vec<Vec<Option<f64>>>,
    /// Comparison of every later run with the first.
    pub pairs: Vec<RunComparison>,
}

/// Compares the contestants of one game. Relative scores are ratios to the best of all of them. The
/// intervals and tests of the pairs are valid together.
pub fn compare(contestants: &[ContestantCases], choices: &ComparisonOptions) -> Comparison {
    let has_all = |key: &&CaseName| contestants.iter().all(|one| one.cases.contains_key(key));
    let common: Vec<&CaseName> = contestants[0].cases.keys().filter(has_all).collect();
    let measure = measure_of(contestants);
    let values: Vec<Vec<CaseValue>> = common
        .iter()
        .map(|key| {
            let outcomes = contestants.iter().map(|one| one.cases[*key].outcome);
            case_values(&outcomes.collect::<Vec<_>>(), measure)
        })
        .collect();
    let objective = measure.objective(contestants[0].game.objective);
    let ranking = ranking(&values).into_iter().map(|mut standing| {
        standing.mean = objective.gain(standing.mean, 0.0);
        standing
    });
    let runs = 0..contestants.len();
    let matrix = runs.clone().map(|row| {
        let cells = runs.clone().map(|column| {
            let (_, outcomes) = common_cases(contestants, [column, row]);
            let pairs = PairedValues::of(measure, outcomes.iter().map(Vec::as_slice)).values;
            mean(pairs.iter().map(|[column, row]| row - column)).filter(|_| row != column)
        });
        cells.collect()
    });
    let others = contestants.len() - 1;
    let pairs = (1..=others).map(|other| {
        let alpha = choices.alpha.shared(others);
        RunComparison::new(contestants, [0, other], measure, &choices.by.names, alpha)
    });
    let mut pairs: Vec<RunComparison> = pairs.collect();
    let tests = pairs.iter().map(|pair| pair.counts.sign_test());
    let p_values = holm(&tests.collect::<Vec<_>>());
    for (pair, p_value) in pairs.iter_mut().zip(p_values) {
        pair.p_value = p_value;
        pair.conclusion = pair.values.description("B", choices.alpha, others, p_value);
    }
    Comparison {
        game: contestants[0].game.name(),
        measure,
        runs: contestants.iter().map(|one| one.name.clone()).collect(),
        cases: common.len(),
        ranking: ranking.collect(),
        matrix: matrix.collect(),
        pairs,
    }
}
