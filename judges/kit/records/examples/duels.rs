//! Prints in how many cases a sequential comparison ends, for differences whose range is five
//! and twenty standard deviations, and the cases that a paired t test of fixed size needs.
//!
//! Run with `cargo run -p records --example duels`.

use comfy_table::{Table, presets};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use records::stats::{Alpha, SequentialTest};

/// Duels simulated for every effect.
const DUELS: u64 = 2_000;

/// Cases after which a duel is given up.
const MOST: usize = 10_000;

/// Effects in standard deviations of the difference, and the least cases for
/// which a two-sided paired t test at 0.05 has power 0.8 and 0.9: from the
/// noncentral t distribution of SciPy.
const EFFECTS: [(f64, [usize; 2]); 3] = [(0.2, [199, 265]), (0.5, [34, 44]), (1.0, [10, 13])];

/// Ranges of the differences, in their standard deviations.
const RANGES: [f64; 2] = [5.0, 20.0];

fn main() {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header([
        "effect",
        "t test, power 0.8",
        "power 0.9",
        "range",
        "duel, mean",
        "median",
        "80 % end by",
        "90 % end by",
    ]);
    for (effect, fixed) in EFFECTS {
        for range in RANGES {
            let mut cases: Vec<usize> = (0..DUELS).map(|seed| cases(effect, range, seed)).collect();
            cases.sort_unstable();
            let mean = cases.iter().sum::<usize>() as f64 / DUELS as f64;
            let by = |percent: usize| cases[(cases.len() - 1) * percent / 100];
            table.add_row([
                format!("{effect} sd"),
                fixed[0].to_string(),
                fixed[1].to_string(),
                format!("{range} sd"),
                format!("{mean:.0}"),
                by(50).to_string(),
                by(80).to_string(),
                by(90).to_string(),
            ]);
        }
    }
    println!("{table}");
}

/// The cases after which a duel ends whose differences are normal and no further from 0 than
/// `range`.
fn cases(effect: f64, range: f64, seed: u64) -> usize {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut test = SequentialTest::new(Alpha::default(), None, range);
    let mut difference = || (normal(&mut rng) + effect).clamp(-range, range);
    let ended = (1..=MOST).find(|_| test.push(difference()).is_some());
    ended.unwrap_or(MOST)
}

/// A standard normal number, by the method of Box and Muller.
fn normal(rng: &mut ChaCha8Rng) -> f64 {
    let length = (-2.0 * (1.0 - rng.random::<f64>()).ln()).sqrt();
    length * (std::f64::consts::TAU * rng.random::<f64>()).cos()
}
