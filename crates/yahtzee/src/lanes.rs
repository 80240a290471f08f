//! One byte per game of a batch, processed in parallel. The loops are plain; the compiler turns
//! them into vector instructions.

/// Number of games in a batch, a compromise between 16 and 64. 64 is faster if every game needs the
/// tables, 16 if few games do.
pub const LANES: usize = 32;

#[derive(Clone, Copy)]
#[repr(align(16))]
pub struct Lanes(pub [u8; LANES]);

impl Lanes {
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// Replaces each number by the sum of its counterparts if that is higher. Sums must fit a byte.
    #[inline(always)]
    pub fn max_with_sum(&mut self, left: &Lanes, right: &Lanes) {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].max(left.0[lane].wrapping_add(right.0[lane]));
        }
    }
}
