//! `make submissions`: writes `target/submissions/<game>.rs`, compiles each
//! file, and tells its size and the time that took.

use std::process::ExitCode;

use bundle::cli::Options;
use clap::Parser;

fn main() -> ExitCode {
    match Options::parse().run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
