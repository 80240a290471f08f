//! `compare`: prints how runs differ, as text or JSON, and writes a page about it.

use anyhow::{Result, ensure};
use std::path::PathBuf;

use records::{eprint_line, print, print_json};

use crate::cases::by_game;
use crate::comparison::{Comparison, ComparisonOptions, compare};
use crate::files::{NamedRuns, Run, check_output};
use crate::page;

/// Compare runs case by case: each with the first, and all in a ranking; without
/// RUNS, the last two of the history.
///
/// Differences are those of the later run to the first, in score, bound ratio,
/// log score and relative score (ratio to the better of the two). A failed case
/// counts as the statement scores it. The measure of the game decides, usually
/// the relative score. Cases played several times count once, with their means.
#[derive(clap::Args)]
pub struct CompareArgs {
    #[command(flatten)]
    runs: NamedRuns,
    #[command(flatten)]
    choices: ComparisonOptions,
    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
    /// Write a page about the comparison to FILE as well
    #[arg(long, value_name = "FILE", help_heading = "Output")]
    html: Option<PathBuf>,
    /// Replace FILE if it exists
    #[arg(long, help_heading = "Output")]
    force: bool,
}

/// Returns the newest whole run of one program and the previous run of the same game, preferably
/// one with as many cases, rather than a trial of one seed.
fn last_two(mut runs: Vec<Run>) -> Vec<Run> {
    runs.retain(|run| run.flaw().is_none());
    let Some(last) = runs.pop() else { return runs };
    let game = |run: &Run| run.records[0].key.source.game.clone();
    runs.retain(|run| game(run) == game(&last));
    let is_alike = |run: &Run| run.records.len() == last.records.len();
    let alike = runs.iter().rposition(is_alike);
    let before = alike.or(runs.len().checked_sub(1));
    let before = before.map(|index| runs.swap_remove(index));
    before.into_iter().chain([last]).collect()
}

/// Prints the comparison; fails unless two runs have played the same game.
pub fn run(args: &CompareArgs) -> Result<()> {
    let runs = args.runs.read_or(last_two)?;
    args.choices.by.check(&runs)?;
    let by_game = by_game(&runs);
    let played = by_game.iter().filter(|contestants| contestants.len() > 1);
    let comparisons = played.map(|contestants| compare(contestants, &args.choices));
    let comparisons: Vec<Comparison> = comparisons.collect();
    let nothing = match runs.len() {
        0 | 1 => "nothing to compare: give two runs",
        _ => "nothing to compare: no game and variant has been played by two runs",
    };
    ensure!(!comparisons.is_empty(), nothing);
    for pair in comparisons.iter().flat_map(|comparison| &comparison.pairs) {
        pair.warning.iter().for_each(|warning| eprint_line(warning));
    }
    if let Some(path) = &args.html {
        check_output(&runs, path, "--html")?;
        page::write(path, args.force, &by_game, &args.choices)?;
    }
    if args.json {
        print_json(&comparisons)?;
    } else {
        let texts = comparisons.iter().map(|one| one.text(args.choices.alpha));
        print(&texts.collect::<Vec<_>>().join("\n"))?;
    }
    Ok(())
}
