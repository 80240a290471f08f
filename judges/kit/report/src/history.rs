//! Commands about the history: `list`, `diff`, `note` and `prune`.

use std::collections::BTreeMap;
use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use game::Measure;
use records::stats::{PairedDifference, SignificanceLevel, mean};
use records::{
    BestScore, CaseFigures, CaseName, Conditions, KeptRun, Outcome, PairedValues, Run, base,
    common_measure, eprint_line, json, print, print_json, write,
};
use scene::page::percent;
use scene::{fixed, fixed_signed, printable};
use serde::Serialize;

use crate::cases::{GameVariant, contestants};
use crate::files::{HistoryArgs, readable};
use crate::markdown::TextTable;

/// List the runs of the history, newest first.
///
/// Each has its mean score, mean ratio to the bound, mean ratio to the best score that any listed run has on
/// the case, and the mean difference to its base, the run that it was compared with when it ended, over the
/// cases of both, by the measure of the game. A run that was interrupted, or goes on, is marked `unfinished`; one
/// whose program changed meanwhile, `program changed`. Neither is compared. A run whose records are damaged
/// is left out, with a warning.
#[derive(clap::Args)]
pub struct ListArgs {
    /// List only the COUNT newest runs
    #[arg(short = 'n', long, value_name = "COUNT", help_heading = "Runs")]
    newest: Option<usize>,
    #[command(flatten)]
    history: HistoryArgs,
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
    /// Name of the base, and the difference from it.
    base: Option<String>,
    difference: Option<PairedDifference>,
    note: Option<String>,
    conditions: Conditions,
    command: String,
}

/// Prints the list.
pub fn list(args: &ListArgs) -> Result<()> {
    let history = args.history.open()?;
    let runs = readable(&history.runs()?);
    let mut rows = rows(&runs);
    rows.truncate(args.newest.unwrap_or(rows.len()));
    if args.json { print_json(&rows) } else { print(&format!("{}\n", table(&rows))) }
}

/// Returns the rows of `runs`, the newest first.
fn rows(runs: &[Run]) -> Vec<Row> {
    let contestants = contestants(runs);
    let mut best: BTreeMap<(GameVariant, &CaseName), BestScore> = BTreeMap::new();
    for one in &contestants {
        for (key, case) in &one.cases {
            best.entry((one.game, key)).or_default().raise(&case.outcome);
        }
    }
    let mut rows = Vec::new();
    for one in &contestants {
        let Some(kept) = &one.run.kept else {
            continue;
        };
        let flaw = one.run.flaw();
        let at = runs.iter().position(|run| std::ptr::eq(run, one.run)).unwrap_or(0);
        let earlier = runs[..at].iter().rev();
        let named = kept.base.as_ref().and_then(|name| runs.iter().find(|run| run.name == *name));
        // Runs of earlier versions do not name their base.
        let base =
            named.or_else(|| base(kept, one.cases.keys(), earlier)).filter(|_| flaw.is_none());
        let mut others = contestants.iter();
        let base = base.and_then(|base| {
            others.find(|other| std::ptr::eq(other.run, base) && other.game == one.game)
        });
        // As the run itself is compared with its base when it ends.
        let common = base.iter().flat_map(|base| base.pairs(one));
        let common: Vec<[Outcome; 2]> =
            common.map(|(_, pair)| pair.map(|case| case.outcome)).collect();
        let measure = match base {
            Some(_) => common_measure(common.as_flattened()),
            None => common_measure(one.outcomes()),
        };
        let values = PairedValues::of(measure, common.iter().map(|pair| &pair[..]));
        let difference = values.difference(SignificanceLevel::default());
        let relative =
            one.cases.iter().map(|(key, case)| best[&(one.game, key)].ratio(&case.outcome));
        let figures = CaseFigures::of(one.outcomes());
        rows.push(Row {
            run: kept.name.clone(),
            started: kept.started.clone(),
            commit: kept.commit.clone(),
            dirty: kept.dirty,
            game: one.game.name(),
            cases: one.cases.len(),
            flaw,
            mean_score: (figures.cases() > 0).then_some(figures.score()),
            bound_ratio: figures.bound_ratio(),
            relative: mean(relative).filter(|_| measure == Measure::Relative),
            measure,
            base: base.filter(|_| difference.is_some()).map(|base| base.run.name.clone()),
            difference,
            conditions: kept.conditions.clone(),
            note: kept.note.as_deref().map(printable),
            command: printable(&kept.command),
        });
    }
    rows.reverse();
    rows
}

/// Returns the table. There is a column for conditions if those of a game differ.
fn table(rows: &[Row]) -> TextTable<'_, Row> {
    let are_unlike =
        |one: &Row, other: &Row| one.game == other.game && one.conditions != other.conditions;
    let has_unlike = rows.iter().any(|one| rows.iter().any(|other| are_unlike(one, other)));
    let share = |ratio: Option<f64>| ratio.map(percent).unwrap_or_default();
    let mut table = TextTable::of(rows);
    table
        .text("run", |row| row.run.clone())
        .text("started", |row| row.started.clone())
        .text("commit", commit)
        .text("game", |row| row.game.clone())
        .text("cases", |row| match row.flaw {
            None => row.cases.to_string(),
            Some(flaw) => format!("{}, {flaw}", row.cases),
        })
        .text("mean score", |row| row.mean_score.map(|mean| fixed(mean, 1)).unwrap_or_default())
        .text("bound ratio", |row| share(row.bound_ratio))
        .text("of best", |row| share(row.relative))
        .text("to its base", |row| {
            row.difference.map(|one| difference(one, row)).unwrap_or_default()
        })
        .text("note", |row| row.note.clone().unwrap_or_default())
        .text_if(has_unlike, "conditions", |row| row.conditions.to_string())
        .text("command", |row| row.command.clone());
    table
}

