//! A game's referee as validators of problem packages for Kattis, DOMjudge and others.
//!
//! It uses only the standard library, on Linux. `xtask packages` turns it into single files, with a
//! game's definition.

mod feedback;
mod judgement;
mod pipes;
mod sys;
mod worked;

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fs, io};

use game::{CaseScore, Details, Referee};

pub use feedback::Points;
pub use judgement::{JudgingConditions, check_input, judge_dialogue, judge_output};
pub use worked::check_dialogue;

/// Converts `score` to the game's scale, which starts at 1; `scored` has other facts of the case.
fn scaled<G: Referee>(scored: &CaseScore, score: f64) -> f64 {
    let scored = scored.clone();
    G::scaled(&CaseScore { score, ..scored }, &Details::default())
}

/// Returns the exit status for `run`; after a problem, prints it and returns `rejected`.
fn checked(rejected: u8, run: impl FnOnce() -> Result<ExitCode, String>) -> ExitCode {
    run().unwrap_or_else(|problem| {
        eprintln!("{problem}");
        ExitCode::from(rejected)
    })
}

/// Reads standard input.
fn input() -> Result<String, String> {
    io::read_to_string(io::stdin()).map_err(|error| format!("standard input: {error}"))
}

/// Returns the first arguments of this program, or the usage text if there are too few.
fn arguments<const N: usize>(usage: &str) -> Result<[PathBuf; N], String> {
    let paths: Vec<PathBuf> = env::args_os().skip(1).take(N).map(PathBuf::from).collect();
    paths.try_into().map_err(|_| usage.into())
}

/// Adds the name of the file to an error.
fn at<T>(path: &Path, result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}

fn text(path: &Path) -> Result<String, String> {
    at(path, fs::read_to_string(path))
}
