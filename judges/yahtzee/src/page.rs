//! The program behind the page of Yahtzee.

use std::process::ExitCode;

fn main() -> ExitCode {
    page::main::<yahtzee_judge::Yahtzee>()
}
