//! The judge of Ioiwari.

use std::process::ExitCode;

fn main() -> ExitCode {
    judge_kit::main::<ioiwari_judge::Ioiwari>()
}
