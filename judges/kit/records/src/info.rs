//! The history: a folder that keeps every run in a folder of its own.

use std::env;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::record::RecordedLimits;

/// Variable that names the history's folder where no option does.
const HISTORY: &str = "JUDGE_RUNS";

/// Returns the history's folder: `option`, or the one that the variable JUDGE_RUNS names.
pub fn history(option: Option<&Path>) -> Option<PathBuf> {
    let variable = || env::var_os(HISTORY).filter(|value| !value.is_empty());
    option
        .map(PathBuf::from)
        .or_else(|| variable().map(PathBuf::from))
}

/// Description of a run as a whole.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct RunInfo {
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
    /// Limits of one case.
    pub limits: RecordedLimits,
    /// Number of games to play; earlier judges did not write it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cases: Option<usize>,
    /// Note of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Words by which the user marks runs.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// Absolute path of the folder of --html, with a page for every case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PathBuf>,
}

impl RunInfo {
    /// Name of the file that holds the description.
    pub const FILE: &str = "run.json";
    /// Name of the file of records in the same folder.
    pub const RECORDS: &str = "records.jsonl";
    /// Name of the folder of the contestant's sources in the same folder.
    pub const SOURCES: &str = "sources";
}
