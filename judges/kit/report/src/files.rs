//! Runs and the history that the command line names.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail, ensure};
use records::{KeptRun, RECORDS, Run, RunHistory, warn};

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
        let given = self.folder.clone().map(|folder| Ok(Some(RunHistory { folder })));
        given.unwrap_or_else(RunHistory::nearest)?.context(
            "no history: give --runs DIR, set `runs` in judge.toml or the variable JUDGE_RUNS",
        )
    }
}

/// Runs as arguments of a command.
#[derive(clap::Args)]
pub struct NamedRuns {
    /// Files of records, `-` for standard input, or names of runs: `slider-3`, `slider-*`, `last`,
    /// `last~1` for the one before; a file with several commands is a run for each
    #[arg(value_name = "RUNS")]
    runs: Vec<String>,
    #[command(flatten)]
    history: HistoryArgs,
}

impl NamedRuns {
    /// Reads the runs; fails if none is named, or if one is empty.
    pub fn read(&self) -> Result<Vec<Run>> {
        let none = "no runs: name files of records, or runs of the history";
        ensure!(!self.runs.is_empty(), none);
        let mut runs = Vec::new();
        for name in &self.runs {
            runs.extend(self.find(name)?);
        }
        if let Some(Run { name, .. }) = runs.iter().find(|run| run.records.is_empty()) {
            bail!("{name}: no records");
        }
        Ok(runs)
    }

    /// Reads the runs; if none is named, those that `choose` takes from the history, oldest first.
    pub fn read_or(&self, choose: impl Fn(Vec<Run>) -> Vec<Run>) -> Result<Vec<Run>> {
        if !self.runs.is_empty() {
            return self.read();
        }
        let mut runs = readable(&self.history.open()?.runs()?);
        runs.retain(|run| !run.records.is_empty());
        Ok(choose(runs))
    }

    /// Reads the runs called `name`: a file, a folder with records, or runs of the history.
    fn find(&self, name: &str) -> Result<Vec<Run>> {
        let path = Path::new(name);
        if path.is_dir() {
            let records = path.join(RECORDS);
            ensure!(records.is_file(), "{name}: a folder without `{RECORDS}`");
            return Ok(vec![Run::read(name, &records)?]);
        }
        if name == "-" || path.exists() {
            return Ok(vec![Run::read(name, path)?]);
        }
        let missing = || format!("{name}: no such file");
        let history = self.history.open().with_context(missing)?;
        // A run can lose its description.
        let records = history.folder.join(name).join(RECORDS);
        if records.is_file() {
            return Ok(vec![Run::read(name, &records)?]);
        }
        match &history.find(name, None)?[..] {
            [run] => Ok(vec![Run::of(run)?]),
            runs => Ok(readable(runs)),
        }
    }
}

/// Reads runs of a history; leaves out damaged ones, with a warning.
pub fn readable(runs: &[KeptRun]) -> Vec<Run> {
    runs.iter().map(Run::of).filter_map(|run| run.map_err(|error| warn(&error)).ok()).collect()
}
