//! Reads games of thirteen rolls from standard input and writes the best score card of each to
//! standard output.
//!
//! Exit status: 0, or 2 with a line on standard error if the input is malformed or a stream fails.

use std::io;
use std::process::ExitCode;

use common::exit;

fn main() -> ExitCode {
    let run = yahtzee::run(io::stdin().lock(), io::stdout().lock());
    exit::status("yahtzee", run)
}
