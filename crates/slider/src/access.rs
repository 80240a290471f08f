//! Access to hole lines: the squares from which one turn along a line ends on a hole line.

use crate::bits::{self, all_above, all_below, fill_down, fill_up};
use crate::schedule::Eighths;
use crate::tuning::{CLEAR, FAR, OBSTRUCTED, QUEUED};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    OnLine,
    /// No single turn leads to a hole line, even after other blocks have left.
    Far,
    /// One turn would lead there, but blocks of lower priority are in the way.
    Obstructed,
    /// One turn will lead there once blocks of higher priority have left.
    Queued,
    Clear,
}

impl Access {
    /// Returns the expected number of turns until the block falls.
    #[inline]
    pub fn duration(self) -> Eighths {
        match self {
            Access::OnLine => Eighths::TURN,
            Access::Clear => CLEAR,
            Access::Queued => QUEUED,
            Access::Obstructed => OBSTRUCTED,
            Access::Far => FAR,
        }
    }
}

/// On a line without a hole, the squares from which a turn along it ends on a crossing hole line.
/// The turn ends on the next square, or where a block or the border stops a slide. Each field is a
/// word.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct LineAccess {
    /// Access if no other block were in the way.
    pub open: u32,
    /// Access for blocks that wait only for blocks of at least their own urgency.
    pub queued: u32,
    /// Access with all other blocks in place.
    pub clear: u32,
}

impl LineAccess {
    /// Returns the access along a line of `side` squares with `blocks`, crossed by hole lines at
    /// `crossings`. `urgency` ranks the block at a bit.
    #[inline]
    pub fn new(
        side: usize,
        blocks: u32,
        crossings: u32,
        urgency: impl Fn(usize) -> u8,
    ) -> LineAccess {
        let landings = crossings & !blocks;
        // Squares where an obstacle stops a slide, by the direction of the slide along the word.
        let upwards = landings & (blocks >> 1 | 1 << (side - 1));
        let downwards = landings & (blocks << 1 | 1);
        let clear = fill_down(upwards, !blocks)
            | fill_up(downwards, !blocks)
            | landings << 1
            | landings >> 1;
        let open = all_below(upwards) | all_above(downwards);
        let waiting = blocks & !crossings & !clear;
        let mut queued = queued_beside(blocks, crossings, waiting, &urgency);
        let others = waiting & open & !queued;
        if others != 0 {
            queued |= waiting & queued_behind([upwards, downwards], blocks, others, &urgency);
        }
        LineAccess { open, queued, clear }
    }

    #[inline]
    pub fn difference(self, other: LineAccess) -> u32 {
        (self.open ^ other.open) | (self.queued ^ other.queued) | (self.clear ^ other.clear)
    }
}

/// Returns the blocks with a way to a stop square past blocks of at least their own urgency only.
/// Blocks that are not in `asked` may be missing.
#[inline]
fn queued_behind(
    [upwards, downwards]: [u32; 2],
    blocks: u32,
    asked: u32,
    urgency: &impl Fn(usize) -> u8,
) -> u32 {
    let below = all_below(upwards) & !all_below(asked & asked.wrapping_neg());
    let above = all_above(downwards) & !all_above(1 << asked.ilog2());
    let from_above = bits::descending(blocks & below | upwards);
    let from_below = bits::ascending(blocks & above | downwards);
    queue(from_above, upwards, urgency) | queue(from_below, downwards, urgency)
}

/// Follows blocks and stop squares. Returns each block that is at most as urgent as all blocks
/// passed since the last stop square.
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

/// Returns the `waiting` blocks next to a block on a hole line that is at least as urgent.
#[inline]
fn queued_beside(blocks: u32, crossings: u32, waiting: u32, urgency: &impl Fn(usize) -> u8) -> u32 {
    let mut found = 0;
    for bit in bits::ascending(waiting & (crossings << 1 | crossings >> 1)) {
        let own = urgency(bit);
        let mut blockers = bits::ascending((1 << bit << 1 | 1 << bit >> 1) & blocks & crossings);
        found |= u32::from(blockers.any(|next| own <= urgency(next))) << bit;
    }
    found
}
