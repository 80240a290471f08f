//! The program behind the page of PseudoTonga.

use std::process::ExitCode;

fn main() -> ExitCode {
    page::main::<tonga_judge::Tonga>()
}
