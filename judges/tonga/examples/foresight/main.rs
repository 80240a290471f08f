//! Prints `data/tonga/foresight.csv`: the scores that a beam search finds for a player who knows
//! the server's draws, next to our solver's scores from a table.
//!
//! `foresight TABLE N …` prints a row for each case of the table with one of these sides.

mod beam;

use std::process::ExitCode;
use std::{env, fs};

use game::{CasePlay, Game};
use tonga_judge::Tonga;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match &arguments[..] {
        [table, sides @ ..] if !sides.is_empty() => print(table, sides),
        _ => {
            eprintln!("usage: foresight TABLE N [N …]");
            return ExitCode::from(2);
        }
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => {
            eprintln!("foresight: {problem}");
            ExitCode::FAILURE
        }
    }
}

fn print(table: &str, sides: &[String]) -> Result<(), String> {
    let text = fs::read_to_string(table).map_err(|error| format!("{table}: {error}"))?;
    println!("seed,N,starter,width,estimate,score");
    for line in text.lines() {
        let fields: Vec<&str> = line.split(',').collect();
        let [seed, _, side, starter, _, score, ..] = fields[..] else {
            continue;
        };
        let numbers = (seed.parse(), score.parse::<f64>());
        let (Ok(number), Ok(score)) = numbers else {
            continue;
        };
        if sides.iter().any(|asked| asked == side) {
            let (width, estimate) = estimate(number, side, starter)?;
            println!("{seed},{side},{starter},{width},{estimate:.3},{score:.3}");
        }
    }
    Ok(())
}

/// Returns the width of the beam and the score of the game that it finds.
fn estimate(seed: u64, side: &str, starter: &str) -> Result<(usize, f64), String> {
    let game = Tonga::with(&[("N", side), ("starter", starter)])?;
    let play = CasePlay::new(game, seed);
    // A game takes one to twelve seconds.
    let width = match play.case().side().rows() {
        ..=8 => 64,
        _ => 16,
    };
    Ok((width, beam::foreseen(play.case(), play.rng(), width).1))
}
