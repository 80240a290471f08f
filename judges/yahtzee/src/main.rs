//! The judge of Yahtzee on the command line, or behind its page.

use std::process::ExitCode;

#[cfg(feature = "judge")]
use cli as program;
#[cfg(not(feature = "judge"))]
use web as program;

fn main() -> ExitCode {
    program::main::<yahtzee_judge::Yahtzee>()
}
