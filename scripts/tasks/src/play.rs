//! `make play`: plays our solvers against the judges and prints one table.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context, Result};
use clap::Args;

use crate::games::{self, GameManifest};
use crate::workspace;

/// Plays our solvers against the judges and prints one table
///
/// Exit status: 0, 2 for wrong usage, 3 if a judge failed. A contestant that
/// failed shows in the table.
#[derive(Args)]
pub struct PlayOptions {
    /// The game to play; empty for all
    #[arg(default_value = "")]
    game: String,
    /// Seeds to play; empty for the few cases of the game's manifest
    #[arg(default_value = "")]
    seeds: String,
    /// Folder of the judges
    #[arg(long, default_value = "target/release")]
    programs: PathBuf,
    /// Folder of the solvers; that of the judges unless given
    #[arg(long)]
    solvers: Option<PathBuf>,
}

/// Plays the games; returns the exit status.
///
/// # Errors
/// There is no such game, or a program cannot be started.
pub fn run(options: &PlayOptions) -> Result<ExitCode> {
    let asked = Some(options.game.clone()).filter(|game| !game.is_empty());
    let games = games::chosen(asked.as_slice())?;
    let folder = workspace().join("target/play");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut records = Vec::new();
    for game in &games {
        let path = folder.join(format!("{}.jsonl", game.name));
        if judge(options, game, &path)? > 1 {
            return Ok(ExitCode::from(3));
        }
        records.push(path);
    }
    println!();
    let mut report = Command::new(options.programs.join("judge-report"));
    Ok(status(report.arg("table").args(records))?.into())
}

/// Plays one game; returns the exit status of its judge.
fn judge(options: &PlayOptions, game: &GameManifest, records: &Path) -> Result<u8> {
    let mut cases = game.play_any.clone();
    match options.seeds.as_str() {
        "" => cases.extend(game.play.clone()),
        seeds => cases.extend(["--seed".into(), seeds.into()]),
    }
    println!("== {} {}", game.name, cases.join(" "));
    let solvers = options.solvers.as_ref().unwrap_or(&options.programs);
    let solver = workspace().join(solvers).join(&game.name);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let mut judge = Command::new(options.programs.join(format!("{}-judge", game.name)));
    judge.args(cases).arg("--exec");
    judge.arg(format!("'{}'", solver.display()));
    judge.args(["--threads", &threads.to_string()]);
    status(
        judge
            .args(["--noSummary", "--force", "--json"])
            .arg(records),
    )
}

/// Runs a program of the workspace; returns its exit status, 3 if a signal killed it.
fn status(command: &mut Command) -> Result<u8> {
    let status = command.current_dir(workspace()).status();
    let status = status.with_context(|| command.get_program().display().to_string())?;
    Ok(status.code().map_or(3, |code| code as u8))
}
