//! The judge of Sample, on the command line and for its page.

use std::process::ExitCode;

#[cfg(feature = "judge")]
use cli as program;
#[cfg(not(feature = "judge"))]
use web as program;

fn main() -> ExitCode {
    program::main::<sample_judge::Sample>()
}
