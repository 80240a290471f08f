//! Runs as the command line names them.

use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use records::{Record, RunInfo, history, note};
use scene::printable;

use crate::shown::from_json;

/// The history's folder.
#[derive(Clone, Debug, clap::Args)]
pub struct RunHistory {
    /// Folder of the history; without it, the variable JUDGE_RUNS names it
    #[arg(long = "runs", value_name = "DIR", help_heading = "Runs")]
    folder: Option<PathBuf>,
}

impl RunHistory {
    /// The folder, if one is named.
    pub fn folder(&self) -> Option<PathBuf> {
        history(self.folder.as_deref())
    }

    /// The file of the run that `name` stands for: a file, a folder with
    /// records in it, or a run of the history.
    ///
    /// # Errors
    /// There is none.
    pub fn find(&self, name: &str) -> Result<PathBuf> {
        let path = Path::new(name);
        if path.is_dir() {
            let records = path.join(RunInfo::RECORDS);
            if !records.is_file() {
                bail!("{name}: a folder without `{}`", RunInfo::RECORDS);
            }
            return Ok(records);
        }
        if path.exists() {
            return Ok(path.into());
        }
        let Some(folder) = self.folder() else {
            bail!("{name}: no such file; to name runs of the history, set --runs or JUDGE_RUNS");
        };
        let records = folder.join(name).join(RunInfo::RECORDS);
        if !records.is_file() {
            bail!("{name}: no such file, and no run in {}", folder.display());
        }
        Ok(records)
    }
}

/// The records of one file.
pub struct Run {
    /// Its name on the command line.
    pub name: String,
    /// Its records in order.
    pub records: Vec<Record>,
}

/// Reads the runs called `names`, each record once however often it is written in one file. A warning
/// counts the duplicates.
///
/// # Errors
/// A run is missing or has a line that is no record.
pub fn read(history: &RunHistory, names: &[String]) -> Result<Vec<Run>> {
    let mut runs = Vec::new();
    for name in names {
        let path = history.find(name)?;
        let mut seen = HashSet::new();
        let mut twice = 0;
        let mut records = Vec::new();
        each_line(&path, |number, line| {
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
        runs.push(Run {
            name: printable(name),
            records,
        });
    }
    Ok(runs)
}

/// Hands every line of a text file to `take`, with its number from 1.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or `take` fails.
pub fn each_line(path: &Path, mut take: impl FnMut(usize, &str) -> Result<()>) -> Result<()> {
    let shown = || path.display().to_string();
    let mut file = BufReader::with_capacity(1 << 16, File::open(path).with_context(shown)?);
    let mut line = Vec::new();
    for number in 1.. {
        line.clear();
        if file.read_until(b'\n', &mut line).with_context(shown)? == 0 {
            break;
        }
        let text = line.strip_suffix(b"\n").unwrap_or(&line);
        let text = std::str::from_utf8(text)
            .with_context(|| format!("{}:{number}: not UTF-8", path.display()))?;
        take(number, text)?;
    }
    Ok(())
}
