//! Games of Yahtzee: the whole program, the library alone on several kinds of games, and the
//! judge's optimum, which fills two tables over sets of rounds for one game.

use std::fs::File;
use std::hint::black_box;
use std::io;
use std::process::Command;

use anyhow::Result;
use benches::{PlainDice, any_dice, program, rolls, run, text};
use common::rng::Rng;
use common::yahtzee::optimum::optimum;
use common::yahtzee::{DICE, FACES, ROUNDS, Roll};
use criterion::{Criterion, Throughput};

/// Number of games for the program, the library and the judge's optimum.
const GAMES: [usize; 3] = [200_000, 5_000, 20];

/// Draws the dice of a round.
type Draw = fn(&mut Rng, usize) -> PlainDice;

/// Returns three dice of one face in each of the first six rounds. The bonus can then be reached at
/// the cost of other points. Four of five such games need the subset tables.
fn near_the_bonus(rng: &mut Rng, round: usize) -> PlainDice {
    let mut dice = any_dice(rng);
    if round < FACES {
        dice[..3].fill(round as u8 + 1);
    }
    dice
}

fn equal_dice(rng: &mut Rng, _round: usize) -> PlainDice {
    [rng.below(6) as u8 + 1; DICE]
}

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let random: Draw = |rng, _| any_dice(rng);
    let mut group = criterion.benchmark_group("yahtzee games");
    group.sample_size(10);
    let file = tempfile::NamedTempFile::new()?;
    std::fs::write(file.path(), text(&rolls(GAMES[0], random)))?;
    group.throughput(Throughput::Elements(GAMES[0] as u64));
    group.bench_function("process, random dice", |bencher| {
        bencher.iter(|| {
            let input = File::open(file.path()).expect("the file was written");
            run(Command::new(program("yahtzee")).stdin(input));
        });
    });
    let inside: [(&str, Draw); 3] = [
        ("inside, random dice", random),
        ("inside, near the bonus", near_the_bonus),
        ("inside, equal dice", equal_dice),
    ];
    group.throughput(Throughput::Elements(GAMES[1] as u64));
    for (name, draw) in inside {
        let input = text(&rolls(GAMES[1], draw));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let played = yahtzee::run(black_box(input.as_bytes()), io::sink());
                played.expect("the input is good");
            });
        });
    }
    let rolls = rolls(GAMES[2], random).into_iter();
    let rolls: Vec<Roll> = rolls.filter_map(Roll::new).collect();
    group.throughput(Throughput::Elements(GAMES[2] as u64));
    group.bench_function("baseline: the judge's optimum", |bencher| {
        bencher.iter(|| {
            for game in rolls.chunks_exact(ROUNDS) {
                let game = game.try_into().expect("a game has thirteen rolls");
                black_box(optimum(game));
            }
        });
    });
    group.finish();
    Ok(())
}
