//! Runs as the command line names them.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Error, Result, bail, ensure};
use records::{Record, RunFolder, RunInfo, WrongUsage, each_record, json, note};
use scene::printable;

use crate::history::{KeptRun, RunHistory};
use crate::shown::from_json;

/// Runs as arguments of a command.
#[derive(clap::Args)]
pub struct NamedRuns {
    /// Files of records, `-` for standard input, or names of runs: `slider-3`, `slider-*`, `last`,
    /// `last~1` for the one before; a file with several commands is a run for each
    #[arg(value_name = "RUNS")]
    runs: Vec<String>,
    #[command(flatten)]
    history: RunHistory,
}

impl NamedRuns {
    /// Reads them; it is an error if none is named.
    pub fn read(&self) -> Result<Vec<Run>> {
        let none = "no runs: name files of records, or runs of the history";
        ensure!(!self.runs.is_empty(), WrongUsage(none.into()));
        let runs = self.runs.iter().map(|name| self.find(name));
        let found: Vec<Vec<(String, PathBuf)>> = runs.collect::<Result<_>>()?;
        found
            .iter()
            .flatten()
            .map(|(name, path)| Run::read(name, path))
            .collect()
    }

    /// Reads them; without a name, those that `choose` takes from the history, the oldest first.
    pub fn read_or(&self, choose: impl Fn(Vec<KeptRun>) -> Vec<KeptRun>) -> Result<Vec<Run>> {
        if !self.runs.is_empty() {
            return self.read();
        }
        let runs = choose(self.history.runs()?).into_iter();
        runs.map(|run| Run::read(&run.info.name, &run.folder.records()))
            .collect()
    }

    /// Finds the names and the records that `name` stands for: a file, a folder with records, or runs of
    /// the history.
    fn find(&self, name: &str) -> Result<Vec<(String, PathBuf)>> {
        let path = Path::new(name);
        if path.is_dir() {
            let missing = || WrongUsage(format!("{name}: a folder without `{}`", RunInfo::RECORDS));
            let Some(run) = RunFolder::find(path, "") else {
                bail!(missing())
            };
            return Ok(vec![(name.into(), run.records())]);
        }
        if name == "-" || path.exists() {
            return Ok(vec![(name.into(), path.into())]);
        }
        let missing = "no such file; to name runs of the history, set --runs or JUDGE_RUNS";
        ensure!(
            self.history.folder()?.is_some(),
            WrongUsage(format!("{name}: {missing}"))
        );
        let runs = self.history.named(name)?.into_iter();
        let named = runs.map(|run| match run.0.file_name() {
            Some(file) => (file.to_string_lossy().into_owned(), run.records()),
            None => (name.to_string(), run.records()),
        });
        Ok(named.collect())
    }
}

/// The records of one file.
pub struct Run {
    /// Its name on the command line.
    pub name: String,
    pub records: Vec<Record>,
    /// Its description, if it is a run of a history.
    pub info: Option<RunInfo>,
    pub folder: RunFolder,
}

impl Run {
    /// Reads the records in a file under this name. Duplicate ones count once, with a warning.
    ///
    /// # Errors
    /// The file is missing, or a line is malformed: file and number of the line.
    pub fn read(name: &str, path: &Path) -> Result<Run> {
        let mut seen = HashSet::new();
        let mut twice = 0;
        let mut records = Vec::new();
        each_record(path, |_, line| {
            let record =
                from_json(line).map_err(|error| Error::new(error).context("not a record"))?;
            if seen.insert(line.to_string()) {
                records.push(record);
            } else {
                twice += 1;
            }
            Ok(())
        })?;
        if twice > 0 {
            note(&format!(
                "warning: {}: {twice} of {} records were read before and count once",
                printable(&path.display().to_string()),
                twice + records.len()
            ));
        }
        let folder = RunFolder(path.with_file_name(""));
        let is_kept = path == folder.records() && folder.info().is_file();
        // Once more through JSON, which makes its texts printable.
        let info = is_kept.then(|| from_json(&json(&folder.read_info()?)?).map_err(Error::from));
        Ok(Run {
            name: printable(name),
            records,
            info: info.transpose()?,
            folder,
        })
    }

    /// True if the run goes on, or was interrupted.
    pub fn is_unfinished(&self) -> bool {
        let info = self.info.as_ref();
        info.is_some_and(|info| self.records.len() < info.cases)
    }
}
