//! Plays Slider by a beam search over turns.
//!
//! A beam state is a board after a number of turns. It grows by whole
//! deliveries (one block brought into a hole by its shortest way, one turn or
//! several) and by single turns that only rearrange the board. States with
//! the same number of turns compete; each is judged by what it has scored
//! plus what a schedule of the blocks left promises.
//!
//! The best play's turns are then put into a better order, and single blocks
//! take other ways while time is left.

use common::clock::Clock;
use common::slider::{Case, Turn};

pub mod beam;
pub mod bucket;
pub mod chain;
pub mod field;
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
pub mod stage;
pub mod stoppers;
pub mod trail;
pub mod ways;

/// The turns to play on `case`. The clock's unit of work is one state expanded.
pub fn solve(case: &Case, clock: &mut Clock) -> Vec<Turn> {
    let (field, start) = field::Field::new(case);
    let turns = beam::search(&field, &start, clock);
    reroute::improve(&field, &start, &turns, clock)
}
