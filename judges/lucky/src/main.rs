//! The judge of Lucky Symbols.

use std::process::ExitCode;

fn main() -> ExitCode {
    judge_kit::main::<lucky_judge::Lucky>()
}
