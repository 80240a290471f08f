//! Plays Slider by a beam search over turns.
//!
//! A beam state is a board after a number of turns. It grows by whole
//! deliveries (one block brought into a hole by its shortest way, one turn or
//! several) and by single turns that only rearrange the board. States with
//! the same number of turns compete; each is judged by what it has scored
//! plus what a schedule of the blocks left promises.
//!
//! The play's turns are then put into a better order, and later searches are
//! guided by what it knows. At last single blocks of the best play take other
//! ways while time is left.

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

/// Most searches; each after the first is guided by the best play so far.
const SEARCHES: usize = 3;
/// Share of the budget for the first search, and for each other one. What is
/// left is for rerouting.
const FIRST_SHARE: f64 = 0.4;
const NEXT_SHARE: f64 = 0.2;

/// The turns to play on `case`. The clock's unit of work is one state expanded.
pub fn solve(case: &Case, clock: &mut Clock) -> Vec<Turn> {
    let (field, start) = Field::new(case);
    let mut search = |guide: Option<&Guide>, until| {
        let turns = beam::search(&field, &start, guide, until, clock);
        let turns = order::improve(&field, &start, &turns, usize::MAX);
        Play::new(&field, &start, &turns)
    };
    let mut best = search(None, FIRST_SHARE);
    for next in 1..SEARCHES {
        let until = FIRST_SHARE + NEXT_SHARE * next as f64;
        let play = search(Some(&Guide::of(&best)), until);
        if play.points <= best.points {
            break;
        }
        best = play;
    }
    reroute::improve(&field, &start, best, clock)
}
