//! The judge of Lucky Symbols as a command-line program or as the module of its web page.

use std::process::ExitCode;

#[cfg(feature = "program")]
use cli as program;
#[cfg(not(feature = "program"))]
use web as program;

fn main() -> ExitCode {
    program::main::<lucky_judge::Lucky>()
}
