//! The history of runs, and the names of its runs on the command line.

use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use records::{KeptRun, RunFolder, UserError, history, kept_runs, named_last};

/// File of options in a contestant's folder.
const CONFIG: &str = "judge.toml";

#[derive(Clone, Debug, clap::Args)]
pub struct RunHistory {
    /// Folder of the history; without it, `runs` in the nearest judge.toml or the variable JUDGE_RUNS
    /// names it
    #[arg(long = "runs", value_name = "DIR", help_heading = "Runs")]
    folder: Option<PathBuf>,
}

impl RunHistory {
    /// Returns the folder of the history, if there is one.
    pub fn folder(&self) -> Result<Option<PathBuf>> {
        if self.folder.is_some() {
            return Ok(self.folder.clone());
        }
        let configured = configured().map_err(UserError::of)?;
        Ok(configured.or_else(|| history(None)))
    }

    /// Returns the folder of the history; fails if there is none.
    pub fn some_folder(&self) -> Result<PathBuf> {
        let none =
            "no history: give --runs DIR, set `runs` in judge.toml or the variable JUDGE_RUNS";
        self.folder()?.context(UserError(none.into()))
    }

    /// Returns the runs of the history, the oldest first.
    pub fn runs(&self) -> Result<Vec<KeptRun>> {
        kept_runs(&self.some_folder()?)
    }

    /// Finds the folders of the runs called `name`: `last`, `last~1` for the run before it, a
    /// pattern with `*` and `?`, or the name of a run.
    pub fn find(&self, name: &str) -> Result<Vec<RunFolder>> {
        let folder = self.some_folder()?;
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
        let missing = || UserError(format!("{name}: no run in {}", folder.display()));
        ensure!(!runs.is_empty(), missing());
        Ok(runs.into_iter().map(|run| run.folder).collect())
    }

    /// Finds the folder of the run called `name`; fails if there are several.
    pub fn run(&self, name: &str) -> Result<RunFolder> {
        let mut runs = self.find(name)?;
        let several = || UserError(format!("{name}: {} runs; expected one", runs.len()));
        ensure!(runs.len() == 1, several());
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

/// Returns the nearest judge.toml, if there is one.
pub fn config_file() -> Result<Option<PathBuf>> {
    let here = env::current_dir().context("the working folder")?;
    let files = here.ancestors().map(|folder| folder.join(CONFIG));
    let file = { files }.find(|file| file.is_file());
    // A path in the working folder is shown as it would be typed.
    Ok(file.map(|file| {
        file.strip_prefix(&here)
            .map_or(file.clone(), Path::to_path_buf)
    }))
}

/// Returns the folder that the key `runs` in judge.toml names, if any.
fn configured() -> Result<Option<PathBuf>> {
    let Some(path) = config_file()? else {
        return Ok(None);
    };
    let shown = || path.display().to_string();
    let text = fs::read_to_string(&path).with_context(shown)?;
    let table: toml::Table = text.parse().with_context(shown)?;
    let runs = table.get("runs").and_then(toml::Value::as_str);
    Ok(runs.map(|runs| path.with_file_name(runs)))
}
