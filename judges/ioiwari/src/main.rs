//! The judge of Ioiwari as a command-line program or as the module of its web page.

use std::process::ExitCode;

#[cfg(feature = "program")]
use cli as program;
#[cfg(not(feature = "program"))]
use web as program;

fn main() -> ExitCode {
    program::main::<ioiwari_judge::Ioiwari>()
}
