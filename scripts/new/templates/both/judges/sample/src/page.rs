//! The program behind the page of Sample.

use std::process::ExitCode;

fn main() -> ExitCode {
    page::main::<sample_judge::Sample>()
}
