//! Fits the policy and the value to games against the server.
//!
//! Two parts of the submission's weights cannot be reproduced to the bit. Stages 7 to 11 started
//! from a policy of earlier runs, which were limited by time. The games of stages 12 to 15 were
//! searched with exploration 3.2 on sides 6 and 8, not 1.6.
//!
//! The policy is trained on whole games by the policy gradient (Williams, 1992). It uses
//! generalised advantage estimation (Schulman et al., 2016) on a linear value. The search uses
//! another value, fitted afterwards by regression to the results of games with the search.
//!
//! ```text
//! fit stage NUMBER FROM TO          run one stage of the schedule
//! fit encode SMALL LARGE LARGEST    print `src/weights.rs`
//! ```
//!
//! FROM is a file, `-` for random weights, or `small`, `large` or `largest` for the weights of the
//! submission; SMALL, LARGE and LARGEST are the same, and of LARGEST only the policy counts. A file
//! has one row of numbers for each feature, one row of output weights, and one row for each term of
//! the value. The result of a stage depends only on its number and on FROM.

mod critic;
mod episode;
mod gradient;
mod regression;
mod store;

use std::collections::BTreeMap;
use std::env;
use std::process::ExitCode;

use common::rng::Rng;
use common::tonga::Side;
use rayon::prelude::*;
use tonga::policy::Policy;
use tonga::value::ValueFunction;

use crate::critic::Critic;
use crate::episode::{Episode, SearchPlayer};
use crate::gradient::{Adam, Gradient};

/// A stage of training: games on boards of the `sides`, one side after another.
struct TrainingStage {
    sides: &'static [usize],
    games: usize,
    target: Target,
}

/// The weights that a stage fits.
enum Target {
    /// The policy, trained at a learning rate, and the value of playing it.
    Policy { rate: f32 },
    /// The value of searching with this number of simulations per move; 0 means playing the policy.
    Value { simulations: usize },
}

const SMALL: &[usize] = &[6, 8, 10];
const LARGE: &[usize] = &[12, 14, 16];
const ALL: &[usize] = &[6, 8, 10, 12, 14, 16, 16];

/// All stages. Small boards come first: their games are short, and most of the lessons from them
/// hold on all boards. Stages 0 to 6 fit one policy for all sides. Starting from it, stages 7 to 9
/// fit the policy for small boards, and 10 and 11 the one for large boards. Stages 12 to 15 then
/// fit the value for small boards, and 16 to 19 the value for large boards. Stages 20, 22 and 21, in
/// this order, continue stage 11 for the policy on the largest board.
const SCHEDULE: [TrainingStage; 23] = [
    stage(&[6, 8, 10, 12], 48_000, policy(0.010)),
    stage(&[8, 10, 12, 14], 40_000, policy(0.010)),
    stage(ALL, 40_000, policy(0.008)),
    stage(ALL, 40_000, policy(0.006)),
    stage(ALL, 40_000, policy(0.005)),
    stage(ALL, 40_000, policy(0.004)),
    stage(ALL, 40_000, policy(0.003)),
    stage(SMALL, 160_000, policy(0.005)),
    stage(SMALL, 240_000, policy(0.004)),
    stage(SMALL, 240_000, policy(0.0025)),
    stage(LARGE, 120_000, policy(0.005)),
    stage(LARGE, 120_000, policy(0.003)),
    stage(SMALL, 3_000, value(0)),
    stage(SMALL, 2_000, value(150)),
    stage(SMALL, 2_400, value(150)),
    stage(SMALL, 4_000, value(150)),
    stage(LARGE, 1_500, value(0)),
    stage(LARGE, 500, value(100)),
    stage(LARGE, 600, value(100)),
    stage(LARGE, 1_200, value(100)),
    stage(LARGE, 90_000, policy(0.003)),
    stage(LARGE, 60_000, policy(0.0012)),
    stage(LARGE, 217_600, policy(0.004)),
];

impl TrainingStage {
    /// Returns the side of the board in game number `game`.
    fn side(&self, game: usize) -> Side {
        let rows = self.sides[game % self.sides.len()];
        Side::new(rows).expect("the schedule names sides of the game")
    }
}

