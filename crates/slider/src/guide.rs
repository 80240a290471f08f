//! What a finished play teaches the next search.
//!
//! A schedule ranks blocks by their worth per turn alone. A play tells which of
//! them had to wait for others, and which worthless ones had to be moved.

use std::mem;

use crate::chain::{self, CompositeJob};
use crate::path::Landing;
use crate::play::{Play, Step};
use crate::position::{BlockId, LINES};
use crate::schedule::{Job, Priority, TURN};

/// What a play made of each block, by [`BlockId`].
pub struct Guide {
    usages: Vec<Usage>,
}

#[derive(Clone, Copy)]
struct Usage {
    /// How urgent the play found the block.
    priority: Priority,
    /// What it spent on the block, in units of a duration.
    duration: u32,
}

impl Guide {
    /// Cuts the blocks of a play, in the order of their last turns, into
    /// prefixes of falling worth per turn, as the chain of a hole line is cut;
    /// a block is as urgent as its prefix. One that never moves comes last.
    pub fn from_play(play: &Play) -> Guide {
        let never = Usage {
            priority: 1,
            duration: 0,
        };
        let mut usages = vec![never; LINES * LINES];
        for step in &play.steps {
            usages[usize::from(step.block)].duration += TURN;
        }
        let last_moves = last_moves(play);
        let alone = last_moves.iter().map(|step| CompositeJob {
            worth: worth(step),
            turns: (usages[usize::from(step.block)].duration / TURN) as u16,
            blocks: 1,
        });
        let mut chain: Vec<CompositeJob> = alone.collect();
        let mut left = last_moves.iter();
        for prefix in chain::sidney_decomposition(&mut chain) {
            for step in left.by_ref().take(usize::from(prefix.blocks)) {
                usages[usize::from(step.block)].priority = prefix.priority().max(never.priority);
            }
        }
        Guide { usages }
    }

    /// The job of a block in the light of the play: half as urgent as it looks,
    /// half as the play found it; a worthless one costs what it did there.
    #[inline]
    pub fn adjust(&self, job: Job, block: BlockId) -> Job {
        let Usage { priority, duration } = self.usages[usize::from(block)];
        if job.worth > 0 {
            let priority = (job.priority + priority).div_ceil(2);
            Job { priority, ..job }
        } else if duration > 0 {
            Job {
                duration,
                priority,
                ..job
            }
        } else {
            job
        }
    }
}

/// The last steps of all blocks that move.
fn last_moves(play: &Play) -> Vec<Step> {
    let mut seen = vec![false; LINES * LINES];
    let first_seen = |step: &&Step| !mem::replace(&mut seen[usize::from(step.block)], true);
    let mut last: Vec<Step> = play
        .steps
        .iter()
        .rev()
        .filter(first_seen)
        .copied()
        .collect();
    last.reverse();
    last
}

/// What a step scores per unit of the multiplier.
fn worth(step: &Step) -> u16 {
    match step.end {
        Landing::Hole => u16::from(step.worth),
        _ => 0,
    }
}
