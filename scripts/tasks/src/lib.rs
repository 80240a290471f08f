//! Tasks of those who work on the games. Each module is a subcommand of the program `tasks`; the
//! Makefile calls them.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio, Termination};

use anyhow::{Context, Result, ensure};

pub mod bench;
pub mod bundle;
pub mod games;
pub mod new;
pub mod packages;
pub mod site;
pub mod submissions;

/// Returns the folder of the workspace.
pub fn workspace() -> PathBuf {
    let package = Path::new(env!("CARGO_MANIFEST_DIR"));
    package.ancestors().nth(2).unwrap_or(package).to_path_buf()
}

/// Runs a program to its end; returns what it writes to standard output.
pub fn output(command: &mut Command) -> Result<String> {
    let program = command.get_program().display().to_string();
    let output = command.stderr(Stdio::inherit()).output();
    let output = output.with_context(|| program.clone())?;
    let printed = String::from_utf8(output.stdout)?;
    let status = output.status;
    ensure!(status.success(), "{program}: {status}\n{printed}");
    Ok(printed)
}

/// Checks that a program that tests run is as new as its sources, which cargo lists in a file next
/// to it.
///
/// # Errors
/// It is older, or not built.
pub fn ensure_current(program: &Path) -> Result<()> {
    let name = program.display();
    let time = |path: &Path| fs::metadata(path).and_then(|file| file.modified());
    let advice = "run `cargo build --workspace --tests --bins`";
    let built = time(program).with_context(|| format!("{name} is not built: {advice}"))?;
    let sources = fs::read_to_string(program.with_extension("d"))?;
    for source in sources.split_whitespace() {
        let is_newer = time(Path::new(source)).is_ok_and(|time| time > built);
        ensure!(!is_newer, "{name} is older than {source}: {advice}");
    }
    Ok(())
}

/// Returns the exit status of a task whose run ended so: after an error, which it prints in one
/// line, 2.
pub fn status(run: Result<impl Termination>) -> ExitCode {
    match run {
        Ok(done) => done.report(),
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(2)
        }
    }
}
