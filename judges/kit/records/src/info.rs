//! The history of runs: a folder that contains one folder for each run.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::create::not_opened;
use crate::failure::{UserError, warn};
use crate::file::read_text;
use crate::version::Version;
use game::Limits;

/// Environment variable: the history's folder, unless an option names it.
const HISTORY: &str = "JUDGE_RUNS";

/// File of options in a contestant's folder.
pub const CONFIG: &str = "judge.toml";

/// Name of the folder with the sources, in a run's folder.
pub const SOURCES: &str = "sources";

/// Name of the file with the records, in a run's folder.
pub const RECORDS: &str = "records.jsonl";

/// Returns the history's folder: `option`, or else the value of JUDGE_RUNS.
pub fn history(option: Option<&Path>) -> Option<PathBuf> {
    let variable = env::var_os(HISTORY).filter(|value| !value.is_empty());
    option.map(PathBuf::from).or(variable.map(PathBuf::from))
}

/// Returns the nearest judge.toml, in the working folder or above it. If it is in the working
/// folder, its path is shown as it would be typed.
pub fn config_file() -> Result<Option<PathBuf>> {
    let here = env::current_dir().context("the working folder")?;
    let mut files = here.ancestors().map(|folder| folder.join(CONFIG));
    let file = files.find(|file| file.is_file());
    Ok(file.map(|file| file.strip_prefix(&here).unwrap_or(&file).to_path_buf()))
}

/// Returns the history's folder: `runs` in the nearest judge.toml, or else the value of JUDGE_RUNS.
///
/// # Errors
/// The file cannot be read or is malformed: [`UserError`].
pub fn nearest_history() -> Result<Option<PathBuf>> {
    let Some(path) = config_file()? else {
        return Ok(history(None));
    };
    let text = read_text(&path, u64::MAX)?;
    let table = text.parse().with_context(|| path.display().to_string());
    let table: toml::Table = table.map_err(UserError::of)?;
    let runs = table.get("runs").and_then(toml::Value::as_str);
    let runs = runs.filter(|runs| !["", "false"].contains(runs));
    Ok(history(
        runs.map(|runs| path.with_file_name(runs)).as_deref(),
    ))
}

/// Description of a run as a whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunInfo {
    /// Version of the file format.
    #[serde(default)]
    pub version: Version,
    /// Short name: the game and a number.
    pub name: String,
    /// The game.
    pub game: String,
    /// Time of the start: UTC, RFC 3339.
    pub started: String,
    /// Commit of the contestant's repository.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commit: Option<String>,
    /// True if tracked files differed from that commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    /// The contestant's command.
    pub command: String,
    /// Command that starts the kept program, in words. Paths that begin with `sources` are in the
    /// run's folder.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<String>,
    /// True if the program changed during the run, so that its records are of different programs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// Limits of one case.
    pub limits: Limits,
    /// Number of plays.
    pub cases: usize,
    /// Note of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Absolute path of the folder of --html, which has a page for every case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PathBuf>,
}

/// The folder of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder(pub PathBuf);

impl RunFolder {
    /// Finds the run `name` in a history's folder.
    pub fn find(history: &Path, name: &str) -> Option<RunFolder> {
        let folder = RunFolder(history.join(name));
        folder.records().is_file().then_some(folder)
    }

    /// Returns the path of the run's description.
    pub fn info(&self) -> PathBuf {
        self.0.join("run.json")
    }

    /// Reads the run's description.
    pub fn read_info(&self) -> Result<RunInfo> {
        let path = self.info();
        serde_json::from_str(&read_text(&path, u64::MAX)?).map_err(|error| {
            let path = path.display();
            UserError(format!("{path}: not the description of a run: {error}")).into()
        })
    }

    /// Returns the path of the run's records.
    pub fn records(&self) -> PathBuf {
        self.0.join(RECORDS)
    }

    /// Returns the folder with the program's sources; each has its path in the contestant's folder.
    pub fn sources(&self) -> PathBuf {
        self.0.join(SOURCES)
    }

    /// Returns the folder with the run's streams.
    pub fn streams(&self) -> PathBuf {
        self.0.join("streams")
    }

    /// Returns the words that start the program kept by the run.
    pub fn start(&self, info: &RunInfo) -> Vec<String> {
        let kept = |word: &String| match word.starts_with(SOURCES) {
            true => self.0.join(word).display().to_string(),
            false => word.clone(),
        };
        info.start.iter().map(kept).collect()
    }
}

/// A run of the history.
#[derive(Clone, Debug)]
pub struct KeptRun {
    /// Its description.
    pub info: RunInfo,
    /// Its folder.
    pub folder: RunFolder,
}

/// Returns the runs of the history in `folder`, the oldest first. Leaves out a run without a
/// readable description, with a warning.
pub fn kept_runs(folder: &Path) -> Result<Vec<KeptRun>> {
    let mut runs = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| not_opened(folder, error))? {
        let entry = entry.with_context(|| folder.display().to_string())?;
        let folder = RunFolder(entry.path());
        if !folder.info().is_file() {
            continue;
        }
        match folder.read_info() {
            Ok(info) => runs.push(KeptRun { info, folder }),
            Err(error) => warn(&error),
        }
    }
    runs.sort_by_cached_key(|KeptRun { info, folder }| {
        let name = folder.0.file_name().unwrap_or_default();
        (info.started.clone(), name.len(), name.to_os_string())
    });
    Ok(runs)
}

/// Returns the index of the run that is called `last`, `last~1` and so on; `None` for other names.
/// The oldest of `runs` comes first.
pub fn named_last(name: &str, runs: &[KeptRun]) -> Option<usize> {
    let before = match name.strip_prefix("last")? {
        "" => 0,
        rest => rest.strip_prefix('~')?.parse().ok()?,
    };
    runs.len().checked_sub(before + 1)
}
