//! A copy of the workspace, in which tests make games.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, io};

use xtask::new::{NewGame, NewKind};
use xtask::workspace;

/// Returns the files below `folder`, sorted, without hidden folders and without build output.
pub fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files.extend(self::files(&path));
        } else if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Copies the workspace without build output and without version control to a folder of this name
/// in `target`. The copies have the times of the files, so that cargo builds only what has changed.
pub fn copy(name: &str) -> PathBuf {
    let to = workspace().join("target").join(name);
    let _ = fs::remove_dir_all(&to);
    for path in files(&workspace()) {
        let copied = to.join(path.strip_prefix(workspace()).unwrap());
        fs::create_dir_all(copied.parent().unwrap()).unwrap();
        fs::copy(&path, &copied).unwrap();
        set_time(&copied, &path).unwrap();
    }
    to
}

/// Gives a file the time of another one.
fn set_time(path: &Path, of: &Path) -> io::Result<()> {
    let file = File::options().append(true).open(path)?;
    file.set_modified(fs::metadata(of)?.modified()?)
}

/// Returns a cargo command in the copy. Its build output is kept for later tests.
pub fn cargo(copy: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO"));
    command.args(["--quiet", "--config", "profile.dev.package.common.opt-level=0"]);
    command.args(args).current_dir(copy);
    command.env("CARGO_TARGET_DIR", target());
    command
}

/// Returns the folder with the build output of all copies.
pub fn target() -> PathBuf {
    workspace().join("target/new")
}

/// Writes a game into a copy; returns the paths of its files, or the reason that there are none. The
/// files have the time of this program, which contains their templates.
pub fn write(copy: &Path, name: &str, kind: NewKind) -> Result<Vec<String>, String> {
    let game = NewGame { name: name.into(), kind, workspace: copy.into() };
    let files = game.write().map_err(|error| error.to_string())?;
    let program = env::current_exe().unwrap();
    for file in &files {
        set_time(&copy.join(file), &program).unwrap();
    }
    Ok(files)
}
