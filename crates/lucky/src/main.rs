//! The contestant in wire form: reads the case and the calls from standard input,
//! writes one answer per turn to standard output.

use std::io;
use std::process::ExitCode;

use common::clock::Budget;
use lucky::{player, wire};

fn main() -> ExitCode {
    let budget = Budget::from_env(player::CPU_TIME);
    match wire::serve(io::stdin(), io::stdout().lock(), budget) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("lucky: {error}");
            ExitCode::from(2)
        }
    }
}
