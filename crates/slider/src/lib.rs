//! Plays Slider by a beam search over turns.
//!
//! A beam state is a board after a number of turns. It grows by whole
//! deliveries (one block brought into a hole by its shortest way, one turn or
//! several) and by single turns that only rearrange the board. States with
//! the same number of turns compete; each is judged by what it has scored
//! plus what a schedule of the blocks left promises.
//!
//! The play's turns are then put into a better order, and single blocks take
//! other ways. Later searches are guided by what the best play knows; most of
//! them keep its beginning.

use common::clock::Clock;
use common::slider::{Case, Turn};

use crate::field::Field;
use crate::guide::Guide;
use crate::play::Play;

pub mod beam;
pub mod bucket;
pub mod chain;
pub mod field;
pub mod guide;
pub mod nursery;
pub mod order;
pub mod path;
pub mod play;
pub mod position;
pub mod proposals;
pub mod reach;
pub mod reroute;
pub mod scene;
pub mod schedule;
pub mod stoppers;
pub mod trail;
pub mod ways;

/// The searches in turn: what part of the best play so far each one keeps, and
/// its share of the budget.
const SEARCHES: [(f64, f64); 8] = [
    (0.0, 0.3),
    (0.0, 0.1),
    (0.2, 0.1),
    (0.4, 0.1),
    (0.6, 0.1),
    (0.1, 0.1),
    (0.3, 0.1),
    (0.5, 0.1),
];
/// What of each share is for rerouting, as a share of the budget.
const REROUTING: f64 = 0.03;

/// The turns to play on `case`. The clock's unit of work is one state expanded.
pub fn solve(case: &Case, clock: &mut Clock) -> Vec<Turn> {
    let (field, start) = Field::new(case);
    let mut best = Play::new(&field, &start, &[]);
    let mut until = 0.0;
    for (part, share) in SEARCHES {
        until += share;
        // A late search would only overrun, but some play there must be.
        if best.points > 0 && clock.progress() >= until - REROUTING {
            continue;
        }
        let kept = (part * best.steps.len() as f64) as usize;
        let turns = play_on(&field, &best, kept, until - REROUTING, clock);
        let play = reroute::improve(&field, &start, &turns, until, clock);
        if play.points > best.points {
            best = play;
        }
    }
    best.turns(best.last_fall()).collect()
}

/// The first `kept` turns of the best play so far and what a search finds to
/// follow them.
fn play_on(field: &Field, best: &Play, kept: usize, until: f64, clock: &mut Clock) -> Vec<Turn> {
    let guide = (best.points > 0).then(|| Guide::of(best));
    let position = best.position(field, kept);
    let rest = beam::search(field, &position, kept, guide.as_ref(), until, clock);
    best.turns(kept).chain(rest).collect()
}
