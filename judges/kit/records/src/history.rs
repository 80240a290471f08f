//! The history of runs: a folder that contains one folder for each run. A run's folder has its
//! description `run.json`, its `records.jsonl`, its program in `sources`, and in `plays` the outputs
//! and case files that its records name.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail, ensure};
use globset::Glob;

use crate::case::CaseName;
use crate::config::{config_file, read_config};
use crate::create::not_opened;
use crate::failure::{UserError, warn};
use crate::print::counted;
use crate::record::Record;
use crate::run::{DESCRIPTION, KeptRun, RECORDS, Run};

/// Environment variable: the history's folder, unless an option names it.
const HISTORY: &str = "JUDGE_RUNS";

/// A history of runs.
#[derive(Clone, Debug)]
pub struct RunHistory {
    /// Its folder.
    pub folder: PathBuf,
}

impl RunHistory {
    /// Returns the history in the folder `option`, or else in that of JUDGE_RUNS; `None` if the name of
    /// this folder is empty or missing.
    pub fn given(option: Option<&Path>) -> Option<RunHistory> {
        let variable = || env::var_os(HISTORY).map(PathBuf::from);
        let folder = option.map(PathBuf::from).or_else(variable)?;
        let is_named = !folder.as_os_str().is_empty();
        is_named.then_some(RunHistory { folder })
    }

    /// Returns the history that the option `runs` of the nearest judge.toml names, or JUDGE_RUNS.
    ///
    /// # Errors
    /// The file cannot be read or is malformed: [`UserError`].
    pub fn nearest() -> Result<Option<RunHistory>> {
        let Some(path) = config_file()? else {
            return Ok(RunHistory::given(None));
        };
        let options = read_config(&path)?;
        let runs = options.iter().find(|option| option.key == "runs");
        let runs = runs.and_then(|option| option.value.as_str());
        let runs = runs.filter(|runs| !["", "false"].contains(runs));
        let runs = runs.map(|runs| path.with_file_name(runs));
        Ok(RunHistory::given(runs.as_deref()))
    }

    /// Returns the runs, the oldest first. Leaves out a folder of a run without a readable
    /// description, with a warning.
    pub fn runs(&self) -> Result<Vec<KeptRun>> {
        let folder = &self.folder;
        let mut runs = Vec::new();
        let entries = fs::read_dir(folder).and_then(|entries| {
            entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<PathBuf>>>()
        });
        let mut paths = entries.map_err(|error| not_opened(folder, error))?;
        paths.sort();
        for path in paths {
            if [DESCRIPTION, RECORDS].iter().any(|name| path.join(name).exists()) {
                match KeptRun::open(&path) {
                    Ok(run) => runs.push(run),
                    Err(error) => warn(&error),
                }
            }
        }
        runs.sort_by_cached_key(|run| (run.started.clone(), run.name.len(), run.name.clone()));
        Ok(runs)
    }

    /// Finds the runs called `name`, of a game if one is given: `last`, `last~1` for the run before
    /// it, a pattern with `*` and `?`, or the name of a run. Fails if there is none.
    pub fn find(&self, name: &str, game: Option<&str>) -> Result<Vec<KeptRun>> {
        let is_name = !name.contains(['/', '*', '?']);
        if is_name && self.folder.join(name).join(RECORDS).is_file() {
            return Ok(vec![KeptRun::open(&self.folder.join(name))?]);
        }
        let mut runs = self.runs()?;
        runs.retain(|run| game.is_none_or(|game| run.game == game));
        match place_of_last(name) {
            Some(before) => runs = runs.into_iter().rev().skip(before).take(1).collect(),
            None => {
                let pattern = Glob::new(name).map(|glob| glob.compile_matcher());
                runs.retain(|run| {
                    pattern.as_ref().is_ok_and(|pattern| pattern.is_match(&run.name))
                });
            }
        }
        if runs.is_empty() {
            let folder = self.folder.display();
            bail!(UserError(format!("{name}: no run in {folder}")));
        }
        Ok(runs)
    }

    /// Finds the run called `name`, of a game if one is given; fails if there are several.
    pub fn run(&self, name: &str, game: Option<&str>) -> Result<KeptRun> {
        let mut runs = self.find(name, game)?;
        let count = runs.len();
        ensure!(count == 1, UserError(format!("{name}: {}; expected one", counted(count, "run"))));
        Ok(runs.remove(0))
    }

    /// Returns true if `name` is one of the history's names for runs: `last`, or that of a folder.
    pub fn has(&self, name: &str) -> bool {
        let is_name = OsStr::new(name) == Path::new(name).file_name().unwrap_or_default();
        let is_run = || is_name && self.folder.join(name).join(RECORDS).is_file();
        place_of_last(name).is_some() || is_run()
    }

    /// Returns the [`base`] of a run that is about to begin with these cases.
    pub fn base(&self, of: &KeptRun, cases: &[CaseName]) -> Result<Option<Run>> {
        let runs = self.runs()?;
        let newest = runs.iter().rev().filter(|run| run.can_be_base_of(of));
        let read = newest.filter_map(|kept| Run::of(kept).inspect_err(warn).ok());
        Ok(base(of, cases.iter(), read))
    }
}

/// Number of earlier runs that may be the base of a run.
const MAX_LOOK: usize = 20;

/// Returns the base of a run with these cases among `earlier` ones, the newest first: the whole run
/// of the same game under equal conditions that shares most cases with it, in doubt the newest. A
/// shard, a single case, a run whose program changed, and a run in which every play failed cannot be
/// a base.
pub fn base<'a, R: Borrow<Run>>(
    of: &KeptRun,
    cases: impl Iterator<Item = &'a CaseName>,
    earlier: impl Iterator<Item = R>,
) -> Option<R> {
    if of.shard.is_some() || of.cases < 2 {
        return None;
    }
    let cases: HashSet<&CaseName> = cases.collect();
    let counted = earlier.take(MAX_LOOK).filter_map(|run| {
        let one: &Run = run.borrow();
        let is_base = one.kept.as_ref().is_some_and(|kept| kept.can_be_base_of(of))
            && one.flaw().is_none()
            && one.records.iter().any(Record::is_ok);
        let own: HashSet<&CaseName> = one.records.iter().map(|record| &record.case).collect();
        let common = own.intersection(&cases).count();
        (is_base && common > 0).then_some((common, run))
    });
    counted.reduce(|best, run| if run.0 > best.0 { run } else { best }).map(|(_, run)| run)
}

/// Returns the number of later runs, for `last`, `last~1` and so on; `None` for other names.
pub fn place_of_last(name: &str) -> Option<usize> {
    match name.strip_prefix("last")? {
        "" => Some(0),
        rest => rest.strip_prefix('~')?.parse().ok(),
    }
}
