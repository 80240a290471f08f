//! A game's referee as validators of problem packages for Kattis, DOMjudge and others.
//!
//! It uses only the standard library, on Linux. `xtask packages` turns it into single files, with a
//! game's definition.

mod judgement;
mod pipes;
mod sys;
mod worked;

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

pub use judgement::{JudgingConditions, Points, check_input, judge_dialogue, judge_output};
pub use worked::check_dialogue;

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

/// Adds the name of the file to an error.
fn at<T>(path: &Path, result: Result<T, impl Display>) -> Result<T, String> {
    result.map_err(|error| format!("{}: {error}", path.display()))
}
