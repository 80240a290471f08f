//! Plays Slider by beam search over turns.
//!
//! A state of the beam is a board after a number of turns. Its children are of two kinds:
//! deliveries (the turns that bring one block into a hole by its shortest route) and single turns
//! that only rearrange the board. States with the same number of turns compete. The value of a
//! state is its score plus the points that a schedule estimates for the remaining blocks.
//!
//! The turns of a finished play are then put into a better order, and single blocks get other
//! routes. Later searches are guided by the incumbent, the best play so far; most keep its first
//! turns.
//!
//! Sources: beam search; the order of jobs on one machine by weight per time (Smith, 1956), also of
//! chains (Sidney, 1975; Horn, 1972); ruin and recreate (Schrimpf et al., 2000) under simulated
//! annealing (Kirkpatrick, Gelatt and Vecchi, 1983).

use common::clock::Clock;
use common::slider::{Case, Turn};

use crate::guide::Guide;
use crate::layout::Layout;
use crate::play::Play;
use crate::tuning::{REROUTING, STAGES};

mod access;
mod beam;
pub mod benchmark;
mod bits;
mod bucket;
mod chain;
mod evaluator;
mod guide;
mod history;
mod layers;
mod layout;
mod moves;
mod path;
mod play;
mod position;
mod precedence;
mod reorder;
mod reroute;
mod schedule;
mod square;
mod stoppers;
mod successors;
#[cfg(test)]
mod testing;
mod tuning;
mod width;

/// Returns the turns to play on `case`. The clock's unit of work is the expansion of one state of
/// the beam.
pub fn solve(case: &Case, clock: &mut Clock) -> Vec<Turn> {
    let (layout, start) = Layout::new(case);
    let mut incumbent = Play::replay(&layout, &start, &[]);
    let mut until = 0.0;
    for (kept, share) in STAGES {
        until += share;
        // A stage that starts too late would exceed its time; the first play is always needed.
        if incumbent.points > 0 && clock.progress() >= until - REROUTING {
            continue;
        }
        let kept = (kept * incumbent.steps.len() as f64) as usize;
        let guide = (incumbent.points > 0).then(|| Guide::from_play(&incumbent));
        let turns =
            beam::search(&layout, &incumbent, kept, guide.as_ref(), until - REROUTING, clock);
        let play = reroute::improve(&layout, &start, &turns, until, clock);
        if play.points > incumbent.points {
            incumbent = play;
        }
    }
    incumbent.turns(incumbent.last_fall()).collect()
}

/// Returns the `given` turns, followed by the turns that one search finds from there.
pub fn resume(case: &Case, given: &[Turn], clock: &mut Clock) -> Vec<Turn> {
    let (layout, start) = Layout::new(case);
    let play = Play::replay(&layout, &start, given);
    beam::search(&layout, &play, play.steps.len(), None, 1.0, clock)
}

/// Returns the text of an answer: the number of turns, then one turn per line.
pub fn answer(turns: &[Turn]) -> String {
    let lines = turns.iter().map(|turn| format!("{turn}\n"));
    format!("{}\n{}", turns.len(), lines.collect::<String>())
}
