//! Priorities learned from the incumbent, the best play so far.
//!
//! A schedule ranks blocks by worth per turn alone. A play also shows which blocks had to wait for
//! others, and which worthless blocks had to be moved out of the way.

use crate::chain::{self, CompositeJob};
use crate::play::{Play, Step};
use crate::position::BlockId;
use crate::schedule::{Eighths, Job, Priority};
use crate::square::BySquare;

pub struct Guide {
    usages: BySquare<Usage>,
}

#[derive(Clone, Copy)]
struct Usage {
    /// Priority that would schedule the block for its last turn.
    priority: Priority,
    turns: u16,
}

impl Guide {
    /// Treats the blocks of a play, in the order of their last turns, as one precedence chain. The
    /// priority of a block is that of its composite job in the chain's Sidney decomposition. A
    /// block that never moves comes last.
    pub fn from_play(play: &Play) -> Guide {
        let mut usages = BySquare::filled(Usage { priority: Priority::LOWEST, turns: 0 });
        for step in &play.steps {
            usages[step.block.origin].turns += 1;
        }
        let departures = last_steps(play);
        let jobs = departures.iter().map(|step| CompositeJob {
            worth: u16::from(step.gain()),
            turns: usages[step.block.origin].turns,
            blocks: 1,
        });
        let mut chain: Vec<CompositeJob> = jobs.collect();
        let mut left = departures.iter();
        for job in chain::sidney_decomposition(&mut chain) {
            for step in left.by_ref().take(usize::from(job.blocks)) {
                usages[step.block.origin].priority = job.priority().max(Priority::LOWEST);
            }
        }
        Guide { usages }
    }

    /// Returns the `job` of `block`, adjusted to the play. Its new priority is the mean of its own
    /// priority and that in the play. A worthless block that the play moved gets its priority and
    /// duration from the play.
    #[inline]
    pub fn adjust(&self, job: Job, block: BlockId) -> Job {
        let Usage { priority, turns } = self.usages[block.origin];
        if job.worth > 0 {
            let priority = job.priority.mean(priority);
            Job { priority, ..job }
        } else if turns > 0 {
            let duration = Eighths::turns(turns);
            Job { duration, priority, ..job }
        } else {
            job
        }
    }
}

/// Returns the last step of each block that moves, in the order of the play.
fn last_steps(play: &Play) -> Vec<Step> {
    let mut seen = BySquare::filled(false);
    let mut last = Vec::new();
    for step in play.steps.iter().rev() {
        if !std::mem::replace(&mut seen[step.block.origin], true) {
            last.push(*step);
        }
    }
    last.reverse();
    last
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::random_play;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_guide_is_the_falling_fit_to_what_turns_brought(seed in any::<u64>()) {
            let played = random_play(seed, 60);
            let play = Play::replay(&played.layout, &played.start, &played.turns);
            let guide = Guide::from_play(&play);
            let blocks = by_last_turn(&play);
            for (index, &(block, _, turns)) in blocks.iter().enumerate() {
                let fit = falling_fit(&blocks, index).max(Priority::LOWEST);
                // Two jobs, one of odd and one of even priority, determine the mean.
                for own in [Job::new(1, Eighths::TURN), Job::new(1, Eighths::new(9))] {
                    prop_assert_eq!(guide.adjust(own, block).priority, own.priority.mean(fit));
                }
                let worthless = guide.adjust(Job::new(0, Eighths::TURN), block);
                prop_assert_eq!(worthless.priority, fit);
                prop_assert_eq!(worthless.duration, Eighths::turns(turns));
            }
            for square in played.start.squares() {
                let block = BlockId { origin: square };
                if blocks.iter().all(|&(moved, _, _)| moved != block) {
                    let worthless = Job::new(0, Eighths::TURN);
                    let own = Job::new(1, Eighths::TURN);
                    let mean = own.priority.mean(Priority::LOWEST);
                    prop_assert_eq!(guide.adjust(own, block).priority, mean);
                    prop_assert_eq!(guide.adjust(worthless, block), worthless);
                }
            }
        }
    }

    /// Returns the blocks of a play in the order of their last turns, each with its worth (0 if it
    /// does not fall) and its number of turns.
    fn by_last_turn(play: &Play) -> Vec<(BlockId, u16, u16)> {
        let mut blocks: Vec<(BlockId, u16, u16)> = Vec::new();
        for step in &play.steps {
            let known = blocks.iter().position(|&(block, _, _)| block == step.block);
            let turns = 1 + known.map_or(0, |known| blocks.remove(known).2);
            blocks.push((step.block, u16::from(step.gain()), turns));
        }
        blocks
    }

    /// Returns the priority at `index` of the best descending fit to the priorities (isotonic
    /// regression): the minimum over starts of the maximum over ends, for stretches around it.
    fn falling_fit(blocks: &[(BlockId, u16, u16)], index: usize) -> Priority {
        let priority = |from: usize, to: usize| {
            let sum = |part: fn(&(BlockId, u16, u16)) -> u16| -> u16 {
                blocks[from..=to].iter().map(part).sum()
            };
            Priority::of(u32::from(sum(|block| block.1)), Eighths::turns(sum(|block| block.2)))
        };
        let greatest = |from| (index..blocks.len()).map(|to| priority(from, to)).max();
        (0..=index).filter_map(greatest).min().unwrap()
    }
}
