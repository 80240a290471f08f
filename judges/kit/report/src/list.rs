//! `list`: the runs of the history.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result};
use records::stats::{Alpha, PairedDifference, mean, relative_scores};
use records::{CaseKey, RunFolder, RunInfo, WrongUsage, print, print_json};
use scene::page::percent;
use serde::Serialize;

use crate::cases::{ContestantCases, Scale, contestants};
use crate::files::{Run, RunHistory};
use crate::markdown;

/// List the runs of the history, newest first.
///
/// Each has its mean score, mean share of the bound, mean share of the best score that any listed run
/// has on the case, and the mean difference of relative score to the preceding run of the same game
/// and variant, over the cases of both. A run that was interrupted, or goes on, is marked `unfinished`
/// and not compared.
#[derive(clap::Args)]
pub struct ListArgs {
    #[command(flatten)]
    history: RunHistory,
    /// Print JSON
    #[arg(long, help_heading = "Output")]
    json: bool,
}

/// A run in the list, or its part of one game.
#[derive(Serialize)]
struct Row {
    run: String,
    started: String,
    commit: Option<String>,
    dirty: Option<bool>,
    game: String,
    cases: usize,
    /// False if the run goes on, or was interrupted.
    whole: bool,
    mean_score: Option<f64>,
    share: Option<f64>,
    /// Mean share of the best score of any listed run.
    relative: Option<f64>,
    /// Difference of relative scores to the preceding whole run.
    difference: Option<PairedDifference>,
    note: Option<String>,
    command: String,
}

/// Prints the list.
pub fn run(args: &ListArgs) -> Result<()> {
    let runs = kept_runs(&args.history).map_err(WrongUsage::of)?;
    let rows = rows(&runs);
    if args.json {
        print_json(&rows)?;
    } else {
        print(&format!("{}\n", table(&rows)))?;
    }
    Ok(())
}

/// The rows of `runs`, the newest first.
fn rows(runs: &[(RunInfo, Run)]) -> Vec<Row> {
    let contestants = runs.iter().flat_map(|(info, run)| {
        let contestants = contestants(run).into_iter();
        contestants.map(move |one| (info, one))
    });
    let contestants: Vec<_> = contestants.collect();
    let mut best: BTreeMap<&CaseKey, f64> = BTreeMap::new();
    for (key, case) in contestants.iter().flat_map(|(_, one)| &one.cases) {
        let known = best.entry(key).or_default();
        *known = known.max(case.worth());
    }
    let mut preceding: BTreeMap<Scale, &ContestantCases> = BTreeMap::new();
    let mut rows = Vec::new();
    for (info, one) in &contestants {
        let whole = !one.run.is_unfinished();
        let earlier = whole.then(|| preceding.insert(one.scale, one)).flatten();
        let difference = earlier.and_then(|earlier| {
            let differences = earlier.relative_differences(one);
            PairedDifference::of(&differences, Alpha::default())
        });
        let cases = || one.cases.iter();
        let relative = cases().map(|(key, case)| relative_scores(&[case.worth(), best[key]])[0]);
        rows.push(Row {
            run: info.name.clone(),
            started: info.started.clone(),
            commit: info.commit.clone(),
            dirty: info.dirty,
            game: one.scale.name(),
            cases: one.cases.len(),
            whole,
            mean_score: mean(cases().map(|(_, case)| case.score())),
            share: mean(cases().filter_map(|(_, case)| case.share())),
            relative: mean(relative),
            difference,
            note: info.note.clone(),
            command: info.command.clone(),
        });
    }
    rows.reverse();
    rows
}

fn table(rows: &[Row]) -> comfy_table::Table {
    let header = [
        "run",
        "started",
        "commit",
        "game",
        "cases",
        "mean score",
        "share",
        "of best",
        "to the one before",
        "note",
        "command",
    ];
    let rows = rows.iter().map(|row| {
        [
            row.run.clone(),
            row.started.clone(),
            commit(row),
            row.game.clone(),
            match row.whole {
                true => row.cases.to_string(),
                false => format!("{}, unfinished", row.cases),
            },
            row.mean_score
                .map_or(String::new(), |mean| format!("{mean:.1}")),
            row.share.map_or(String::new(), percent),
            row.relative.map_or(String::new(), percent),
            row.difference.as_ref().map_or(String::new(), difference),
            row.note.clone().unwrap_or_default(),
            row.command.clone(),
        ]
    });
    markdown::table(header, [], rows)
}

/// The runs of the history with their descriptions, the oldest first.
pub fn kept_runs(history: &RunHistory) -> Result<Vec<(RunInfo, Run)>> {
    let folder = history.folder()?;
    let shown = || folder.display().to_string();
    let mut runs = Vec::new();
    for entry in fs::read_dir(&folder).with_context(shown)? {
        let kept = RunFolder(entry.with_context(shown)?.path());
        if kept.info().is_file() && kept.records().is_file() {
            let run = Run::read(&kept.0.display().to_string(), &kept.records())?;
            runs.extend(run.info.clone().map(|info| (info, run)));
        }
    }
    runs.sort_by_cached_key(|(info, _)| (info.started.clone(), info.name.len(), info.name.clone()));
    Ok(runs)
}

/// The commit's first letters, and a `+` if there were changes on top.
fn commit(row: &Row) -> String {
    let Some(commit) = &row.commit else {
        return String::new();
    };
    let short: String = commit.chars().take(10).collect();
    short + if row.dirty == Some(true) { "+" } else { "" }
}

/// The mean difference of relative score, with its error.
fn difference(paired: &PairedDifference) -> String {
    let error = paired.standard_error;
    let error = error.map_or(String::new(), |error| format!(" ± {:.3}", 100.0 * error));
    format!("{:+.3}{error} %", 100.0 * paired.difference)
}
