//! The program behind the page of Lucky Symbols.

use std::process::ExitCode;

fn main() -> ExitCode {
    page::main::<lucky_judge::Lucky>()
}