const fn stage(sides: &'static [usize], games: usize, target: Target) -> TrainingStage {
    TrainingStage { sides, games, target }
}

const fn policy(rate: f32) -> Target {
    Target::Policy { rate }
}

const fn value(simulations: usize) -> Target {
    Target::Value { simulations }
}

/// Number of games between two gradient steps.
const BATCH: usize = 32;
/// Number of games between two lines of progress. The file is written at the same time.
const REPORT: usize = 3200;

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let outcome = match arguments[..] {
        ["stage", number, from, to] => run(number, from, to),
        ["encode", small, large, largest] => encode(small, large, largest),
        _ => Err("usage: fit stage NUMBER FROM TO | fit encode SMALL LARGE LARGEST".to_string()),
    };
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("fit: {message}");
            ExitCode::from(2)
        }
    }
}

fn encode(small: &str, large: &str, largest: &str) -> Result<(), String> {
    let (largest, _) = store::load(largest)?;
    print!("{}", store::encode(&store::load(small)?, &store::load(large)?, &largest));
    Ok(())
}

fn run(number: &str, from: &str, to: &str) -> Result<(), String> {
    let number: usize = number.parse().map_err(|_| format!("`{number}` is not a stage"))?;
    let stage = SCHEDULE
        .get(number)
        .ok_or_else(|| format!("the stages are 0 to {}", SCHEDULE.len() - 1))?;
    let mut rng = Rng::new(number as u64);
    let (policy, value) = match from {
        "-" => store::initial(&mut rng),
        file => store::load(file)?,
    };
    match stage.target {
        Target::Policy { rate } => train_policy(stage, rate, policy, value, &mut rng, to),
        Target::Value { simulations } => {
            train_value(stage, simulations, &policy, &value, number, to)
        }
    }
}

/// Trains the policy along the policy gradient and saves the result.
fn train_policy(
    stage: &TrainingStage,
    rate: f32,
    mut policy: Policy,
    value: ValueFunction,
    rng: &mut Rng,
    to: &str,
) -> Result<(), String> {
    let mut critic = Critic::new(value);
    let mut adam = Adam::new(rate);
    let mut totals = Totals::default();
    let mut gradient = Gradient::new();
    for game in 0..stage.games {
        let episode = episode::play(&policy, None, stage.side(game), rng);
        totals.add(&episode);
        if let Some(advantages) = critic.observe(&episode) {
            gradient.add(&policy, &episode, &advantages);
        }
        if (game + 1) % BATCH == 0 {
            adam.step(&mut policy, &gradient, BATCH);
            critic.step();
            gradient = Gradient::new();
        }
        if (game + 1) % REPORT == 0 {
            totals.report(game + 1);
            store::save(&policy, &critic.value, to)?;
        }
    }
    store::save(&policy, &critic.value, to)
}

/// Plays the games of a stage, fits the value to all of these games and saves it.
fn train_value(
    stage: &TrainingStage,
    simulations: usize,
    policy: &Policy,
    value: &ValueFunction,
    number: usize,
    to: &str,
) -> Result<(), String> {
    let play = |game| {
        let mut rng = Rng::new((number << 32 | game) as u64);
        let side = stage.side(game);
        let search = (simulations > 0)
            .then(|| SearchPlayer::new(policy, value, side, simulations, &mut rng));
        episode::play(policy, search, side, &mut rng)
    };
    let episodes: Vec<Episode> = (0..stage.games).into_par_iter().map(play).collect();
    let mut totals = Totals::default();
    episodes.iter().for_each(|episode| totals.add(episode));
    totals.report(stage.games);
    store::save(policy, &regression::fit(&episodes), to)
}

/// By side, the sum of scores and the number of games since the last line of progress.
#[derive(Default)]
struct Totals(BTreeMap<usize, (f64, u32)>);

impl Totals {
    fn add(&mut self, episode: &Episode) {
        let total = self.0.entry(episode.side.rows()).or_default();
        total.0 += episode.score;
        total.1 += 1;
    }

    /// Prints the mean score of each side, then resets the totals.
    fn report(&mut self, games: usize) {
        print!("{games:>7}");
        for (side, (sum, count)) in std::mem::take(&mut self.0) {
            print!("  {side}: {:6.2}", sum / f64::from(count));
        }
        println!();
    }
}
