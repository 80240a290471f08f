//! What a finished play teaches the next search.
//!
//! A schedule ranks blocks by their worth per turn alone. A play tells which of
//! them had to wait for others, and which worthless ones had to be moved.

use std::mem;

use crate::chain::{self, Run};
use crate::path::Landing;
use crate::play::{Play, Step};
use crate::position::{Block, LINES};
use crate::schedule::{Job, Key, TURN};

/// What a play made of each block, by [`Block`].
pub struct Guide {
    lessons: Vec<Lesson>,
}

#[derive(Clone, Copy)]
struct Lesson {
    /// How urgent the play found the block.
    key: Key,
    /// What it spent on the block, in units of a charge.
    charge: u32,
}

impl Guide {
    /// Cuts the blocks of a play, in the order of their last turns, into
    /// prefixes of falling worth per turn, as the chain of a hole line is cut;
    /// a block is as urgent as its prefix. One that never moves comes last.
    pub fn of(play: &Play) -> Guide {
        let never = Lesson { key: 1, charge: 0 };
        let mut lessons = vec![never; LINES * LINES];
        for step in &play.steps {
            lessons[usize::from(step.block)].charge += TURN;
        }
        let departures = departures(play);
        let alone = departures.iter().map(|step| Run {
            worth: worth(step),
            turns: (lessons[usize::from(step.block)].charge / TURN) as u16,
            blocks: 1,
        });
        let mut chain: Vec<Run> = alone.collect();
        let mut left = departures.iter();
        for prefix in chain::densest_prefixes(&mut chain) {
            for step in left.by_ref().take(usize::from(prefix.blocks)) {
                lessons[usize::from(step.block)].key = prefix.key().max(never.key);
            }
        }
        Guide { lessons }
    }

    /// The job of a block in the light of the play: half as urgent as it looks,
    /// half as the play found it; a worthless one costs what it did there.
    #[inline]
    pub fn revise(&self, job: Job, block: Block) -> Job {
        let Lesson { key, charge } = self.lessons[usize::from(block)];
        if job.worth > 0 {
            let key = (job.key + key).div_ceil(2);
            Job { key, ..job }
        } else if charge > 0 {
            Job { charge, key, ..job }
        } else {
            job
        }
    }
}

/// The last steps of all blocks that move.
fn departures(play: &Play) -> Vec<Step> {
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
