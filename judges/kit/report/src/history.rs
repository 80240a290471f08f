//! The history of runs, as an option, and the commands about it: `diff`, `note` and `prune`.

use std::fs;
use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use records::{KeptRun, RunHistory, eprint_line, json, print, write};
use scene::printable;

#[derive(Clone, Debug, clap::Args)]
pub struct HistoryArgs {
    /// Folder of the history; without it, `runs` in the nearest judge.toml or the variable JUDGE_RUNS
    /// names it
    #[arg(long = "runs", value_name = "DIR", help_heading = "Runs")]
    folder: Option<PathBuf>,
}

impl HistoryArgs {
    /// Returns the history; fails if there is none.
    pub fn open(&self) -> Result<RunHistory> {
        let given = self.folder.clone();
        let given =
            given.map_or_else(RunHistory::nearest, |folder| Ok(Some(RunHistory { folder })));
        given?.context(
            "no history: give --runs DIR, set `runs` in judge.toml or the variable JUDGE_RUNS",
        )
    }
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
    let text = difference("exec", runs.each_ref().map(|run| Some(&run.command)))
        + &difference("build", runs.each_ref().map(|run| run.build.as_ref()))
        + &difference("conditions", conditions.each_ref().map(Some));
    print(&text)?;
    match runs.iter().find(|run| !run.sources().is_dir()) {
        Some(run) => eprint_line(&format!("{}: this run kept no sources", run.name)),
        None => print(&sources(&runs)?)?,
    }
    Ok(())
}

/// Returns lines for a value that differs.
fn difference(name: &str, [before, after]: [Option<&String>; 2]) -> String {
    let line = |sign, text: Option<&String>| {
        text.map_or(String::new(), |text| format!("{sign}{name} = {text}\n"))
    };
    match before == after {
        true => String::new(),
        false => line('-', before) + &line('+', after),
    }
}

fn sources(runs: &[KeptRun; 2]) -> Result<String> {
    let mut git = Command::new("git");
    git.args("diff --no-index --no-color --no-ext-diff --no-prefix --".split(' '));
    let output = git.args(runs.iter().map(KeptRun::sources)).output();
    let output = output.context("cannot start git")?;
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
        let name = printable(&run.name);
        if args.yes {
            let folder = &run.path;
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
            print(&format!("{name} deleted\n"))?;
        } else {
            print(&format!("{name} would be deleted by --yes\n"))?;
        }
    }
    Ok(())
}