/// Returns the first characters of the commit, and `+` if there were uncommitted changes.
fn commit(row: &Row) -> String {
    let short: String = row.commit.iter().flat_map(|commit| commit.chars().take(10)).collect();
    short + if row.dirty == Some(true) { "+" } else { "" }
}

/// Returns the mean difference with its error, and the name of the base.
fn difference(paired: PairedDifference, row: &Row) -> String {
    let base = row.base.as_deref().unwrap_or_default();
    let (scale, unit) = match row.measure {
        Measure::Score => (1.0, ""),
        _ => (100.0, " %"),
    };
    let error = paired.standard_error.map(|error| format!(" ± {}", fixed(scale * error, 3)));
    let difference = fixed_signed(scale * paired.difference, 3);
    format!("{difference}{}{unit} on {base}", error.unwrap_or_default())
}

/// Print how the commands, conditions and sources of two runs differ, sources as git shows them.
///
/// Exit status 0 in any case.
#[derive(clap::Args)]
pub struct DiffArgs {
    /// Name of the earlier run
    #[arg(value_name = "RUN")]
    before: String,
    /// Name of the later run
    #[arg(value_name = "RUN")]
    after: String,
    #[command(flatten)]
    history: HistoryArgs,
}

/// Prints the differences. A run can be without sources.
pub fn diff(args: &DiffArgs) -> Result<()> {
    let history = args.history.open()?;
    let runs = [history.run(&args.before, None)?, history.run(&args.after, None)?];
    let conditions = runs.each_ref().map(|run| run.conditions.to_string());
    let text = changed("exec", runs.each_ref().map(|run| Some(&run.command)))
        + &changed("build", runs.each_ref().map(|run| run.build.as_ref()))
        + &changed("conditions", conditions.each_ref().map(Some));
    print(&text)?;
    match runs.iter().find(|run| !run.sources().is_dir()) {
        Some(run) => eprint_line(&format!("{}: this run kept no sources", run.name)),
        None => print(&sources(&runs)?)?,
    }
    Ok(())
}

/// Returns lines for a value that differs.
fn changed(name: &str, [before, after]: [Option<&String>; 2]) -> String {
    let line = |sign, text: Option<&String>| {
        text.map_or(String::new(), |text| format!("{sign}{name} = {text}\n"))
    };
    if before == after { String::new() } else { line('-', before) + &line('+', after) }
}

fn sources(runs: &[KeptRun; 2]) -> Result<String> {
    let mut git = Command::new("git");
    git.args("diff --no-index --no-color --no-ext-diff --no-prefix --".split(' '));
    let output =
        git.args(runs.iter().map(KeptRun::sources)).output().context("cannot start git")?;
    let [stdout, stderr] =
        [&output.stdout, &output.stderr].map(|text| String::from_utf8_lossy(text));
    ensure!(matches!(output.status.code(), Some(0 | 1)), "{stderr}");
    Ok(stdout.into_owned())
}

/// Set the note of a run.
#[derive(clap::Args)]
pub struct NoteArgs {
    /// Name of the run
    #[arg(value_name = "RUN")]
    run: String,
    /// The note; an empty one removes it
    #[arg(value_name = "TEXT")]
    text: String,
    #[command(flatten)]
    history: HistoryArgs,
}

/// Delete old runs from the history.
///
/// The newest runs, and runs with a note, stay. Without --yes, the others are only listed.
#[derive(clap::Args)]
pub struct PruneArgs {
    /// Number of the newest runs to keep
    #[arg(long, value_name = "COUNT", help_heading = "Runs")]
    keep: usize,
    /// Delete the runs
    #[arg(long, help_heading = "Runs")]
    yes: bool,
    #[command(flatten)]
    history: HistoryArgs,
}

/// Changes the note in the description of a run.
pub fn note(args: &NoteArgs) -> Result<()> {
    let mut run = args.history.open()?.run(&args.run, None)?;
    run.note = Some(args.text.clone()).filter(|text| !text.is_empty());
    write(&run.description(), true, json(&run)? + "\n")
}

/// Deletes the runs, or lists them.
pub fn prune(args: &PruneArgs) -> Result<()> {
    let runs = args.history.open()?.runs()?;
    let newest = runs.len().saturating_sub(args.keep);
    for run in runs.iter().take(newest).filter(|run| run.note.is_none()) {
        if args.yes {
            fs::remove_dir_all(&run.path).with_context(|| run.path.display().to_string())?;
        }
        let done = if args.yes { "deleted" } else { "would be deleted by --yes" };
        print(&format!("{} {done}\n", printable(&run.name)))?;
    }
    Ok(())
}
