//! The history of runs, and the names by which users choose from it.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use records::{RunFolder, RunInfo, WrongUsage, history, not_opened, note};
use scene::printable;

/// File of options in a contestant's folder.
const CONFIG: &str = "judge.toml";

/// Name of the newest run.
const LAST: &str = "last";

#[derive(Clone, Debug, clap::Args)]
pub struct RunHistory {
    /// Folder of the history; without it, `runs` in the nearest judge.toml or the variable JUDGE_RUNS
    /// names it
    #[arg(long = "runs", value_name = "DIR", help_heading = "Runs")]
    folder: Option<PathBuf>,
}

/// A run of the history.
pub struct KeptRun {
    pub info: RunInfo,
    pub folder: RunFolder,
}

impl RunHistory {
    /// The folder of the history, if there is one.
    pub fn folder(&self) -> Result<Option<PathBuf>> {
        if self.folder.is_some() {
            return Ok(self.folder.clone());
        }
        let configured = configured().map_err(WrongUsage::of)?;
        Ok(configured.or_else(|| history(None)))
    }

    /// The folder of the history; without one, an error.
    pub fn some_folder(&self) -> Result<PathBuf> {
        let none =
            "no history: give --runs DIR, set `runs` in judge.toml or the variable JUDGE_RUNS";
        self.folder()?.context(WrongUsage(none.into()))
    }

    /// The runs of the history, the oldest first. A run without a readable description is left out, with a
    /// warning.
    pub fn runs(&self) -> Result<Vec<KeptRun>> {
        let folder = self.some_folder()?;
        let mut runs = Vec::new();
        let entries = fs::read_dir(&folder).map_err(|error| not_opened(&folder, error))?;
        for entry in entries {
            let entry = entry.with_context(|| folder.display().to_string())?;
            let folder = RunFolder(entry.path());
            if !folder.info().is_file() {
                continue;
            }
            match folder.read_info() {
                Ok(info) => runs.push(KeptRun { info, folder }),
                Err(error) => note(&format!("warning: {}", printable(&format!("{error:#}")))),
            }
        }
        runs.sort_by(|one, other| one.age().cmp(&other.age()));
        Ok(runs)
    }

    /// Finds the folders of the runs that `name` stands for: `last`, `last~1` for the run before it, a
    /// pattern with `*` and `?`, or a name.
    pub fn named(&self, name: &str) -> Result<Vec<RunFolder>> {
        let folder = self.some_folder()?;
        let missing = || WrongUsage(format!("{name}: no run in {}", folder.display()));
        if let Some(run) = RunFolder::find(&folder, name) {
            return Ok(vec![run]);
        }
        let runs = self.runs()?;
        let before = match name.strip_prefix(LAST) {
            Some("") => Some(0),
            Some(rest) => rest
                .strip_prefix('~')
                .and_then(|count| count.parse::<usize>().ok()),
            None => None,
        };
        let found: Vec<RunFolder> = match before {
            Some(before) => runs
                .into_iter()
                .rev()
                .skip(before)
                .take(1)
                .map(|run| run.folder)
                .collect(),
            None => {
                let fits = |run: &KeptRun| {
                    run.folder
                        .0
                        .file_name()
                        .is_some_and(|file| matches(name.as_bytes(), file.as_encoded_bytes()))
                };
                runs.into_iter()
                    .filter(fits)
                    .map(|run| run.folder)
                    .collect()
            }
        };
        ensure!(!found.is_empty(), missing());
        Ok(found)
    }

    /// Finds the folder of the only run that `name` stands for.
    pub fn run(&self, name: &str) -> Result<RunFolder> {
        let mut runs = self.named(name)?;
        let several = || WrongUsage(format!("{name}: {} runs; expected one", runs.len()));
        ensure!(runs.len() == 1, several());
        Ok(runs.remove(0))
    }
}

impl KeptRun {
    /// Key of the order: time of the start, then the number in the name.
    fn age(&self) -> impl Ord + '_ {
        let RunInfo { started, name, .. } = &self.info;
        (started, name.len(), name)
    }
}

/// Returns true if `pattern` stands for the whole `name`: `*` for any text, `?` for one byte.
fn matches(pattern: &[u8], name: &[u8]) -> bool {
    match (pattern, name) {
        ([], _) => name.is_empty(),
        ([b'*', rest @ ..], _) => (0..=name.len()).any(|skipped| matches(rest, &name[skipped..])),
        ([b'?', rest @ ..], [_, name @ ..]) => matches(rest, name),
        ([one, rest @ ..], [other, name @ ..]) => one == other && matches(rest, name),
        (_, []) => false,
    }
}

/// The folder that `runs` in the nearest judge.toml names, if any.
fn configured() -> Result<Option<PathBuf>> {
    let here = env::current_dir().context("the working folder")?;
    let mut folders = here.ancestors();
    let Some(folder) = folders.find(|folder| folder.join(CONFIG).is_file()) else {
        return Ok(None);
    };
    let path = folder.join(CONFIG);
    let shown = || path.display().to_string();
    let table: toml::Table = fs::read_to_string(&path)
        .with_context(shown)?
        .parse()
        .with_context(shown)?;
    // Paths next to the working folder are shown as they would be typed.
    let folder = if folder == here {
        Path::new("")
    } else {
        folder
    };
    let runs = table.get("runs").and_then(toml::Value::as_str);
    Ok(runs.map(|runs| folder.join(runs)))
}
