//! The judge of Sample, on the command line and for its page.

use std::process::ExitCode;

#[cfg(feature = "program")]
use cli as program;
#[cfg(not(feature = "program"))]
use web as program;

fn main() -> ExitCode {
    program::main::<sample_judge::Sample>()
}
