//! A game's referee as programs of other judge systems: validators and a visualizer of problem
//! packages for Kattis, DOMjudge and others, and tools as AtCoder's long contests hand them out.
//!
//! Needs the standard library alone, on Linux, but for the tools, which draw cases.
//! `tasks packages` makes single files of it and a game's definition.

mod feedback;
mod judgement;
#[cfg(feature = "rand")]
mod local;
mod picture;
mod pipes;
mod sys;
#[cfg(feature = "rand")]
mod tools;
mod worked;

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use game::{CaseResult, CaseScore, Referee};

pub use feedback::Points;
pub use judgement::{Conditions, check_input, draw, judge_dialogue, judge_output};
#[cfg(feature = "rand")]
pub use tools::{generate, show, test};
pub use worked::check_dialogue;

/// Returns `score`, in place of that of a case, on the game's scale that begins at 1.
fn scaled<G: Referee>(scored: &CaseScore, score: f64) -> f64 {
    let scored = scored.clone();
    G::scaled(&CaseResult {
        scored: CaseScore { score, ..scored },
        ..CaseResult::default()
    })
}

/// Returns the exit status of a program that did `run`; prints its problem.
fn finished(run: impl FnOnce() -> Result<ExitCode, String>) -> ExitCode {
    run().unwrap_or_else(|problem| {
        eprintln!("error: {problem}");
        ExitCode::FAILURE
    })
}

fn text(path: &Path) -> Result<String, String> {
    fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))
}

fn write(path: &Path, content: impl AsRef<[u8]>) -> Result<(), String> {
    fs::write(path, content).map_err(|error| format!("{}: {error}", path.display()))
}
