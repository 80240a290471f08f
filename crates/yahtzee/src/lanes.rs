//! One byte for each game of a batch. The loops are plain: the compiler turns
//! them into vector instructions.

/// Games in a batch.
pub const LANES: usize = 32;

/// A number for each game of a batch.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub struct Lanes(pub [u8; LANES]);

impl Lanes {
    /// 0 for each game.
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// Raises each number to the sum of its counterparts where that is more.
    /// The sums must fit a byte.
    #[inline(always)]
    pub fn max_with_sum(&mut self, left: &Lanes, right: &Lanes) {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].max(left.0[lane].wrapping_add(right.0[lane]));
        }
    }
}
