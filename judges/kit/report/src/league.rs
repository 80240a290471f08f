//! `league`: ranks many contestants on the same cases.

use std::collections::BTreeSet;

use anyhow::{Context, Result, bail, ensure};
use game::{Measure, Stream, rng};
use rand::seq::SliceRandom;
use records::stats::{LeaguePlace, SignificanceLevel, league};
use records::{CaseFigures, CaseName, Outcome, counted, difference, print};
use scene::page::percent;

use crate::cases::{
    ContestantCases, by_game, case_values, measure_of, name_list, warn_of_conditions,
};
use crate::files::NamedRuns;
use crate::markdown::TextTable;

/// Rank many runs of the same cases, and print who is proven better than whom.
///
/// Runs are ranked by the measure of the game, usually the relative score: the ratio to the best run's score
/// on the case. What is proven of two runs is their mean difference as in a duel, relative to the better of the
/// two, so it does not depend on the other runs. A failed case counts as the statement scores it.
#[derive(clap::Args)]
pub struct LeagueArgs {
    #[command(flatten)]
    runs: NamedRuns,
    /// Maximum probability that any pair listed as proven is wrong; also the error of each interval
    #[arg(long, value_name = "CHANCE", default_value_t, help_heading = "Evidence")]
    alpha: SignificanceLevel,
}

/// Tells what the proofs assume.
const CAUTION: &str = "if cases are independent draws, looked at once";

/// Prints a table for every game and variant; fails if the runs have different cases.
pub fn run(args: &LeagueArgs) -> Result<()> {
    let runs = args.runs.read()?;
    let by_game = by_game(&runs);
    check(&by_game)?;
    warn_of_conditions(&by_game);
    let tables = by_game.iter().map(|of_game| text(of_game, args.alpha));
    print(&tables.collect::<Result<Vec<_>>>()?.join("\n"))
}

/// Checks that there are at least two contestants, and that all have played the same cases.
fn check(by_game: &[Vec<ContestantCases>]) -> Result<()> {
    let all: BTreeSet<&str> = by_game.iter().flatten().map(|one| one.name.as_str()).collect();
    for contestants in by_game {
        let (first, others) = (&contestants[0], &contestants[1..]);
        if let Some(without) =
            all.iter().find(|name| contestants.iter().all(|one| one.name != **name))
        {
            let (with, game) = (&first.name, first.game.name());
            bail!("{without} has no case of {game}, which {with} has played");
        }
        ensure!(!others.is_empty(), "a league needs two runs or more; there is one");
        for [run, other] in others.iter().flat_map(|other| [[other, first], [first, other]]) {
            let (lacking, run, with) = (other.missing_in(run), &run.name, &other.name);
            let named = name_list(&lacking);
            let rule = "a league is of the same cases";
            ensure!(lacking.is_empty(), "{run} lacks {named}, which {with} has played; {rule}");
        }
    }
    Ok(())
}

fn text(contestants: &[ContestantCases], alpha: SignificanceLevel) -> Result<String> {
    let measure = measure_of(contestants);
    let game = contestants[0].game.name();
    let unbounded = "the score has no range, so a league can prove nothing; compare pairs of runs";
    let range = measure.range().with_context(|| format!("{game}: {unbounded}"))?;
    // In an order that depends only on their names, as if at random: neighbouring seeds and files may
    // be similar.
    let mut cases: Vec<&CaseName> = contestants[0].cases.keys().collect();
    cases.shuffle(&mut rng("league", 0, Stream::Case));
    let outcomes = |case| contestants.iter().map(|run| run.cases[case].outcome).collect();
    let outcomes: Vec<Vec<Outcome>> = cases.into_iter().map(outcomes).collect();
    let values = outcomes.iter().map(|case| case_values(case, measure));
    let in_pairs =
        |case: usize, pair: [usize; 2]| difference(pair.map(|run| outcomes[case][run]), measure);
    let places = league(&values.collect::<Vec<_>>(), in_pairs, &range, alpha);
    let pairs = places.len() * (places.len() - 1) / 2;
    let proven: usize = places.iter().map(|place| place.better_than.len()).sum();
    let (cases, runs) = (counted(outcomes.len(), "case"), counted(places.len(), "run"));
    let table = table(&places, contestants, measure, alpha);
    let chance = format!("with a chance of at most {alpha} that any is wrong, {CAUTION}");
    Ok(format!(
        "{game}: {cases}, {runs}\n\n{table}\n\nproven: {proven} of {pairs} pairs, {chance}\n"
    ))
}

fn table(
    places: &[LeaguePlace],
    contestants: &[ContestantCases],
    measure: Measure,
    alpha: SignificanceLevel,
) -> String {
    let number_of =
        |run: usize| 1 + places.iter().take_while(|one| one.standing.run != run).count();
    let run = |place: &LeaguePlace| &contestants[place.standing.run];
    let interval = format!("{} % interval", 100.0 * (1.0 - alpha.get()));
    TextTable::of(places)
        .number("place", |place| number_of(place.standing.run).to_string())
        .text("rank", |place| match (place.ranks.start(), place.ranks.end()) {
            (low, high) if low == high => low.to_string(),
            (low, high) => format!("{low} to {high}"),
        })
        .text("run", |place| run(place).name.clone())
        .number(measure.name(), |place| format!("{:.4}", place.standing.mean))
        .text(&interval, |LeaguePlace { interval, .. }| {
            format!("{:.4} to {:.4}", interval.low, interval.high)
        })
        .number("of bound", |place| {
            CaseFigures::of(run(place).outcomes()).bound_ratio().map(percent).unwrap_or_default()
        })
        .number("wins", |place| place.standing.bests.to_string())
        .number("alone", |place| place.standing.uniques.to_string())
        .number("failed", |place| place.standing.failures.to_string())
        .text("better than places", |place| {
            ranges(place.better_than.iter().map(|&other| number_of(other)).collect())
        })
        .to_string()
}

/// Returns numbers in ascending order, with ranges of consecutive numbers: `2, 4-7`.
fn ranges(numbers: BTreeSet<usize>) -> String {
    let numbers: Vec<usize> = numbers.into_iter().collect();
    let texts = numbers.chunk_by(|one, next| one + 1 == *next).map(|run| match run {
        [first, .., last] => format!("{first}-{last}"),
        _ => run[0].to_string(),
    });
    texts.collect::<Vec<_>>().join(", ")
}
