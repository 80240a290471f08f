//! A round of 1000 turns with each strategy. The baseline, optimal stopping, looks up one price a
//! turn.

use std::hint::black_box;

use anyhow::Result;
use benches::lucky_case;
use common::clock::Budget;
use common::lucky::{Symbol, TURNS};
use common::rng::Rng;
use criterion::Criterion;
use lucky::player::CasePlayer;

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let mut group = criterion.benchmark_group("a round of Lucky Symbols");
    for (name, symbols, pairs, work) in [
        ("baseline: stopping", 1000, 0, 1),
        ("rolling plan, 10 symbols", 10, 50, 40_000_000),
        ("rolling plan, 100 symbols", 100, 500, 40_000_000),
        ("bid prices, 1000 symbols", 1000, 5000, 10_000),
    ] {
        let mut player = CasePlayer::new(&lucky_case(symbols, pairs), Budget::Work(work));
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
    Ok(())
}
