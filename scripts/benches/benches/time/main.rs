//! Benches of time. They are one program, which is linked and optimised as a whole.
//!
//! `cargo bench --package benches --bench time -- tonga_server` runs one module. Other arguments
//! are passed to criterion.

mod kit_exchange;
mod losses;
mod lucky_rounds;
mod slider_expand;
mod slider_judge;
mod tonga_server;
mod yahtzee_games;

use std::env;

use anyhow::Result;
use criterion::Criterion;

/// A module's name and its benches.
type Bench = (&'static str, fn(&mut Criterion) -> Result<()>);

const BENCHES: [Bench; 8] = [
    ("slider_case", slider_judge::bench_case),
    ("kit_exchange", kit_exchange::bench),
    ("losses", losses::bench),
    ("lucky_rounds", lucky_rounds::bench),
    ("slider_expand", slider_expand::bench),
    ("slider_judge", slider_judge::bench),
    ("tonga_server", tonga_server::bench),
    ("yahtzee_games", yahtzee_games::bench),
];

fn main() -> Result<()> {
    let words: Vec<String> = env::args().skip(1).collect();
    let mut criterion = Criterion::default().configure_from_args();
    let is_named = |name: &str| words.iter().any(|word| word == name);
    let are_named = BENCHES.iter().any(|(name, _)| is_named(name));
    if are_named {
        // The arguments name modules; criterion must not take them as a filter.
        criterion = criterion.with_filter("");
    }
    for (name, bench) in BENCHES {
        if !are_named || is_named(name) {
            bench(&mut criterion)?;
        }
    }
    criterion.final_summary();
    Ok(())
}
