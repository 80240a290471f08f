//! The history: a folder with one subfolder per run. In `DIR/slider-12`, `run.json` describes run
//! `slider-12`; `records.jsonl` contains its records, `sources` its program, `streams` its streams.

use std::fs::{self, File};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result};

use super::program::Program;
use game::Limits;
use records::{
    KeptRun, Record, RunFolder, RunInfo, UserError, Version, eprint_line, json, kept_runs,
    read_records, warn, write,
};

/// The history of runs.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct HistoryOptions {
    /// Keep the run in the history in DIR, with time, commit, command and sources;
    /// without it, in the folder that the variable JUDGE_RUNS names
    #[arg(long, value_name = "DIR")]
    pub runs: Option<PathBuf>,
    /// A note on the run, for the history
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Keep both streams of every case with the run: `show RUN` shows them
    #[arg(long = "runs-streams", conflicts_with_all = ["saveSolInput", "saveSolOutput", "saveAll"])]
    pub streams: bool,
}

/// A run of the history that is being played.
pub(crate) struct RunInProgress {
    pub folder: RunFolder,
    pub info: RunInfo,
    /// True before the first record; if dropped then, the run is deleted.
    pub is_empty: bool,
}

impl RunInProgress {
    /// Describes a new run, which has no name before it begins.
    pub fn describe(game: &str, program: &Program, limits: Limits, cases: usize) -> RunInfo {
        RunInfo {
            name: String::new(),
            game: game.into(),
            started: humantime::format_rfc3339_millis(SystemTime::now()).to_string(),
            commit: None,
            dirty: None,
            command: program.name.clone(),
            start: program.start.clone(),
            changed: false,
            limits,
            cases,
            version: Version,
            note: None,
            pages: None,
        }
    }

    /// Begins this run in the history in `folder`, as the next one of its game, and keeps the
    /// sources of `program`.
    pub fn begin(folder: &Path, mut info: RunInfo, program: &Program) -> Result<RunInProgress> {
        let shown = || folder.display().to_string();
        let made = fs::create_dir_all(folder).and_then(|()| new_folder(folder, &info.game));
        let (name, path) = made.with_context(shown).map_err(UserError::of)?;
        info.name = name;
        (info.commit, info.dirty) = revision(program).unzip();
        let run = RunInProgress {
            folder: RunFolder(path),
            info,
            is_empty: true,
        };
        run.write(false)?;
        File::create(run.folder.records()).with_context(shown)?;
        for (relative, file) in program.kept() {
            keep_source(&file.path, &run.folder, relative).with_context(shown)?;
        }
        Ok(run)
    }

    /// Prints the name of the run, and the number of source files that it keeps.
    pub fn announce(&self, program: &Program) {
        let count = program.kept().count();
        let beyond = match program.sources.is_cut {
            true => "; files beyond 64 MiB or 10000 files are left out",
            false => "",
        };
        let plural = if count == 1 { "" } else { "s" };
        eprint_line(&format!(
            "run {}, with {count} file{plural} of the program{beyond}",
            self.info.name
        ));
        if let Some(paths) = program.newer_source() {
            let [source, program] =
                paths.map(|path| path.file_name().unwrap_or_default().display());
            eprint_line(&format!(
                "warning: {source} is newer than {program}; the key build of judge.toml compiles before every run"
            ));
        }
    }

    fn write(&self, replace: bool) -> Result<()> {
        let line = json(&self.info).context("the history")? + "\n";
        write(&self.folder.info(), replace, line)
    }

    /// Marks the run: its program changed during play.
    pub fn mark_changed(&mut self) -> Result<()> {
        self.info.changed = true;
        self.write(true)
    }

    /// Returns the last stopped run with the game, command, limits and number of cases of `asked`.
    pub fn stopped(folder: &Path, asked: &RunInfo) -> Result<Option<RunInProgress>> {
        let part = |info: &RunInfo| (info.command.clone(), info.limits, info.cases);
        let is_stopped = |run: &KeptRun| {
            let records = || records_of(run);
            part(&run.info) == part(asked) && records().is_some_and(|own| own.len() < asked.cases)
        };
        let stopped = runs_of(folder, &asked.game)?.find(is_stopped);
        Ok(stopped.map(|KeptRun { folder, info }| RunInProgress {
            folder,
            info,
            is_empty: false,
        }))
    }
}

impl Drop for RunInProgress {
    fn drop(&mut self) {
        if self.is_empty {
            let _ = fs::remove_dir_all(&self.folder.0);
        }
    }
}

/// Returns the runs of a game, the newest first.
pub(super) fn runs_of(folder: &Path, game: &str) -> Result<impl Iterator<Item = KeptRun>> {
    let runs = kept_runs(folder)?.into_iter().rev();
    Ok(runs.filter(move |run| run.info.game == game))
}

/// Returns the records of a run; `None`, with a warning, if they cannot be read.
pub(super) fn records_of(run: &KeptRun) -> Option<Vec<Record>> {
    let records = read_records(&run.folder.records());
    records.inspect_err(warn).ok()
}

/// Makes the folder of a new run with the next number of its game.
fn new_folder(folder: &Path, game: &str) -> io::Result<(String, PathBuf)> {
    let mut number = 1;
    for entry in fs::read_dir(folder)? {
        let name = entry?.file_name();
        let known = name.to_str().and_then(|name| {
            let number = name.strip_prefix(game)?.strip_prefix('-')?;
            number.parse::<u64>().ok()
        });
        number = known.map_or(number, |known| number.max(known + 1));
    }
    loop {
        let name = format!("{game}-{number}");
        let path = folder.join(&name);
        match fs::create_dir(&path) {
            Ok(()) => return Ok((name, path)),
            // Another judge has just used this number.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Keeps a file at the path `relative` in the sources of a run. Runs share files of equal content.
fn keep_source(file: &Path, run: &RunFolder, relative: &Path) -> Result<()> {
    let kept = run.sources().join(relative);
    fs::create_dir_all(kept.parent().unwrap_or(&run.0))?;
    let content = fs::read(file)?;
    let history = run.0.parent().unwrap_or(Path::new("."));
    for entry in fs::read_dir(history)?.flatten() {
        let other = RunFolder(entry.path()).sources().join(relative);
        let length = fs::symlink_metadata(&other).map(|facts| facts.len());
        let is_equal = length.is_ok_and(|length| length == content.len() as u64)
            && fs::read(&other).is_ok_and(|other| other == content);
        if is_equal && fs::hard_link(&other, &kept).is_ok() {
            return Ok(());
        }
    }
    fs::copy(file, &kept)?;
    // A change of this file would change other runs too.
    let mut permissions = fs::metadata(&kept)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions)?;
    Ok(())
}

/// Returns the commit of the contestant's repository, and whether it has uncommitted changes. The
/// contestant is the last file that the command names.
fn revision(program: &Program) -> Option<(String, bool)> {
    let mut named = program.rule.named.iter();
    let folder = named.rfind(|path| path.is_file())?.parent()?;
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(folder)
            .args(args)
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some((commit, !changes.is_empty()))
}
