//! From where one turn along a line ends on a hole line.

use crate::layers::{fill_down, fill_up};
use crate::position::{bits, bits_down};

/// The squares of a line that has no hole itself, from which one turn along it
/// ends on a hole line: on the square beside, or on one where a block or the
/// border stops the slide.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct LineAccess {
    /// If no other block were in the way.
    pub open: u32,
    /// The blocks that wait for others at least as urgent only.
    pub queued: u32,
    /// As the blocks stand.
    pub clear: u32,
}

impl LineAccess {
    /// The ways along a line of `side` squares with these `blocks` and with
    /// hole lines crossing at `crossings`. `urgency` ranks the block at a bit.
    #[inline]
    pub fn new(
        side: usize,
        blocks: u32,
        crossings: u32,
        urgency: impl Fn(usize) -> u8,
    ) -> LineAccess {
        let stand = crossings & !blocks;
        let stops = StopSquares {
            going_up: stand & (blocks >> 1 | 1 << (side - 1)),
            going_down: stand & (blocks << 1 | 1),
        };
        let clear = fill_down(stops.going_up, !blocks)
            | fill_up(stops.going_down, !blocks)
            | stand << 1
            | stand >> 1;
        let open = all_below(stops.going_up) | all_above(stops.going_down);
        let waiting = blocks & !crossings & !clear;
        let mut queued = beside(blocks, crossings, waiting, &urgency);
        if waiting & open & !queued != 0 {
            queued |= waiting & stops.queued_blocks(blocks, &urgency);
        }
        LineAccess {
            open,
            queued,
            clear,
        }
    }

    /// The squares that differ in any way.
    #[inline]
    pub fn difference(self, other: LineAccess) -> u32 {
        (self.open ^ other.open) | (self.queued ^ other.queued) | (self.clear ^ other.clear)
    }
}

/// Free squares of hole lines where something stops a slide.
struct StopSquares {
    going_up: u32,
    going_down: u32,
}

impl StopSquares {
    /// The blocks that have only more urgent ones between them and a stop.
    #[inline]
    fn queued_blocks(&self, blocks: u32, urgency: &impl Fn(usize) -> u8) -> u32 {
        let above = queue(bits_down(blocks | self.going_up), self.going_up, urgency);
        let below = queue(bits(blocks | self.going_down), self.going_down, urgency);
        above | below
    }
}

/// Walks along blocks and stops and returns the blocks that are no more urgent
/// than any passed since the last stop.
#[inline]
fn queue(walk: impl Iterator<Item = usize>, stops: u32, urgency: &impl Fn(usize) -> u8) -> u32 {
    let mut found = 0;
    let mut least = None;
    for bit in walk {
        if stops >> bit & 1 == 1 {
            least = Some(u8::MAX);
        } else if let Some(before) = least {
            let own = urgency(bit);
            found |= u32::from(own <= before) << bit;
            least = Some(own.min(before));
        }
    }
    found
}

/// The `waiting` blocks beside a more urgent one on a hole line.
#[inline]
fn beside(blocks: u32, crossings: u32, waiting: u32, urgency: &impl Fn(usize) -> u8) -> u32 {
    let mut found = 0;
    for bit in bits(waiting & (crossings << 1 | crossings >> 1)) {
        let own = urgency(bit);
        let mut blockers = bits((1 << bit << 1 | 1 << bit >> 1) & blocks & crossings);
        found |= u32::from(blockers.any(|next| own <= urgency(next))) << bit;
    }
    found
}

/// The bits below the highest of `word`.
#[inline]
pub fn all_below(word: u32) -> u32 {
    match word {
        0 => 0,
        _ => (1 << (31 - word.leading_zeros())) - 1,
    }
}

/// The bits above the lowest of `word`.
#[inline]
pub fn all_above(word: u32) -> u32 {
    match word {
        0 => 0,
        _ => !(word ^ (word - 1)),
    }
}
