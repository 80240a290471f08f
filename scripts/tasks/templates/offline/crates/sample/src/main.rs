//! Plays Sample: puts the numbers in ascending order.
//!
//! Exit status 0 after a case; 2 with one line on standard error if the input is not a case.

use std::io::{self, Write};
use std::process::ExitCode;

use common::answers;
use common::sample::Case;
use common::tokens::Tokens;

fn main() -> ExitCode {
    let given = answers::given().unwrap_or_default();
    match Case::read(&mut Tokens::new(io::stdin().lock())) {
        Ok(case) => {
            // The judge reads no more.
            let _ = io::stdout().write_all(answer(&case, &given).as_bytes());
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("sample: {error}");
            ExitCode::from(2)
        }
    }
}

/// Returns the answer, a line for each position: those `given`, then the others in ascending
/// order of their numbers.
fn answer(case: &Case, given: &[String]) -> String {
    let mut positions: Vec<usize> = given.iter().map_while(|line| line.parse().ok()).collect();
    let all = 1..=case.numbers().len();
    let mut others: Vec<usize> = all.filter(|other| !positions.contains(other)).collect();
    others.sort_by_key(|position| case.numbers()[position - 1]);
    positions.extend(others);
    let lines = positions.iter();
    lines.map(|position| format!("{position}\n")).collect()
}
