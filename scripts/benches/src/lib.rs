//! Helpers of the benches in `benches/`; `make bench` runs them all.

use std::collections::BTreeMap;
use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use common::grid::Shape;
use common::lucky::{BonusPair, Case, Symbol};
use common::rng::Rng;
use common::tokens::Tokens;
use common::yahtzee::{DICE, ROUNDS};
use slider::benchmark::Benchmark;

/// Returns the top folder of the workspace.
fn workspace() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../.."))
}

/// Returns the path of a program of the release build, next to the folder `deps` of this bench.
///
/// # Panics
/// The path of this bench is unknown.
pub fn program(name: &str) -> PathBuf {
    let bench = env::current_exe().expect("a bench has a path");
    let folder = bench.ancestors().nth(2).expect("a bench is in `deps`");
    folder.join(name)
}

/// Runs a program until it exits, and discards its output.
///
/// # Panics
/// The program cannot be started, or fails.
pub fn run(command: &mut Command) {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    assert!(status.expect("the program runs").success(), "{command:?}");
}

/// Returns a case of `data/slider`.
///
/// # Panics
/// No case has this number.
pub fn slider_case(number: u32) -> Benchmark {
    let path = workspace().join(format!("data/slider/{number}.in"));
    let text = std::fs::read(path).expect("a case in data/slider");
    Benchmark::new(&common::slider::Case::read(&mut Tokens::new(&text[..])).expect("well-formed"))
}

/// Returns a 20 × 20 case of Lucky Symbols with values to 10 and bonuses to 2000.
///
/// # Panics
/// The symbols do not form so many pairs.
pub fn lucky_case(symbols: usize, pairs: usize) -> Case {
    let mut rng = Rng::new(9);
    let values = (0..symbols).map(|_| rng.below(11)).collect();
    let mut listed = BTreeMap::new();
    while listed.len() < pairs {
        let (x, y) = (rng.below(symbols as u32), rng.below(symbols as u32));
        listed.insert((x.min(y) as u16, x.max(y) as u16), 1 + rng.below(2000));
    }
    let pair = |((x, y), points)| BonusPair { x: Symbol::new(x), y: Symbol::new(y), points };
    let pairs = listed.into_iter().map(pair).collect();
    Case::new(Shape::square(20), values, pairs).expect("a legal case")
}

/// Five dice.
pub type PlainDice = [u8; DICE];

/// Returns random dice.
pub fn any_dice(rng: &mut Rng) -> PlainDice {
    std::array::from_fn(|_| rng.below(6) as u8 + 1)
}

/// Returns the dice of several games of Yahtzee; `roll` draws them for a given round.
pub fn rolls(games: usize, mut roll: impl FnMut(&mut Rng, usize) -> PlainDice) -> Vec<PlainDice> {
    let mut rng = Rng::new(1);
    let rounds = (0..games * ROUNDS).map(|index| index % ROUNDS);
    rounds.map(|round| roll(&mut rng, round)).collect()
}

/// Returns dice as a contestant reads them.
pub fn text(rolls: &[PlainDice]) -> String {
    let lines = rolls.iter();
    lines.map(|[a, b, c, d, e]| format!("{a} {b} {c} {d} {e}\n")).collect()
}
