//! Java's `SecureRandom` with the algorithm "SHA1PRNG", and the numbers that `java.util.Random`
//! derives from its bits.
//!
//! The state is the SHA-1 digest of the seed. A block of output is the digest of the state. The
//! block and 1 are then added to the state, as numbers of 160 bits.

use std::ops::RangeInclusive;

use sha1::{Digest, Sha1};

/// Bytes of a digest.
const BYTES: usize = 20;

/// A generator seeded by `setSeed(long)` before its first number.
///
/// Java ignores `setSeed(0)`, so its numbers for the seed 0 differ every time. Here 0 is a seed
/// like any other.
#[derive(Clone, Debug)]
pub struct SecureRandom {
    /// A number of 160 bits, least significant byte first.
    state: [u8; BYTES],
    block: [u8; BYTES],
    /// Number of used bytes of `block`.
    used: usize,
}

impl SecureRandom {
    /// Returns the generator that Java seeds with the same 64 bits.
    pub fn new(seed: u64) -> SecureRandom {
        SecureRandom {
            state: Sha1::digest(seed.to_le_bytes()).into(),
            block: [0; BYTES],
            used: BYTES,
        }
    }

    /// Returns the next byte, like `nextBytes` for one byte.
    pub fn byte(&mut self) -> u8 {
        if self.used == BYTES {
            self.block = Sha1::digest(self.state).into();
            self.advance();
            self.used = 0;
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    /// Adds the block and 1 to the state. Java adds signed bytes and takes the carry by an
    /// arithmetic shift, so sums and carries differ from those of unsigned bytes.
    fn advance(&mut self) {
        let before = self.state;
        let mut carry = 1;
        for (state, &output) in self.state.iter_mut().zip(&self.block) {
            let sum = i32::from(*state as i8) + i32::from(output as i8) + carry;
            *state = sum as u8;
            carry = sum >> 8;
        }
        if self.state == before {
            self.state[0] = self.state[0].wrapping_add(1);
        }
    }

    /// Returns a number of `bits` bits, 1 to 32, like `next`.
    fn bits(&mut self, bits: u32) -> u32 {
        let bytes = bits.div_ceil(8);
        let number = (0..bytes).fold(0, |number, _| number << 8 | u32::from(self.byte()));
        number >> (8 * bytes - bits)
    }

    /// Returns a number below `bound`, which must be positive, like `nextInt`.
    pub fn below(&mut self, bound: i32) -> i32 {
        let last = bound - 1;
        let mut number = self.bits(31) as i32;
        if bound & last == 0 {
            return ((i64::from(bound) * i64::from(number)) >> 31) as i32;
        }
        // The highest numbers do not cover every remainder equally, so they are drawn again.
        while (number - number % bound).checked_add(last).is_none() {
            number = self.bits(31) as i32;
        }
        number % bound
    }

    /// Returns a number of 64 bits, like `nextLong`.
    pub fn long(&mut self) -> i64 {
        let high = i64::from(self.bits(32) as i32) << 32;
        high.wrapping_add(i64::from(self.bits(32) as i32))
    }

    /// Draws an integer of `range` in the same way as TopCoder's testers. The range has fewer than
    /// 2^31 integers.
    pub fn integer(&mut self, range: RangeInclusive<usize>) -> usize {
        let count = range.end() - range.start() + 1;
        range.start() + self.below(count as i32) as usize
    }

    /// Draws a number from `low` to below `high`, in the same way as TopCoder's testers.
    pub fn real(&mut self, low: f64, high: f64) -> f64 {
        let fraction = (self.long() as u64 >> 11) as f64 / (1u64 << 53) as f64;
        fraction * (high - low) + low
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Calls of Java 17 in order: `nextInt` of 21, 8, 1, 2^30 + 1 and 2^31 - 1, `nextLong` twice.
    #[test]
    fn numbers_are_those_of_java() {
        for (seed, integers, longs) in [
            (
                1,
                [16, 6, 0, 716_213_306, 277_032_011],
                [6_933_818_190_189_005_053, -2_602_185_131_584_800_869],
            ),
            (
                i64::MIN,
                [14, 7, 0, 406_564_032, 1_322_878_715],
                [1_971_283_501_722_721_694, -406_307_268_110_909_266],
            ),
        ] {
            let mut random = SecureRandom::new(seed as u64);
            let bounds = [21, 8, 1, (1 << 30) + 1, i32::MAX];
            assert_eq!(bounds.map(|bound| random.below(bound)), integers, "{seed}");
            assert_eq!([(); 2].map(|()| random.long()), longs, "{seed}");
        }
    }

    #[test]
    fn a_state_that_would_stay_changes() {
        // The block is -1. Together with the added 1, every byte stays the same.
        let mut block = [0; BYTES];
        block[0] = 0xff;
        let mut random = SecureRandom { state: [7; BYTES], block, used: 0 };
        random.advance();
        let mut changed = [7; BYTES];
        changed[0] = 8;
        assert_eq!(random.state, changed);
    }
}
