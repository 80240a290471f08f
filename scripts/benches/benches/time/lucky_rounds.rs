//! A round of 1000 turns with each strategy. The baseline, optimal stopping, looks up one price a
//! turn.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::Result;
use benches::lucky_case;
use common::clock::Budget;
use common::lucky::{ROUNDS, Symbol, TURNS};
use common::rng::Rng;
use criterion::Criterion;
use lucky::player::CasePlayer;

pub(crate) fn bench(criterion: &mut Criterion) -> Result<()> {
    let mut group = criterion.benchmark_group("a round of Lucky Symbols");
    for (name, symbols, pairs, work) in [
        ("baseline: stopping", 1000, 0, 1),
        ("rolling plan, 10 symbols", 10, 50, 40_000_000),
        ("rolling plan, 100 symbols", 100, 500, 40_000_000),
        ("bid prices, 1000 symbols", 1000, 5000, 1_000_000),
    ] {
        let case = lucky_case(symbols, pairs);
        let mut rng = Rng::new(4);
        // A budget is for the rounds of one case. Beyond these, the player would have no time.
        let mut play_case = |rounds| {
            let mut player = CasePlayer::new(&case, Budget::Work(work));
            let begun = Instant::now();
            for _ in 0..rounds {
                player.new_round();
                for _ in 0..TURNS {
                    black_box(player.play_turn(Symbol::new(rng.below(symbols as u32) as u16)));
                }
            }
            begun.elapsed()
        };
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|rounds| {
                let cases = (0..rounds).step_by(ROUNDS);
                let times = cases.map(|first| play_case((rounds - first).min(ROUNDS as u64)));
                times.sum::<Duration>()
            });
        });
    }
    Ok(())
}
