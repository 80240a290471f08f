//! The history: a folder with a folder for every run. `DIR/slider-12/run.json` describes run
//! `slider-12`, `records.jsonl` holds its records, and `sources` the contestant's sources unless a
//! repository has them.

use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use anyhow::{Context, Result};
use records::{Failure, RecordedLimits, RunInfo, json, write};

use super::run::RunFacts;

/// Largest source that is kept, bytes.
const MOST_KEPT: u64 = 1 << 20;

/// Begins a run in the history `folder`; returns its name and the file for its records.
pub(super) fn begin(
    folder: &Path,
    run: &RunFacts,
    limits: RecordedLimits,
    words: &[OsString],
    note: Option<&str>,
) -> Result<(String, PathBuf), Failure> {
    let shown = || folder.display().to_string();
    let made = fs::create_dir_all(folder).and_then(|()| new_folder(folder, run.game));
    let (name, path) = made.with_context(shown).map_err(Failure::Usage)?;
    let (commit, dirty) = revision(words).unzip();
    let info = RunInfo {
        name: name.clone(),
        game: run.game.into(),
        started: humantime::format_rfc3339_millis(SystemTime::now()).to_string(),
        commit,
        dirty,
        command: run.command.clone(),
        limits,
        cases: Some(run.cases),
        note: note.map(String::from),
        tags: Vec::new(),
        pages: None,
    };
    let description = path.join(RunInfo::FILE);
    let line = json(&info).context("the history")? + "\n";
    write(&description, false, line)?;
    if info.commit.is_none() {
        keep_sources(words, &path.join(RunInfo::SOURCES)).with_context(shown)?;
    }
    Ok((name, path.join(RunInfo::RECORDS)))
}

/// Makes the folder of a new run, numbered after all others of its game.
fn new_folder(folder: &Path, game: &str) -> std::io::Result<(String, PathBuf)> {
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
            // Another judge has just taken it.
            Err(error) if error.kind() == ErrorKind::AlreadyExists => number += 1,
            Err(error) => return Err(error),
        }
    }
}

/// Copies sources that are not in a repository: files in the contestant's command, and files next
/// to them of the same name with another ending, as `mine.cpp` for `mine`. Programs and large files
/// are left out.
fn keep_sources(command: &[OsString], folder: &Path) -> Result<()> {
    for file in command.iter().map(Path::new).filter(|file| file.is_file()) {
        let beside = file.canonicalize()?;
        let beside = beside.parent().unwrap_or(Path::new("/"));
        for entry in fs::read_dir(beside)?.flatten() {
            let path = entry.path();
            let length = entry.metadata().map_or(u64::MAX, |facts| facts.len());
            let is_source =
                path.is_file() && path.file_stem() == file.file_stem() && length <= MOST_KEPT;
            let Some(text) = is_source.then(|| fs::read_to_string(&path).ok()).flatten() else {
                continue;
            };
            fs::create_dir_all(folder)?;
            write(&folder.join(entry.file_name()), true, text)?;
        }
    }
    Ok(())
}

/// Commit of the contestant's repository, and whether it has uncommitted changes. The last word of
/// the command that names a file is the contestant.
fn revision(command: &[OsString]) -> Option<(String, bool)> {
    let file = command
        .iter()
        .rev()
        .map(Path::new)
        .find(|path| path.is_file())?;
    let folder = file.canonicalize().ok()?.parent()?.to_path_buf();
    let git = |args: &[&str]| {
        let output = Command::new("git")
            .arg("-C")
            .arg(&folder)
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
