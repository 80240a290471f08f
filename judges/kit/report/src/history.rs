//! The history of runs, and the names of its runs on the command line.

use std::ffi::OsStr;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use records::{KeptRun, RunFolder, kept_runs, named_last, nearest_history};

#[derive(Clone, Debug, clap::Args)]
pub struct RunHistory {
    /// Folder of the history; without it, `runs` in the nearest judge.toml or the variable JUDGE_RUNS
    /// names it
    #[arg(long = "runs", value_name = "DIR", help_heading = "Runs")]
    folder: Option<PathBuf>,
}

impl RunHistory {
    /// Returns the folder of the history; fails if there is none.
    pub fn folder(&self) -> Result<PathBuf> {
        let given = self.folder.clone();
        let folder = given.map_or_else(nearest_history, |folder| Ok(Some(folder)));
        folder?.context(
            "no history: give --runs DIR, set `runs` in judge.toml or the variable JUDGE_RUNS",
        )
    }

    /// Returns the runs of the history, the oldest first.
    pub fn runs(&self) -> Result<Vec<KeptRun>> {
        kept_runs(&self.folder()?)
    }

    /// Finds the folders of the runs called `name`: `last`, `last~1` for the run before it, a
    /// pattern with `*` and `?`, or the name of a run.
    pub fn find(&self, name: &str) -> Result<Vec<RunFolder>> {
        let folder = self.folder()?;
        if let Some(run) = RunFolder::find(&folder, name) {
            return Ok(vec![run]);
        }
        let mut runs = self.runs()?;
        if let Some(last) = named_last(name, &runs) {
            runs = vec![runs.swap_remove(last)];
        } else {
            let is_named = |file: &OsStr| matches(name.as_bytes(), file.as_encoded_bytes());
            runs.retain(|run| run.folder.0.file_name().is_some_and(is_named));
        }
        let folder = folder.display();
        ensure!(!runs.is_empty(), "{name}: no run in {folder}");
        Ok(runs.into_iter().map(|run| run.folder).collect())
    }

    /// Finds the folder of the run called `name`; fails if there are several.
    pub fn run(&self, name: &str) -> Result<RunFolder> {
        let mut runs = self.find(name)?;
        let count = runs.len();
        ensure!(count == 1, "{name}: {count} runs; expected one");
        Ok(runs.remove(0))
    }
}

/// Returns true if `pattern` matches the whole `name`: `*` is any text, `?` any byte.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], _) => name.is_empty(),
        ([b'*', rest @ ..], _) => (0..=name.len()).any(|skipped| matches(rest, &name[skipped..])),
        ([b'?', rest @ ..], [_, name @ ..]) => matches(rest, name),
        ([one, rest @ ..], [other, name @ ..]) => one == other && matches(rest, name),
        (_, []) => false,
    }
}
