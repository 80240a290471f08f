//! Runs that the command line names.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

use anyhow::{Context, Error, Result, bail, ensure};
use records::{
    Claims, RECORDS, Record, RunFolder, RunInfo, config_file, each_record, eprint_line, json, warn,
};
use scene::{is_printable, printable};
use serde::de::DeserializeOwned;
use serde_json::{Value, from_str, from_value};

use crate::history::RunHistory;

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
    /// Reads the runs; fails if none is named, or if one is empty.
    pub fn read(&self) -> Result<Vec<Run>> {
        let none = "no runs: name files of records, or runs of the history";
        ensure!(!self.runs.is_empty(), none);
        let mut runs = Vec::new();
        for name in &self.runs {
            runs.extend(self.find(name)?);
        }
        if let Some(Run { name, .. }) = runs.iter().find(|run| run.records.is_empty()) {
            bail!("{name}: no records");
        }
        Ok(runs)
    }

    /// Reads the runs; if none is named, those that `choose` takes from the history, oldest first.
    pub fn read_or(&self, choose: impl Fn(Vec<Run>) -> Vec<Run>) -> Result<Vec<Run>> {
        if !self.runs.is_empty() {
            return self.read();
        }
        let runs = self.history.runs()?.into_iter().map(|run| run.folder);
        let mut runs = readable(runs);
        runs.retain(|run| !run.records.is_empty());
        Ok(choose(runs))
    }

    /// Reads the runs called `name`: a file, a folder with records, or runs of the history.
    fn find(&self, name: &str) -> Result<Vec<Run>> {
        let path = Path::new(name);
        if path.is_dir() {
            let missing = || format!("{name}: a folder without `{RECORDS}`");
            let run = RunFolder::find(path, "").with_context(missing)?;
            return Ok(vec![Run::read(name, &run.records())?]);
        }
        if name == "-" || path.exists() {
            return Ok(vec![Run::read(name, path)?]);
        }
        let missing = || format!("{name}: no such file");
        self.history.folder().with_context(missing)?;
        match &self.history.find(name)?[..] {
            [run] => Ok(vec![Run::of_history(run)?]),
            runs => Ok(readable(runs.iter().cloned())),
        }
    }
}

/// Reads runs of a history; leaves out damaged ones, with a warning.
pub fn readable(runs: impl Iterator<Item = RunFolder>) -> Vec<Run> {
    let runs = runs.map(|run| Run::of_history(&run));
    runs.filter_map(|run| run.map_err(|error| warn(&error)).ok())
        .collect()
}

/// Checks that `output` is not one of the files that were read.
pub fn check_output(runs: &[Run], output: &Path, option: &str) -> Result<()> {
    let config = config_file()?;
    let inputs = runs.iter().map(|run| &run.path).chain(&config);
    Claims::check(inputs.map(PathBuf::as_path), output, option)
}

/// A run: the records in one file.
pub struct Run {
    /// Name of the run on the command line.
    pub name: String,
    pub records: Vec<Record>,
    /// Description of the run, if it is in a history.
    pub info: Option<RunInfo>,
    pub folder: RunFolder,
    path: PathBuf,
}

impl Run {
    /// Reads the records in a file as run `name`. Duplicates count once, with a warning.
    ///
    /// # Errors
    /// The file is missing, or a line is malformed; the error names file and line.
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
            eprint_line(&format!(
                "warning: {}: {twice} of {} records were read before and count once",
                printable(&path.display().to_string()),
                twice + records.len()
            ));
        }
        let folder = RunFolder(path.with_file_name(""));
        let is_kept = path == folder.records() && folder.info().is_file();
        // Reading it once more as JSON makes its texts printable.
        let info = is_kept.then(|| from_json(&json(&folder.read_info()?)?).map_err(Error::from));
        Ok(Run {
            name: printable(name),
            records,
            info: info.transpose()?,
            folder,
            path: path.into(),
        })
    }

    /// Reads a run of a history; its name is that of its folder.
    fn of_history(run: &RunFolder) -> Result<Run> {
        let name = run.0.file_name().unwrap_or_default();
        Run::read(&name.to_string_lossy(), &run.records())
    }

    /// Returns the reason not to compare the run: it is not complete, or its program changed.
    pub fn flaw(&self) -> Option<&'static str> {
        let info = self.info.as_ref()?;
        let is_unfinished = self.records.len() < info.cases;
        let changed = info.changed.then_some("program changed");
        is_unfinished.then_some("unfinished").or(changed)
    }
}

/// Reads `json` and makes all its texts printable, including line ends, so that a name cannot
/// change how a report is displayed.
fn from_json<T: DeserializeOwned>(json: &str) -> serde_json::Result<T> {
    // This is true for most records, which need no change.
    if json.chars().all(|char| is_printable(char) && char != '\\') {
        return from_str(json);
    }
    from_value(printable_value(from_str(json)?))
}

fn printable_value(value: Value) -> Value {
    match value {
        Value::String(text) => Value::String(printable(&text)),
        Value::Array(values) => values.into_iter().map(printable_value).collect(),
        Value::Object(fields) => fields
            .into_iter()
            .map(|(name, value)| (printable(&name), printable_value(value)))
            .collect(),
        other => other,
    }
}
