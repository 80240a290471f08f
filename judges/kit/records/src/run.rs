//! A run: its description and the files of its folder, if a history has it, and its records.

use std::collections::HashSet;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};

use anyhow::{Result, ensure};
use common::tokens::Malformed;
use flate2::read::GzDecoder;
use scene::printable;
use serde::{Deserialize, Serialize};

use crate::case::CaseName;
use crate::conditions::Conditions;
use crate::create::not_opened;
use crate::failure::UserError;
use crate::file::{MAX_TEXT, at, read_text};
use crate::lines::each_record;
use crate::print::{counted, eprint_line};
use crate::record::{Origin, Record, Version};

/// Name of the file with the records, in a run's folder.
pub const RECORDS: &str = "records.jsonl";

/// Name of the file with the description, in a run's folder.
pub const DESCRIPTION: &str = "run.json";

/// Largest kept output, bytes.
const MAX_OUTPUT: u64 = 1 << 30;

/// A run of the history, without its records: the description in its folder.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptRun {
    /// Its folder.
    #[serde(skip)]
    pub path: PathBuf,
    /// Version of the file format.
    #[serde(default)]
    pub version: Version,
    /// Short name, the game and a number: that of its folder.
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
    /// The command in words; absent in version 1 and for C++ sources in the linked form.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub words: Vec<String>,
    /// Command that built the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub build: Option<String>,
    /// Digest of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub program: Option<String>,
    /// Absolute path of the folder whose files are in `sources`; empty in version 1.
    #[serde(default)]
    pub root: PathBuf,
    /// Absolute path of the folder in which the command starts; empty in version 1.
    #[serde(default, rename = "folder")]
    pub start: PathBuf,
    /// True if the program changed during the run, so that its records are of different programs.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub changed: bool,
    /// Conditions of its plays.
    #[serde(flatten)]
    pub conditions: Conditions,
    /// Number of plays.
    pub cases: usize,
    /// The shard, as typed, if the run is a part of one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shard: Option<String>,
    /// Name of the run that this one was compared with.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub base: Option<String>,
    /// Note of the user.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// Absolute path of the folder of --html, which has a page for every case.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub pages: Option<PathBuf>,
}

impl KeptRun {
    /// Reads the description in a run's folder.
    ///
    /// # Errors
    /// The description is missing or malformed.
    pub fn open(folder: &Path) -> Result<KeptRun> {
        let path = folder.join(DESCRIPTION);
        // A contestant may have made a pipe, which would block every judge.
        for file in [&path, &folder.join(RECORDS)] {
            let problem = || format!("{}: expected a file", file.display());
            ensure!(file.is_file() || !file.exists(), UserError(problem()));
        }
        let read = serde_json::from_str(&read_text(&path, MAX_TEXT)?);
        let mut run: KeptRun = read.map_err(|error: serde_json::Error| {
            let rule = format!("not the description of a run: {error}");
            at(&path, &Malformed::rule(error.line().max(1), rule))
        })?;
        let name = folder.file_name().unwrap_or_default();
        run.name = name.to_string_lossy().into();
        run.path = folder.into();
        Ok(run)
    }

    /// Returns the path of the description.
    pub fn description(&self) -> PathBuf {
        self.path.join(DESCRIPTION)
    }

    /// Returns the path of the records.
    pub fn records(&self) -> PathBuf {
        self.path.join(RECORDS)
    }

    /// Returns the folder with the files of the program, by their path in [`KeptRun::root`].
    pub fn sources(&self) -> PathBuf {
        self.path.join("sources")
    }

    /// Returns the path of the kept output or case with this digest, compressed with gzip.
    pub fn play(&self, digest: &str) -> PathBuf {
        self.path.join("plays").join(format!("{digest}.gz"))
    }

    /// Reads the kept output or case with this digest; `None` if the run did not keep it.
    pub fn kept(&self, digest: &str) -> Result<Option<Vec<u8>>> {
        let path = self.play(digest);
        // A record could name another file.
        let is_digest = digest.bytes().all(|byte| byte.is_ascii_hexdigit());
        if !is_digest || !path.is_file() {
            return Ok(None);
        }
        let mut bytes = Vec::new();
        let file = fs::File::open(&path).map_err(|error| not_opened(&path, error))?;
        let mut content = GzDecoder::new(file).take(MAX_OUTPUT);
        let is_whole = content.read_to_end(&mut bytes).is_ok() && crate::digest(&bytes) == digest;
        let problem = || format!("{}: damaged", path.display());
        ensure!(is_whole, UserError(problem()));
        Ok(Some(bytes))
    }

