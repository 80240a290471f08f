//! In which order the blocks of a hole line should fall.
//!
//! Blocks behind each other on the way to a hole form a precedence chain of
//! one-turn jobs. The best schedule takes such a chain apart into its densest
//! prefixes (Sidney, 1975; Horn, 1972), each as urgent as its mean worth.

use crate::field::Segment;
use crate::position::{bits, LINES};
use crate::schedule::{self, Key};

/// The keys of the blocks in a segment, from the lowest bit on, written to
/// `keys`. `worths` are their worths in the same order.
#[inline]
pub fn keys(segment: &Segment, worths: &[u8], keys: &mut [Key]) {
    keys.fill(0);
    if segment.hole_below {
        merge(worths.iter().copied(), |index, key| keys[index] = key);
    }
    if segment.hole_above {
        let last = worths.len().wrapping_sub(1);
        merge(worths.iter().rev().copied(), |index, key| {
            keys[last - index] = keys[last - index].max(key);
        });
    }
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

/// The blocks of a line that are in a segment.
#[inline]
pub fn blocks_of(word: u32, segment: &Segment) -> impl Iterator<Item = usize> {
    bits(word & segment.mask)
}
