//! `make play`: plays our solvers against the judges and prints one table.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, ExitCode};
use std::thread;

use anyhow::{Context, Result};
use clap::Parser;
use games::{GameManifest, workspace};

/// Plays our solvers against the judges and prints one table.
///
/// Exit status: 0, 2 for wrong usage, 3 if a judge failed. A contestant that
/// failed shows in the table.
#[derive(Parser)]
struct Args {
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

fn main() -> ExitCode {
    games::status(play(&Args::parse()))
}

fn play(args: &Args) -> Result<ExitCode> {
    let asked = Some(args.game.clone()).filter(|game| !game.is_empty());
    let games = games::chosen(asked.as_slice())?;
    let folder = workspace().join("target/play");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut records = Vec::new();
    for game in &games {
        let path = folder.join(format!("{}.jsonl", game.name));
        let status = judge(args, game, &path)?;
        if status > 1 {
            return Ok(ExitCode::from(3));
        }
        records.push(path);
    }
    println!();
    let report = args.programs.join("judge-report");
    let status = run(Command::new(report).arg("table").args(records))?;
    Ok(status.into())
}

/// Plays one game; returns the exit status of its judge.
fn judge(args: &Args, game: &GameManifest, records: &PathBuf) -> Result<u8> {
    let mut cases = game.play_any.clone();
    match args.seeds.as_str() {
        "" => cases.extend(game.play.clone()),
        seeds => cases.extend(["--seed".into(), seeds.into()]),
    }
    println!("== {} {}", game.name, cases.join(" "));
    let solvers = args.solvers.as_ref().unwrap_or(&args.programs);
    let solver = workspace().join(solvers).join(&game.name);
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let program = args.programs.join(format!("{}-judge", game.name));
    run(Command::new(program)
        .args(cases)
        .arg("--exec")
        .arg(format!("'{}'", solver.display()))
        .args([
            "--threads",
            &threads.to_string(),
            "--noSummary",
            "--force",
            "--json",
        ])
        .arg(records))
}

/// Runs a program of the workspace; returns its exit status, 3 if a signal killed it.
fn run(command: &mut Command) -> Result<u8> {
    let status = command.current_dir(workspace()).status();
    let status = status.with_context(|| command.get_program().display().to_string())?;
    Ok(status.code().map_or(3, |code| code as u8))
}
