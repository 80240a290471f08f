//! In which order the blocks of a hole line should fall.
//!
//! Blocks behind each other on the way to a hole form a precedence chain of
//! one-turn jobs. The best schedule takes such a chain apart into its densest
//! prefixes (Sidney, 1975; Horn, 1972), each as urgent as its mean worth.

use crate::field::Segment;
use crate::position::LINES;
use crate::schedule::{self, Key};

/// The keys of the blocks in a segment whose worths are given from the lowest
/// bit on, in the same order.
#[inline]
pub fn keys(segment: &Segment, worths: &[u8]) -> [Key; LINES] {
    let mut keys = [0; LINES];
    if segment.hole_below {
        merge(worths.iter().copied(), |index, key| keys[index] = key);
    }
    if segment.hole_above {
        merge(worths.iter().rev().copied(), |index, key| {
            let slot = &mut keys[worths.len() - 1 - index];
            *slot = key.max(*slot);
        });
    }
    keys
}

/// Splits a chain into prefixes of falling mean worth and calls `set` with
/// each block's index and its prefix's key.
#[inline]
fn merge(chain: impl Iterator<Item = u8>, mut set: impl FnMut(usize, Key)) {
    let mut prefixes = [(0u16, 0u16); LINES];
    let mut count = 0;
    for next in chain {
        let (mut worth, mut length) = (u16::from(next), 1);
        while count > 0 && worth * prefixes[count - 1].1 > prefixes[count - 1].0 * length {
            count -= 1;
            worth += prefixes[count].0;
            length += prefixes[count].1;
        }
        prefixes[count] = (worth, length);
        count += 1;
    }
    let mut index = 0;
    for &(worth, length) in &prefixes[..count] {
        let key = schedule::key(u32::from(worth), u32::from(length) * schedule::TURN);
        for _ in 0..length {
            set(index, key);
            index += 1;
        }
    }
}
