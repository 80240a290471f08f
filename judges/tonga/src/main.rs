//! The judge of PseudoTonga.

use std::process::ExitCode;

fn main() -> ExitCode {
    judge_kit::main::<tonga_judge::Tonga>()
}
