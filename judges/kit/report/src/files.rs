//! Runs as the command line names them.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail};
use records::{Record, RunFolder, RunInfo, WrongUsage, history, json, note};
use scene::printable;

use crate::shown::from_json;

#[derive(Clone, Debug, clap::Args)]
pub struct RunHistory {
    /// Folder of the history; without it, the variable JUDGE_RUNS names it
    #[arg(long = "runs", value_name = "DIR", help_heading = "Runs")]
    folder: Option<PathBuf>,
}

impl RunHistory {
    /// The folder of the history; without one, an error.
    pub fn folder(&self) -> Result<PathBuf> {
        history(self.folder.as_deref())
            .context("no history: give --runs DIR or set the variable JUDGE_RUNS")
    }

    /// Finds the folder of run `name` of the history.
    pub fn run(&self, name: &str) -> Result<RunFolder> {
        let folder = self.folder()?;
        let run = RunFolder::find(&folder, name);
        run.with_context(|| format!("{name}: no run in {}", folder.display()))
    }

    /// Finds the records that `name` stands for: a file, a folder with records, or a run of the history.
    pub fn find(&self, name: &str) -> Result<PathBuf> {
        let path = Path::new(name);
        if path.exists() && !path.is_dir() {
            return Ok(path.into());
        }
        let run = if path.is_dir() {
            let run = RunFolder::find(path, "");
            run.with_context(|| format!("{name}: a folder without `{}`", RunInfo::RECORDS))?
        } else if let Ok(folder) = self.folder() {
            let run = RunFolder::find(&folder, name);
            let missing = || format!("{name}: no such file, and no run in {}", folder.display());
            run.with_context(missing)?
        } else {
            bail!("{name}: no such file; to name runs of the history, set --runs or JUDGE_RUNS");
        };
        Ok(run.records())
    }
}

/// Runs as arguments of a command.
#[derive(clap::Args)]
pub struct NamedRuns {
    /// Files of records, or names of runs; a file with several commands is a run for each
    #[arg(required = true, value_name = "RUNS")]
    runs: Vec<String>,
    #[command(flatten)]
    history: RunHistory,
}

impl NamedRuns {
    /// Reads them.
    pub fn read(&self) -> Result<Vec<Run>> {
        let runs = self.runs.iter().map(|name| {
            let records = self.history.find(name)?;
            Run::read(name, &records)
        });
        runs.collect::<Result<_>>().map_err(WrongUsage::of)
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
    /// A line is not a record: file and number of the line.
    pub fn read(name: &str, path: &Path) -> Result<Run> {
        let mut seen = HashSet::new();
        let mut twice = 0;
        let mut records = Vec::new();
        each_line(path, |number, line| {
            let record = from_json(line)
                .with_context(|| format!("{}:{number}: not a record", path.display()))?;
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
        let cases = self.info.as_ref().and_then(|info| info.cases);
        cases.is_some_and(|cases| self.records.len() < cases)
    }
}

/// Passes every line of a file to `take`, with its number from 1. A line that is not UTF-8 is an error.
pub fn each_line(path: &Path, mut take: impl FnMut(usize, &str) -> Result<()>) -> Result<()> {
    let shown = || path.display().to_string();
    let file = BufReader::with_capacity(1 << 16, File::open(path).with_context(shown)?);
    for (line, number) in file.split(b'\n').zip(1..) {
        let line = line.with_context(shown)?;
        let text =
            str::from_utf8(&line).with_context(|| format!("{}:{number}: not UTF-8", shown()))?;
        take(number, text)?;
    }
    Ok(())
}
