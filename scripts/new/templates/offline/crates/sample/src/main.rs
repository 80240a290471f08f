//! Plays Sample: puts the numbers in ascending order.
//!
//! Exit status 0 after a case; 2 with one line on standard error if the input is not a case.

use std::io::{self, Write};
use std::process::ExitCode;

use common::sample::Case;
use common::tokens::Tokens;

fn main() -> ExitCode {
    match Case::read(&mut Tokens::new(io::stdin().lock())) {
        Ok(case) => {
            // The judge reads no more.
            let _ = io::stdout().write_all(answer(&case).as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("sample: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns the answer: the positions of the numbers in ascending order, a line each.
fn answer(case: &Case) -> String {
    let mut positions: Vec<usize> = (1..=case.numbers().len()).collect();
    positions.sort_by_key(|position| case.numbers()[position - 1]);
    positions
        .iter()
        .map(|position| format!("{position}\n"))
        .collect()
}
