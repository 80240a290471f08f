//! The history: a folder with a folder for every run. `DIR/slider-12/run.json` describes run
//! `slider-12`, `records.jsonl` holds its records, and `sources` what starts the contestant.

use std::collections::BTreeSet;
use std::env;
use std::ffi::OsString;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::Result;
use records::RunFolder;

/// Largest text that is kept, and largest program of the present folder, bytes.
const LARGEST_SOURCE: u64 = 1 << 20;
const LARGEST_PROGRAM: u64 = 64 << 20;

/// The history of runs.
#[derive(Clone, Debug, Default, clap::Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct HistoryOptions {
    /// Keep the run in the history in DIR, with time, commit and command;
    /// without it, in the folder that the variable JUDGE_RUNS names
    #[arg(long, value_name = "DIR")]
    pub runs: Option<PathBuf>,
    /// A note on the run, for the history
    #[arg(long, value_name = "TEXT")]
    pub note: Option<String>,
    /// Keep both streams of every case with the run, compressed, 1 GiB at most: `show RUN` shows them
    #[arg(long = "runs-streams", conflicts_with_all = ["saveSolInput", "saveSolOutput", "saveAll"])]
    pub streams: bool,
}

/// Makes the folder of a new run, numbered after all others of its game.
pub(super) fn new_folder(folder: &Path, game: &str) -> std::io::Result<(String, PathBuf)> {
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

/// Keeps what starts the contestant in `run`: files of the present folder that the `command` names,
/// programs included, modules and packages next to them that a Python program imports, and texts next to
/// them of the same name with another ending, as `mine.cpp` for `mine`. Elsewhere only texts are kept, and only if a
/// repository does not have them.
pub(super) fn keep_sources(command: &[OsString], run: &RunFolder, has_commit: bool) -> Result<()> {
    let here = env::current_dir()?.canonicalize()?;
    for file in command.iter().map(Path::new).filter(|file| file.is_file()) {
        let file = file.canonicalize()?;
        let folder = file.parent().unwrap_or(Path::new("/"));
        let place = folder.strip_prefix(&here).ok();
        if place.is_none() && has_commit {
            continue;
        }
        let mut sources = modules(&file);
        let near = fs::read_dir(folder)?.flatten().map(|entry| entry.path());
        sources.extend(near.filter(|path| path.file_stem() == file.file_stem()));
        for path in sources {
            let length = fs::metadata(&path).map_or(u64::MAX, |facts| facts.len());
            let is_program = path == file && place.is_some() && length <= LARGEST_PROGRAM;
            let is_source = || length <= LARGEST_SOURCE && fs::read_to_string(&path).is_ok();
            if path.is_file() && (is_program || is_source()) {
                let place = place.unwrap_or(Path::new(""));
                keep(&path, run, &place.join(path.strip_prefix(folder)?))?;
            }
        }
    }
    Ok(())
}

/// The Python files next to a Python `program` that it imports, directly or by way of others: modules, and
/// whole packages.
fn modules(program: &Path) -> BTreeSet<PathBuf> {
    let mut found = BTreeSet::new();
    let mut unread = vec![program.to_path_buf()];
    while let Some(path) = unread.pop() {
        if path.is_dir() {
            let inside = fs::read_dir(&path).into_iter().flatten().flatten();
            let inside = inside.map(|entry| entry.path());
            // A link could lead to a folder above.
            unread.extend(inside.filter(|path| !path.is_symlink()));
        }
        let is_python = path.extension().is_some_and(|ending| ending == "py");
        if !is_python || !path.is_file() || !found.insert(path.clone()) {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap_or_default().lines() {
            let names = match line.trim().split_once(' ') {
                Some(("import", names)) => names.split(',').collect(),
                Some(("from", rest)) => vec![rest],
                _ => Vec::new(),
            };
            for name in names {
                let is_end = |char: char| !char.is_alphanumeric() && char != '_';
                let name = name.trim_start().split(is_end).next();
                if let Some(name) = name.filter(|name| !name.is_empty()) {
                    unread.push(program.with_file_name(format!("{name}.py")));
                    unread.push(program.with_file_name(name));
                }
            }
        }
    }
    found
}

/// Keeps a file at this `place` among the sources of a run. Runs share a file of one content.
fn keep(file: &Path, run: &RunFolder, place: &Path) -> Result<()> {
    let kept = run.sources().join(place);
    let folder = kept.parent().unwrap_or(&run.0);
    fs::create_dir_all(folder)?;
    if kept.exists() {
        return Ok(());
    }
    let content = fs::read(file)?;
    let history = run.0.parent().unwrap_or(Path::new("."));
    for entry in fs::read_dir(history)?.flatten() {
        let other = RunFolder(entry.path()).sources().join(place);
        let length = fs::symlink_metadata(&other).map(|facts| facts.len());
        let is_equal = length.is_ok_and(|length| length == content.len() as u64)
            && fs::read(&other).is_ok_and(|other| other == content);
        if is_equal && fs::hard_link(&other, &kept).is_ok() {
            return Ok(());
        }
    }
    fs::copy(file, &kept)?;
    // A change would be one of other runs, too.
    let mut permissions = fs::metadata(&kept)?.permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&kept, permissions)?;
    Ok(())
}

/// Commit of the contestant's repository, and whether it has uncommitted changes. The last word of
/// the command that names a file is the contestant.
pub(super) fn revision(command: &[OsString]) -> Option<(String, bool)> {
    let mut words = command.iter().rev().map(Path::new);
    let file = words.find(|path| path.is_file())?;
    let folder = file.canonicalize().ok()?.parent()?.to_path_buf();
    let git = |args: &[&str]| {
        let mut git = Command::new("git");
        let output = git.arg("-C").arg(&folder).args(args).output().ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        output.status.success().then(|| text.trim().to_string())
    };
    let commit = git(&["rev-parse", "HEAD"])?;
    let changes = git(&["status", "--porcelain", "--untracked-files=no"])?;
    Some((commit, !changes.is_empty()))
}
