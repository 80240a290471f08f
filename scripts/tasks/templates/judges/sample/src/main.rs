//! The judge of Sample on the command line, or behind its page.

use std::process::ExitCode;

#[cfg(feature = "judge")]
use judge_kit as program;
#[cfg(not(feature = "judge"))]
use page as program;

fn main() -> ExitCode {
    program::main::<sample_judge::Sample>()
}
