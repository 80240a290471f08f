//! The history: a folder that keeps every run in a folder of its own.

use std::env;
use std::path::{Path, PathBuf};

use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::failure::WrongUsage;
use crate::file::read_text;
use crate::version::Version;
use game::Limits;

/// Variable that names the history's folder where no option does.
const HISTORY: &str = "JUDGE_RUNS";

/// Folder of the sources in the folder of a run.
pub const SOURCES: &str = "sources";

/// Returns the history's folder: `option`, or the one that the variable JUDGE_RUNS names.
pub fn history(option: Option<&Path>) -> Option<PathBuf> {
    let variable = env::var_os(HISTORY).filter(|value| !value.is_empty());
    option.map(PathBuf::from).or(variable.map(PathBuf::from))
}

/// Description of a run as a whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunInfo {
    /// Version of the form.
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
    /// True if tracked files had changed since that commit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dirty: Option<bool>,
    /// The contestant's command.
    pub command: String,
    /// Words that start the kept program: paths that begin with `sources` lie in the folder of the run.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub start: Vec<String>,
    /// True if the program changed while the run was played: its records are of several programs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// Limits of one case.
    pub limits: Limits,
    /// Number of plays.
    pub cases: usize,
    /// Note of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Absolute path of the folder of --html, with a page for every case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PathBuf>,
}

impl RunInfo {
    /// Name of the file of records in the folder of a run.
    pub const RECORDS: &str = "records.jsonl";
}

/// The folder of one run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunFolder(pub PathBuf);

impl RunFolder {
    /// Finds run `name` in the folder of a history.
    pub fn find(history: &Path, name: &str) -> Option<RunFolder> {
        let folder = RunFolder(history.join(name));
        folder.records().is_file().then_some(folder)
    }

    /// The file of its description.
    pub fn info(&self) -> PathBuf {
        self.0.join("run.json")
    }

    /// Reads its description.
    pub fn read_info(&self) -> Result<RunInfo> {
        let path = self.info();
        serde_json::from_str(&read_text(&path, u64::MAX)?).map_err(|error| {
            let path = path.display();
            WrongUsage(format!("{path}: not the description of a run: {error}")).into()
        })
    }

    /// The file of its records.
    pub fn records(&self) -> PathBuf {
        self.0.join(RunInfo::RECORDS)
    }

    /// The folder of its program's sources, each at its path in the contestant's folder.
    pub fn sources(&self) -> PathBuf {
        self.0.join(SOURCES)
    }

    /// The folder of its streams.
    pub fn streams(&self) -> PathBuf {
        self.0.join("streams")
    }

    /// Returns the words that start the program as the run kept it.
    pub fn start(&self, info: &RunInfo) -> Vec<String> {
        let kept = |word: &String| match word.starts_with(SOURCES) {
            true => self.0.join(word).display().to_string(),
            false => word.clone(),
        };
        info.start.iter().map(kept).collect()
    }
}
