//! The judge of Sample.

use std::process::ExitCode;

fn main() -> ExitCode {
    judge_kit::main::<sample_judge::Sample>()
}
