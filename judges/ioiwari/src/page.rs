//! The program behind the page of Ioiwari.

use std::process::ExitCode;

fn main() -> ExitCode {
    page::main::<ioiwari_judge::Ioiwari>()
}
