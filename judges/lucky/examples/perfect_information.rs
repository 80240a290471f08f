//! Prints perfect-information bounds of subtasks 5 to 7 as CSV. Each round gets the given number of
//! steps.
//!
//! `perfect_information STEPS SEED …` prints one row for each seed and subtask, with pairs that
//! score once and twice: `case,pair_multiplicity,bound,steps,fingerprint`.

use std::env;
use std::num::ParseIntError;
use std::process::ExitCode;

use common::lucky::{ROUNDS, TURNS};
use game::{CasePlay, Game};
use lucky_judge::{Lucky, fingerprint_of, perfect_information_bound};

fn main() -> ExitCode {
    let numbers: Result<Vec<u64>, ParseIntError> =
        env::args().skip(1).map(|arg| arg.parse()).collect();
    match numbers.as_deref() {
        Ok([steps, seeds @ ..]) if !seeds.is_empty() => {
            println!("case,pair_multiplicity,bound,steps,fingerprint");
            seeds.iter().for_each(|&seed| print(*steps, seed));
            ExitCode::SUCCESS
        }
        _ => {
            eprintln!("usage: perfect_information STEPS SEED [SEED …]");
            ExitCode::from(2)
        }
    }
}

/// Prints the rows of a seed.
fn print(steps: u64, seed: u64) {
    for subtask in ["5", "6", "7"] {
        let game = Lucky::with(&[("subtask", subtask)]).expect("a subtask");
        let case = game.generate(seed);
        let mut rng = CasePlay::new(game, seed).rng();
        let kinds = case.values().len();
        let symbols: Vec<_> =
            (0..ROUNDS * TURNS).filter_map(|_| case.symbol(rng.draw(kinds).unwrap())).collect();
        for pair_multiplicity in [1, 2] {
            let bound = perfect_information_bound(&case, &symbols, pair_multiplicity, steps);
            let fingerprint = fingerprint_of(&case, &symbols);
            println!(
                "{seed}/{subtask},{pair_multiplicity},{:.1},{steps},{fingerprint:016x}",
                bound.unwrap_or(f64::NAN)
            );
        }
    }
}
