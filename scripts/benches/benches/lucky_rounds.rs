//! A round of 1000 turns with each strategy. Optimal stopping, which looks up one
//! price a turn, is the baseline.

use std::hint::black_box;

use common::clock::Budget;
use common::grid::Shape;
use common::lucky::{BonusPair, Case, Symbol, TURNS};
use common::rng::Rng;
use criterion::{Criterion, criterion_group, criterion_main};
use lucky::player::CasePlayer;

/// A 20 × 20 case with values to 10 and bonuses to 2000.
fn case(symbols: usize, pairs: usize) -> Case {
    let mut rng = Rng::new(9);
    let values = (0..symbols).map(|_| rng.below(11)).collect();
    let mut listed = std::collections::BTreeMap::new();
    while listed.len() < pairs {
        let (x, y) = (rng.below(symbols as u32), rng.below(symbols as u32));
        listed.insert((x.min(y) as u16, x.max(y) as u16), 1 + rng.below(2000));
    }
    let pair = |((x, y), points)| BonusPair {
        x: Symbol::new(x),
        y: Symbol::new(y),
        points,
    };
    Case::new(
        Shape::square(20),
        values,
        listed.into_iter().map(pair).collect(),
    )
    .unwrap()
}

fn rounds(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("a round of Lucky Symbols");
    for (name, symbols, pairs, work) in [
        ("baseline: stopping", 1000, 0, 1),
        ("rolling plan, 10 symbols", 10, 50, 40_000_000),
        ("rolling plan, 100 symbols", 100, 500, 40_000_000),
        ("bid prices, 1000 symbols", 1000, 5000, 10_000),
    ] {
        let mut player = CasePlayer::new(case(symbols, pairs), Budget::Work(work));
        let mut rng = Rng::new(4);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                player.new_round();
                for _ in 0..TURNS {
                    black_box(player.play_turn(Symbol::new(rng.below(symbols as u32) as u16)));
                }
            });
        });
    }
}

criterion_group!(benches, rounds);
criterion_main!(benches);
