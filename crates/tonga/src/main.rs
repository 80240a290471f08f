//! Plays one game of PseudoTonga through standard input and output.

use std::io;
use std::process::ExitCode;
use std::time::Duration;

use common::clock::Budget;

/// Of the 20 s for a game.
const TIME: Duration = Duration::from_millis(18_300);

fn main() -> ExitCode {
    let budget = Budget::from_env(TIME);
    match tonga::play(io::stdin().lock(), io::stdout().lock(), budget) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("tonga: {error}");
            ExitCode::from(2)
        }
    }
}
