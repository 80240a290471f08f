//! Fits the policy by playing whole games with it against the server and
//! following the policy gradient (Williams, 1992), with generalised advantage
//! estimation (Schulman et al., 2016) on a linear value estimate.
//!
//! ```text
//! fit stage NUMBER FROM TO    run one stage of the schedule; FROM `-` starts afresh
//! fit encode SMALL LARGE      print `src/weights.rs`
//! ```
//!
//! The files hold one row of numbers for each feature and one of output
//! weights. A stage's outcome depends only on its number and on FROM.

mod episode;
mod gradient;
mod store;
mod value;

use std::env;
use std::process::ExitCode;

use common::rng::Rng;

use crate::gradient::{Adam, Gradient};
use crate::value::Critic;

/// One stage: the sides that take turns, games, and the learning rate.
struct Stage {
    sides: &'static [usize],
    games: usize,
    rate: f32,
}

/// Small boards first: their games are short, and most of what holds there
/// holds everywhere. Stages 0 to 6 make one policy for all sides; from there 7
/// to 9 lead to that for small boards, 10 and 11 to that for large ones.
const SCHEDULE: [Stage; 12] = [
    stage(&[6, 8, 10, 12], 48_000, 0.010),
    stage(&[8, 10, 12, 14], 40_000, 0.010),
    stage(&[6, 8, 10, 12, 14, 16, 16], 40_000, 0.008),
    stage(&[6, 8, 10, 12, 14, 16, 16], 40_000, 0.006),
    stage(&[6, 8, 10, 12, 14, 16, 16], 40_000, 0.005),
    stage(&[6, 8, 10, 12, 14, 16, 16], 40_000, 0.004),
    stage(&[6, 8, 10, 12, 14, 16, 16], 40_000, 0.003),
    stage(&[6, 8, 10], 160_000, 0.005),
    stage(&[6, 8, 10], 240_000, 0.004),
    stage(&[6, 8, 10], 240_000, 0.0025),
    stage(&[12, 14, 16], 120_000, 0.005),
    stage(&[12, 14, 16], 120_000, 0.003),
];

const fn stage(sides: &'static [usize], games: usize, rate: f32) -> Stage {
    Stage { sides, games, rate }
}

/// Games between two steps.
const BATCH: usize = 32;
/// Games between two lines of progress; the file is kept up to date too.
const REPORT: usize = 3200;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["stage", number, from, to] => run(number, from, to),
        ["encode", small, large] => encode(small, large),
        _ => Err("usage: fit stage NUMBER FROM TO | fit encode SMALL LARGE".to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("fit: {message}");
            ExitCode::from(2)
        }
    }
}

fn encode(small: &str, large: &str) -> Result<(), String> {
    print!(
        "{}",
        store::encode(&store::load(small)?, &store::load(large)?)
    );
    Ok(())
}

fn run(number: &str, from: &str, to: &str) -> Result<(), String> {
    let number: usize = number
        .parse()
        .map_err(|_| format!("`{number}` is not a stage"))?;
    let stage = SCHEDULE
        .get(number)
        .ok_or_else(|| format!("the stages are 0 to {}", SCHEDULE.len() - 1))?;
    let mut rng = Rng::new(number as u64);
    let (mut policy, value) = match from {
        "-" => store::fresh(&mut rng),
        file => store::load(file)?,
    };
    let mut critic = Critic::new(value);
    let mut adam = Adam::new(stage.rate);
    let mut totals = [(0.0, 0); 17];
    let mut gradient = Gradient::new();
    for game in 0..stage.games {
        let side = stage.sides[game % stage.sides.len()];
        let episode = episode::play(&policy, side, &mut rng);
        totals[side].0 += episode.score;
        totals[side].1 += 1;
        if let Some(advantages) = critic.judge(&episode) {
            gradient.add(&policy, &episode, &advantages);
        }
        if (game + 1) % BATCH == 0 {
            adam.step(&mut policy, &gradient, BATCH);
            critic.step();
            gradient = Gradient::new();
        }
        if (game + 1) % REPORT == 0 {
            report(game + 1, &mut totals);
            store::save(&policy, &critic.value, to)?;
        }
    }
    store::save(&policy, &critic.value, to)
}

/// Prints the mean score of each side since the last line.
fn report(games: usize, totals: &mut [(f64, u32); 17]) {
    print!("{games:>7}");
    for (side, total) in totals.iter_mut().enumerate() {
        if total.1 > 0 {
            print!("  {side}: {:6.2}", total.0 / f64::from(total.1));
        }
        *total = (0.0, 0);
    }
    println!();
}
