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

    /// The folder of the files from which its program started, each at its path in the folder where the
    /// run was started.
    pub fn sources(&self) -> PathBuf {
        self.0.join("sources")
    }

    /// The folder of its compressed streams.
    pub fn streams(&self) -> PathBuf {
        self.0.join("streams")
    }

    /// Returns the command line that starts the program as it was in the run: kept files take the place
    /// of those that `command` names.
    pub fn start(&self, command: &str) -> String {
        let sources = self.sources();
        let kept = |word: String| {
            let path = Path::new(&word);
            let places = [Some(path), path.file_name().map(Path::new)];
            let mut files = places.into_iter().flatten().map(|place| {
                let place = place.strip_prefix(".").unwrap_or(place);
                sources.join(place)
            });
            // An absolute path stays one when it is joined.
            let is_kept = |file: &PathBuf| file.starts_with(&sources) && file.is_file();
            let file = files.find(is_kept);
            let file = file.map(|file| file.display().to_string());
            file.unwrap_or_else(|| word.clone())
        };
        let words: Option<Vec<String>> = shlex::split(command);
        let words = words.map(|words| words.into_iter().map(kept).collect::<Vec<_>>());
        let start = words.and_then(|words| shlex::try_join(words.iter().map(String::as_str)).ok());
        start.unwrap_or_else(|| command.into())
    }
}
