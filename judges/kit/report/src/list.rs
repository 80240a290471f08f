//! `list`: the runs of the history.

use std::collections::BTreeMap;

use anyhow::Result;
use game::Measure;
use records::stats::{PairedDifference, SignificanceLevel, mean};
use records::{
    CaseKey, Outcome, SummaryFigures, common_measure, compared_values, print, print_json,
};
use scene::page::percent;
use serde::Serialize;

use crate::cases::{ContestantCases, GameVariant, contestants};
use crate::files::{Run, readable};
use crate::history::RunHistory;
use crate::markdown;

/// List the runs of the history, newest first.
///
/// Each has its mean score, mean ratio to the bound, mean ratio to the best score that any listed run has on
/// the case, and the mean difference to the preceding run of the same game and variant, over the cases of
/// both, by the measure of the game. A run that was interrupted, or goes on, is marked `unfinished`; one
/// whose program changed meanwhile, `program changed`. Neither is compared. A run whose records are damaged
/// is left out, with a warning.
#[derive(clap::Args)]
pub struct ListArgs {
    /// List only the COUNT newest runs
    #[arg(short = 'n', long, value_name = "COUNT", help_heading = "Runs")]
    newest: Option<usize>,
    #[command(flatten)]
    history: RunHistory,
    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A run in the list, or the part of a run that belongs to one game.
#[derive(Serialize)]
struct Row {
    run: String,
    started: String,
    commit: Option<String>,
    dirty: Option<bool>,
    game: String,
    cases: usize,
    /// Reason not to compare the run: `unfinished`, or `program changed`.
    flaw: Option<&'static str>,
    mean_score: Option<f64>,
    bound_ratio: Option<f64>,
    /// Mean ratio to the best score of any listed run, if no score is below 0.
    relative: Option<f64>,
    /// Measure of the difference.
    measure: Measure,
    /// Difference from the preceding whole run.
    difference: Option<PairedDifference>,
    note: Option<String>,
    command: String,
}

/// Prints the list.
pub fn run(args: &ListArgs) -> Result<()> {
    let folders = args.history.runs()?.into_iter().map(|run| run.folder);
    let mut runs = readable(folders);
    let newest = args.newest.unwrap_or(runs.len());
    // The oldest listed run is compared with a run that is not listed.
    let rows = rows(&runs.split_off(runs.len().saturating_sub(newest.saturating_add(1))));
    let rows = &rows[..rows.len().min(newest)];
    match args.json {
        true => print_json(&rows),
        false => print(&format!("{}\n", table(rows))),
    }
}

/// Returns the parts of a run, one per game; an interrupted run may be without a case.
fn parts(run: &Run) -> Vec<ContestantCases<'_>> {
    let empty = run.info.iter().filter(|_| run.records.is_empty());
    let empty = empty.map(|info| ContestantCases {
        run,
        name: run.name.clone(),
        game: GameVariant {
            game: &info.game,
            variant: None,
        },
        command: &info.command,
        cases: BTreeMap::new(),
    });
    contestants(run).into_iter().chain(empty).collect()
}

/// Returns the rows of `runs`, the newest first.
fn rows(runs: &[Run]) -> Vec<Row> {
    let contestants: Vec<ContestantCases> = runs.iter().flat_map(parts).collect();
    let mut best: BTreeMap<&CaseKey, Outcome> = BTreeMap::new();
    for (key, case) in contestants.iter().flat_map(|one| &one.cases) {
        let known = best.entry(key).or_insert(case.outcome);
        if case.outcome.counted_score > known.counted_score {
            *known = case.outcome;
        }
    }
    let mut preceding: BTreeMap<GameVariant, &ContestantCases> = BTreeMap::new();
    let mut rows = Vec::new();
    for one in &contestants {
        let Some(info) = &one.run.info else { continue };
        let of_game = contestants.iter().filter(|other| other.game == one.game);
        let measure = common_measure(of_game.flat_map(|one| one.outcomes()));
        let flaw = one.run.flaw();
        let earlier = match flaw {
            None => preceding.insert(one.game, one),
            Some(_) => None,
        };
        let difference = earlier.and_then(|earlier| {
            let differences = earlier.differences(one, measure);
            PairedDifference::of(&differences, SignificanceLevel::default())
        });
        let relative = one.cases.iter().map(|(key, case)| {
            let values = compared_values(&[case.outcome, best[key]], Measure::Relative);
            values[0]
        });
        let figures = SummaryFigures::of(one.outcomes());
        rows.push(Row {
            run: info.name.clone(),
            started: info.started.clone(),
            commit: info.commit.clone(),
            dirty: info.dirty,
            game: one.game.name(),
            cases: one.cases.len(),
            flaw,
            mean_score: (figures.cases > 0).then_some(figures.score),
            bound_ratio: figures.bound_ratio,
            relative: mean(relative).filter(|_| measure == Measure::Relative),
            measure,
            difference,
            note: info.note.clone(),
            command: info.command.clone(),
        });
    }
    rows.reverse();
    rows
}

fn table(rows: &[Row]) -> comfy_table::Table {
    let header = "run|started|commit|game|cases|mean score|bound ratio|of best|to the one before|note|command";
    let rows = rows.iter().map(|row| {
        [
            row.run.clone(),
            row.started.clone(),
            commit(row),
            row.game.clone(),
            match row.flaw {
                None => row.cases.to_string(),
                Some(flaw) => format!("{}, {flaw}", row.cases),
            },
            row.mean_score
                .map_or(String::new(), |mean| format!("{mean:.1}")),
            row.bound_ratio.map_or(String::new(), percent),
            row.relative.map_or(String::new(), percent),
            row.difference
                .map_or(String::new(), |paired| difference(paired, row.measure)),
            row.note.clone().unwrap_or_default(),
            row.command.clone(),
        ]
    });
    markdown::table(header.split('|'), [], rows)
}

/// Returns the first characters of the commit, and `+` if there were uncommitted changes.
fn commit(row: &Row) -> String {
    let Some(commit) = &row.commit else {
        return String::new();
    };
    let short: String = commit.chars().take(10).collect();
    short + if row.dirty == Some(true) { "+" } else { "" }
}

/// Returns the mean difference with its error.
fn difference(paired: PairedDifference, measure: Measure) -> String {
    let (scale, unit) = match measure {
        Measure::Score => (1.0, ""),
        _ => (100.0, " %"),
    };
    let error = paired.standard_error;
    let error = error.map_or(String::new(), |error| format!(" ± {:.3}", scale * error));
    format!("{:+.3}{error}{unit}", scale * paired.difference)
}
