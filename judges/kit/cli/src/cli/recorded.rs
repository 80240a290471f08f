//! Runs of the history, for `show`.

use std::ffi::OsString;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use tempfile::TempDir;

use crate::runs::{LINKED, Program, SourceRule};
use crate::signals::Signals;
use game::Game;
use records::{
    CaseKey, Record, RunFolder, RunInfo, UserError, history, kept_runs, named_last, read_records,
};

/// A run of the history: its description and its records.
pub(super) struct RecordedRun {
    pub folder: RunFolder,
    pub info: RunInfo,
    pub records: Vec<Record>,
}

/// Errors in a folder that this user cannot write.
const READ_ONLY: [ErrorKind; 2] = [ErrorKind::PermissionDenied, ErrorKind::ReadOnlyFilesystem];

/// Finds a run by its name; `last` and `last~1` are the last runs of the game.
pub(super) fn find(history: &Path, game: &str, name: &str) -> Result<Option<RunFolder>> {
    if !is_last(name) {
        return Ok(RunFolder::find(history, name));
    }
    let mut runs = kept_runs(history)?;
    runs.retain(|run| run.info.game == game);
    Ok(named_last(name, &runs).map(|last| runs.swap_remove(last).folder))
}

/// Returns true for `last`, `last~1` and so on.
pub(super) fn is_last(name: &str) -> bool {
    name == "last" || name.starts_with("last~")
}

impl RecordedRun {
    /// Reads run `name` of the history in `folder`; fails if the game lacks such a run.
    pub fn open(folder: Option<&Path>, game: &str, name: &str) -> Result<RecordedRun> {
        let unknown = || format!("{name}: give --runs DIR or set the variable JUDGE_RUNS");
        let history = history(folder).with_context(unknown)?;
        let missing = || format!("{name}: no run in {}", history.display());
        let folder = find(&history, game, name)?.with_context(missing)?;
        let info = folder.read_info()?;
        if info.game != game {
            bail!("{name} is a run of {}: {0}-judge shows it", info.game);
        }
        Ok(RecordedRun {
            records: read_records(&folder.records())?,
            folder,
            info,
        })
    }

    /// Returns the first record with this seed, variant and file, as far as they are given.
    pub fn first(
        &self,
        seed: Option<u64>,
        variant: Option<&str>,
        file: Option<&Path>,
    ) -> Option<&Record> {
        self.records.iter().find(|record| {
            seed.is_none_or(|seed| record.key.seed == seed)
                && (variant.is_none() || record.key.source.variant.as_deref() == variant)
                && (file.is_none() || record.key.source.file.as_deref().map(Path::new) == file)
        })
    }

    /// Returns the record of a case; fails if the run played this seed with other options.
    pub fn record(&self, key: &CaseKey) -> Result<Option<&Record>> {
        let source = &key.source;
        let file = source.file.as_deref().map(Path::new);
        let near = self.first(Some(key.seed), source.variant.as_deref(), file);
        let played = self.records.iter().find(|record| record.key == *key);
        match (played, near) {
            (None, Some(record)) => bail!(
                "{} played {}; expected its options",
                self.info.name,
                record.key.label()
            ),
            _ => Ok(played),
        }
    }

    /// Returns the program as it was at the time of the run; the linked form is built again.
    pub fn contestant<G: Game>(&self, signals: &Signals) -> Result<Program> {
        let rule = SourceRule::here()?;
        let Some(first) = self.info.start.first() else {
            let problem = format!("{}: the run did not keep its program", self.info.name);
            bail!(UserError(problem));
        };
        if let Some(form) = G::LINKED.filter(|_| first == LINKED) {
            let files = self.folder.start(&self.info).into_iter().skip(1);
            let files: Vec<PathBuf> = files.map(PathBuf::from).collect();
            return Program::linked(&form, &files, rule, &signals.interrupted);
        }
        // A program may write files beside itself. If the history is read-only, it cannot.
        let copy = match TempDir::new_in(&self.folder.0) {
            Err(error) if READ_ONLY.contains(&error.kind()) => None,
            copy => Some(copy.with_context(|| self.folder.0.display().to_string())?),
        };
        let mut played = self.folder.clone();
        if let Some(copy) = copy.as_ref().filter(|_| self.folder.sources().is_dir()) {
            played.0 = copy.path().into();
            let sources = self.folder.sources();
            let copied = copy_folder(&sources, &played.sources());
            copied.with_context(|| sources.display().to_string())?;
        }
        let words = played.start(&self.info).into_iter().map(OsString::from);
        Ok(Program {
            _folder: copy,
            ..Program::new(words.collect(), rule)?
        })
    }
}

fn copy_folder(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        match entry.file_type()?.is_dir() {
            true => copy_folder(&entry.path(), &target)?,
            false => fs::copy(entry.path(), target).map(drop)?,
        }
    }
    Ok(())
}
