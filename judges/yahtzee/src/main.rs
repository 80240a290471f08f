//! The judge of Yahtzee.

use std::process::ExitCode;

fn main() -> ExitCode {
    judge_kit::main::<yahtzee_judge::Yahtzee>()
}
