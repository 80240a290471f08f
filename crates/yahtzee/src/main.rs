//! Reads games of thirteen rolls from standard input, writes the best score
//! card of each to standard output.

use std::io;
use std::process::ExitCode;

fn main() -> ExitCode {
    match yahtzee::run(io::stdin().lock(), io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("yahtzee: {error}");
            ExitCode::from(2)
        }
    }
}
