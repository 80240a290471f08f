//! Prints `data/tonga/foresight.csv`: what a player would score that knows the server's draws,
//! as far as a beam finds it, beside the scores of a table of our solver's.
//!
//! `foresight WIDTH TABLE N …`: for each case of the table with one of these sides.

use std::process::ExitCode;
use std::{env, fs};

use game::{Game, Weights, choices};
use tonga_judge::{Tonga, foreseen};

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let outcome = match &arguments[..] {
        [width, table, sides @ ..] if !sides.is_empty() => print(width, table, sides),
        _ => {
            eprintln!("usage: foresight WIDTH TABLE N [N …]");
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

fn print(width: &str, table: &str, sides: &[String]) -> Result<(), String> {
    let width = width.parse().ok().filter(|&width: &usize| width > 0);
    let width = width.ok_or("the width is no whole number from 1")?;
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
            let estimate = estimate(number, side, starter, width)?;
            println!("{seed},{side},{starter},{width},{estimate:.3},{score:.3}");
        }
    }
    Ok(())
}

/// The score of the game that a beam of this width finds.
fn estimate(seed: u64, side: &str, starter: &str, width: usize) -> Result<f64, String> {
    let game = Tonga::with(&[("N", side), ("starter", starter)])?;
    let case = game.generate(seed);
    let mut rng = choices(&game, seed, None);
    let draws = move |count| {
        let drawn = Weights::Equal(count).draw(&mut rng);
        drawn.expect("the server has a best square")
    };
    Ok(foreseen(&case, draws, width).1)
}
