//! Plays Slider by a beam search over turns.
//!
//! A beam state is a board after a number of turns. It grows by whole
//! deliveries (one block brought into a hole by its shortest way, one turn or
//! several) and by single turns that only rearrange the board. States with
//! the same number of turns compete; each is judged by what it has scored
//! plus what a schedule of the blocks left is estimated to bring.
//!
//! The play's turns are then put into a better order, and single blocks take
//! other ways. Later searches are guided by what the incumbent play knows; most of
//! them keep its beginning.

use common::clock::Clock;
use common::slider::{Case, Turn};

use crate::guide::Guide;
use crate::layout::Layout;
use crate::play::Play;

pub mod access;
pub mod beam;
pub mod bucket;
pub mod chain;
pub mod evaluator;
pub mod guide;
pub mod history;
pub mod layers;
pub mod layout;
pub mod moves;
pub mod path;
pub mod play;
pub mod position;
pub mod reorder;
pub mod reroute;
pub mod schedule;
pub mod stoppers;
pub mod successors;

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
const REROUTE_SHARE: f64 = 0.03;

/// The turns to play on `case`. The clock's unit of work is one state expanded.
pub fn solve(case: &Case, clock: &mut Clock) -> Vec<Turn> {
    let (layout, start) = Layout::new(case);
    let mut incumbent = Play::new(&layout, &start, &[]);
    let mut until = 0.0;
    for (part, share) in SEARCHES {
        until += share;
        // A late search would only overrun, but some play there must be.
        if incumbent.points > 0 && clock.progress() >= until - REROUTE_SHARE {
            continue;
        }
        let kept = (part * incumbent.steps.len() as f64) as usize;
        let turns = continue_play(&layout, &incumbent, kept, until - REROUTE_SHARE, clock);
        let play = reroute::improve(&layout, &start, &turns, until, clock);
        if play.points > incumbent.points {
            incumbent = play;
        }
    }
    incumbent.turns(incumbent.last_fall()).collect()
}

/// The first `kept` turns of the best play so far and what a search finds to
/// follow them.
fn continue_play(
    layout: &Layout,
    incumbent: &Play,
    kept: usize,
    until: f64,
    clock: &mut Clock,
) -> Vec<Turn> {
    let guide = (incumbent.points > 0).then(|| Guide::from_play(incumbent));
    let position = incumbent.position(layout, kept);
    let rest = beam::search(layout, &position, kept, guide.as_ref(), until, clock);
    incumbent.turns(kept).chain(rest).collect()
}
