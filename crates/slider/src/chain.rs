//! The order in which the blocks of a hole line should fall.
//!
//! The blocks in a row before a hole form a precedence chain of one-turn jobs. The best schedule
//! repeatedly cuts off the prefix of greatest mean worth (Sidney, 1975; Horn, 1972). The jobs of a
//! prefix stay together as one composite job; its Smith ratio is the priority of each of them.

use crate::layout::Segment;
use crate::schedule::{Eighths, Priority};
use crate::square::LINES;

/// Returns the priorities of the blocks of a segment. They and `worths` are listed from the lowest
/// bit on. A block between two holes goes to the hole where its priority is higher.
#[inline]
pub fn priorities(segment: &Segment, worths: &[u8]) -> [Priority; LINES] {
    let mut priorities = [Priority::NONE; LINES];
    if segment.hole_below {
        prioritise(worths.iter().copied(), |index, priority| {
            priorities[index] = priority;
        });
    }
    if segment.hole_above {
        prioritise(worths.iter().rev().copied(), |index, priority| {
            let slot = &mut priorities[worths.len() - 1 - index];
            *slot = priority.max(*slot);
        });
    }
    priorities
}

/// Calls `set` with the index and the priority of each block of a chain. The chain lists worths;
/// the first block of the list falls first.
#[inline]
fn prioritise(chain: impl Iterator<Item = u8>, mut set: impl FnMut(usize, Priority)) {
    let mut jobs = [CompositeJob::default(); LINES];
    let mut length = 0;
    for worth in chain {
        jobs[length] = CompositeJob { worth: u16::from(worth), turns: 1, blocks: 1 };
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

/// One or several blocks that fall in succession. Sums fit into 16 bits, since a board has at most
/// 900 blocks of worth 8 or less.
#[derive(Clone, Copy, Default)]
pub struct CompositeJob {
    pub worth: u16,
    pub turns: u16,
    pub blocks: u16,
}

impl CompositeJob {
    #[inline]
    fn is_denser(self, other: CompositeJob) -> bool {
        u32::from(self.worth) * u32::from(other.turns)
            > u32::from(other.worth) * u32::from(self.turns)
    }

    #[inline]
    pub fn priority(&self) -> Priority {
        let duration = Eighths::turns(self.turns);
        Priority::of(u32::from(self.worth), duration)
    }
}

/// Merges neighbours of a chain until no composite job has more worth per turn than the one before
/// it. Returns the composite jobs in the memory of `chain`.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_chain_is_cut_into_its_densest_prefixes(
            worths in proptest::collection::vec(0u8..=8, 1..30),
        ) {
            let segment = Segment { squares: !0, hole_below: true, hole_above: false };
            let priorities = priorities(&segment, &worths);
            let mut start = 0;
            while start < worths.len() {
                let density = |end: usize| {
                    let worth: u32 = worths[start..end].iter().map(|&w| u32::from(w)).sum();
                    (worth, (end - start) as u16)
                };
                // The longest of the prefixes with the highest mean worth.
                let end = (start + 1..=worths.len())
                    .reduce(|a, b| {
                        let (wa, la) = density(a);
                        let (wb, lb) = density(b);
                        if wb * u32::from(la) > wa * u32::from(lb) { b } else { a }
                    })
                    .unwrap();
                let (worth, length) = density(end);
                for priority in &priorities[start..end] {
                    prop_assert_eq!(*priority, Priority::of(worth, Eighths::turns(length)));
                }
                start = end;
            }
        }
    }
}
