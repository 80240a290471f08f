//! Exit status of a solver's program.

use std::fmt::Display;
use std::process::ExitCode;

/// Returns the exit status of the program `solver`: 0, or 2 after printing an error.
pub fn status(solver: &str, run: Result<(), impl Display>) -> ExitCode {
    match run {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{solver}: {error}");
            ExitCode::from(2)
        }
    }
}