    /// Returns true if this run is one of several cases, under the conditions of `other`.
    pub(crate) fn can_be_base_of(&self, other: &KeptRun) -> bool {
        self.game == other.game
            && self.conditions == other.conditions
            && self.shard.is_none()
            && !self.changed
            && self.cases > 1
    }
}

/// Common facts of all records of a run.
#[derive(Clone, Debug, Default)]
pub struct RunIdentity {
    /// The game.
    pub game: String,
    /// The contestant: its command and program.
    pub origin: Origin,
    /// Conditions of the plays; `None` if no contestant ran.
    pub conditions: Option<Conditions>,
}

impl RunIdentity {
    /// Returns the identity of plays that no contestant's process plays.
    pub fn without_contestant(game: &str, command: &str) -> RunIdentity {
        RunIdentity { game: game.into(), origin: Origin::of(command), conditions: None }
    }

    /// Returns the identity of the run that has this record.
    pub fn of(record: &Record) -> RunIdentity {
        RunIdentity {
            game: record.case.game.clone(),
            origin: record.origin.clone(),
            conditions: record.conditions.clone(),
        }
    }

    /// Returns the reason why a record does not belong to this run; `None` if it does.
    pub fn difference(&self, record: &Record) -> Option<String> {
        let Record { case, origin, conditions, .. } = record;
        let command = &self.origin.command;
        let names = [("game", &case.game, &self.game), ("command", &origin.command, command)];
        if let Some((name, here, there)) = names.into_iter().find(|(_, here, there)| here != there)
        {
            return Some(format!("{name} is `{here}`, not `{there}`"));
        }
        if self.origin.program != origin.program {
            return Some(format!("`{command}` has changed"));
        }
        let both = conditions.as_ref().zip(self.conditions.as_ref());
        let differences = both.map(|(here, there)| here.differences(there));
        let differences = differences.filter(|differences| !differences.is_empty());
        differences.map(|differences| format!("other conditions: {differences}"))
    }
}

/// The records of a run, usually in one file. Of records that are equal, only the first counts.
#[derive(Clone)]
pub struct Run {
    /// Name of the run on the command line or in the history.
    pub name: String,
    /// The records, in the order of the file.
    pub records: Vec<Record>,
    /// The run of the history with this file, if any.
    pub kept: Option<KeptRun>,
    /// The file; empty without one.
    pub path: PathBuf,
}

impl Run {
    /// Reads the records in a file as run `name`. Equal lines count once, with a warning.
    ///
    /// # Errors
    /// The file is missing, or a line is malformed; the error names file and line.
    pub fn read(name: &str, path: &Path) -> Result<Run> {
        let is_kept = path.file_name().is_some_and(|name| name == RECORDS)
            && path.with_file_name(DESCRIPTION).is_file();
        let kept = path.parent().filter(|_| is_kept).map(KeptRun::open).transpose()?;
        Run::with(kept, name, path)
    }

    /// Reads the records of a run of the history.
    pub fn of(kept: &KeptRun) -> Result<Run> {
        Run::with(Some(kept.clone()), &kept.name, &kept.records())
    }

    fn with(kept: Option<KeptRun>, name: &str, path: &Path) -> Result<Run> {
        let (mut lines, mut records) = (HashSet::new(), Vec::new());
        let mut twice = 0;
        each_record(path, |line| {
            let record = Record::read(line)?;
            match lines.insert(line.to_string()) {
                true => records.push(record),
                false => twice += 1,
            }
            Ok(())
        })?;
        if twice > 0 {
            let path = printable(&path.display().to_string());
            let all = counted(twice + records.len(), "record");
            eprint_line(&format!(
                "warning: {path}: {twice} of {all} were read before and count once"
            ));
        }
        Ok(Run { name: printable(name), records, kept, path: path.into() })
    }

    /// Returns the reason not to compare the run: it is not complete, or its program changed.
    pub fn flaw(&self) -> Option<&'static str> {
        let kept = self.kept.as_ref()?;
        let is_unfinished = self.records.len() < kept.cases;
        let changed = kept.changed.then_some("program changed");
        is_unfinished.then_some("unfinished").or(changed)
    }

    /// Returns the first record whose case `is_asked`.
    pub fn first(&self, is_asked: impl Fn(&CaseName) -> bool) -> Option<&Record> {
        self.records.iter().find(|record| is_asked(&record.case))
    }
}
