//! In which order the blocks of a hole line should fall.
//!
//! Blocks behind each other on the way to a hole form a precedence chain of
//! one-turn jobs. The best schedule takes such a chain apart into its densest
//! prefixes (Sidney, 1975; Horn, 1972), each as urgent as its mean worth.

use crate::layout::Segment;
use crate::position::LINES;
use crate::schedule::{self, Priority};

/// The priorities of the blocks in a segment whose worths are given from the lowest
/// bit on, in the same order.
#[inline]
pub fn priorities(segment: &Segment, worths: &[u8]) -> [Priority; LINES] {
    let mut priorities = [0; LINES];
    if segment.hole_below {
        decompose(worths.iter().copied(), |index, priority| {
            priorities[index] = priority
        });
    }
    if segment.hole_above {
        decompose(worths.iter().rev().copied(), |index, priority| {
            let slot = &mut priorities[worths.len() - 1 - index];
            *slot = priority.max(*slot);
        });
    }
    priorities
}

/// Calls `set` with the index of each block of a chain, given by their worths,
/// and the priority of its prefix.
#[inline]
fn decompose(chain: impl Iterator<Item = u8>, mut set: impl FnMut(usize, Priority)) {
    let mut jobs = [CompositeJob::default(); LINES];
    let mut length = 0;
    for worth in chain {
        jobs[length] = CompositeJob {
            worth: u16::from(worth),
            turns: 1,
            blocks: 1,
        };
        length += 1;
    }
    let mut index = 0;
    for job in sidney_decomposition(&mut jobs[..length]) {
        let priority = job.priority();
        for _ in 0..job.blocks {
            set(index, priority);
            index += 1;
        }
    }
}

/// One block of a chain, or several that leave one after the other. Sums
/// stay small: a board has at most 900 blocks, each worth 8 at most.
#[derive(Clone, Copy, Default)]
pub struct CompositeJob {
    /// Their worths together.
    pub worth: u16,
    /// The turns they take.
    pub turns: u16,
    /// How many they are.
    pub blocks: u16,
}

impl CompositeJob {
    #[inline]
    fn is_denser(self, other: CompositeJob) -> bool {
        u32::from(self.worth) * u32::from(other.turns)
            > u32::from(other.worth) * u32::from(self.turns)
    }

    /// How urgent they are.
    #[inline]
    pub fn priority(&self) -> Priority {
        schedule::priority(
            u32::from(self.worth),
            u32::from(self.turns) * schedule::TURN,
        )
    }
}

/// Joins neighbours until their worths per turn fall; what is left of `chain`.
#[inline]
pub fn sidney_decomposition(chain: &mut [CompositeJob]) -> &[CompositeJob] {
    let mut count = 0;
    for index in 0..chain.len() {
        let mut next = chain[index];
        while count > 0 && next.is_denser(chain[count - 1]) {
            count -= 1;
            next.worth += chain[count].worth;
            next.turns += chain[count].turns;
            next.blocks += chain[count].blocks;
        }
        chain[count] = next;
        count += 1;
    }
    &chain[..count]
}
