//! Tasks of development. Each module is a subcommand of `xtask`, which the Makefile calls.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};

pub mod bench;
pub mod bundle;
pub mod games;
pub mod last_values;
pub mod new;
pub mod packages;
pub mod site;
pub mod strength;
pub mod submissions;
pub mod tasks;

/// Environment variable: another workspace, in which tests make a game.
pub const WORKSPACE: &str = "XTASK_WORKSPACE";

/// Returns the top folder of the workspace.
pub fn workspace() -> PathBuf {
    if let Some(other) = env::var_os(WORKSPACE) {
        return other.into();
    }
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_path_buf()
}

/// Returns the folder with the programs of the release build.
pub fn programs() -> Result<PathBuf> {
    let folder = output(&mut Command::new(workspace().join("scripts/programs.py")))?;
    Ok(folder.trim_end().into())
}

/// Runs a program until it exits; returns its standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().display().to_string();
    let output = command.stderr(Stdio::inherit()).output().with_context(|| program.clone())?;
    let printed = String::from_utf8(output.stdout)?;
    let status = output.status;
    ensure!(status.success(), "{program}: {status}\n{printed}");
    Ok(printed)
}

/// Reads a file; `path` is relative to the top of the workspace.
pub fn text(path: &str) -> Result<String> {
    fs::read_to_string(workspace().join(path)).with_context(|| path.to_string())
}
