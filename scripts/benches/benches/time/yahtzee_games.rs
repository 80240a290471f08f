//! Benches in games a second: the program from standard input to standard
//! output, the library alone on several kinds of games, and the published
//! method. The last line is the ratio of the first and the last of them, both
//! measured in this run.

#[path = "../../../../crates/yahtzee/tests/published/mod.rs"]
mod published;

use std::cell::Cell;
use std::fs::File;
use std::hint::black_box;
use std::io;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::Result;
use benches::{PlainDice, any_dice, program, rolls, text};
use common::rng::Rng;
use common::yahtzee::{DICE, FACES, ROUNDS, Roll};
use criterion::{Criterion, Throughput};
use published::Published;

const PROCESS_GAMES: usize = 200_000;
const INSIDE_GAMES: usize = 5_000;
const PUBLISHED_GAMES: usize = 20;

/// Three dice of each face in the first six rounds. The bonus is within reach
/// at a price, so four of five games need the subset tables.
fn near_the_bonus(rng: &mut Rng, round: usize) -> PlainDice {
    let mut dice = any_dice(rng);
    if round < FACES {
        dice[..3].fill(round as u8 + 1);
    }
    dice
}

fn equal_dice(rng: &mut Rng) -> PlainDice {
    [rng.below(6) as u8 + 1; DICE]
}

/// Runs a benchmark and returns the shortest time of a game, in seconds.
fn measure(
    criterion: &mut Criterion,
    name: &str,
    games: usize,
    mut routine: impl FnMut(),
) -> Option<f64> {
    let best = Cell::new(None);
    let mut group = criterion.benchmark_group("yahtzee games");
    group.sample_size(10);
    group.throughput(Throughput::Elements(games as u64));
    group.bench_function(name, |bencher| {
        bencher.iter_custom(|rounds| {
            let start = Instant::now();
            for _ in 0..rounds {
                routine();
            }
            let time = start.elapsed();
            let game = time.as_secs_f64() / (rounds as f64 * games as f64);
            best.set(Some(best.get().map_or(game, |best: f64| best.min(game))));
            time
        })
    });
    group.finish();
    best.get()
}

/// The program, from a file to nowhere.
fn process(criterion: &mut Criterion) -> Result<Option<f64>> {
    let file = tempfile::NamedTempFile::new()?;
    let rolls = rolls(PROCESS_GAMES, |rng, _| any_dice(rng));
    std::fs::write(file.path(), text(&rolls))?;
    let name = "process, random dice";
    Ok(measure(criterion, name, PROCESS_GAMES, || {
        let status = Command::new(program("yahtzee"))
            .stdin(File::open(file.path()).expect("the file was written"))
            .stdout(Stdio::null())
            .status();
        assert!(status.expect("the program runs").success());
    }))
}

/// The library alone on rolls drawn by `roll`.
fn inside(criterion: &mut Criterion, name: &str, roll: impl FnMut(&mut Rng, usize) -> PlainDice) {
    let input = text(&rolls(INSIDE_GAMES, roll));
    measure(criterion, name, INSIDE_GAMES, || {
        yahtzee::run(black_box(input.as_bytes()), io::sink()).expect("the input is good");
    });
}

/// The published method.
fn published(criterion: &mut Criterion) -> Option<f64> {
    let rolls = rolls(PUBLISHED_GAMES, |rng, _| any_dice(rng)).into_iter();
    let rolls: Vec<Roll> = rolls.filter_map(Roll::new).collect();
    let mut method = Published::new();
    let name = "baseline: published method";
    measure(criterion, name, PUBLISHED_GAMES, || {
        for game in rolls.chunks_exact(ROUNDS) {
            let game = game.try_into().expect("a game has thirteen rolls");
            black_box(method.solve(game));
        }
    })
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let process = process(criterion)?;
    inside(criterion, "inside, random dice", |rng, _| any_dice(rng));
    inside(criterion, "inside, near the bonus", near_the_bonus);
    inside(criterion, "inside, equal dice", |rng, _| equal_dice(rng));
    if let (Some(process), Some(published)) = (process, published(criterion)) {
        println!(
            "The program answers {:.0} games/s, the published method {:.0}: {:.0} times as many.",
            1.0 / process,
            1.0 / published,
            published / process,
        );
    }
    Ok(())
}
