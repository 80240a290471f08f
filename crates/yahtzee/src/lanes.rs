//! A byte for each game of a batch, computed on side by side. The loops are
//! plain; the compiler turns them into vector instructions.

/// Number of games in a batch. Among 16 to 64 a compromise: 64 are faster where
/// every game needs the tables, 16 where few do (`EXPERIMENTS.md`).
pub const LANES: usize = 32;

/// A number for each game of a batch.
#[derive(Clone, Copy)]
#[repr(align(16))]
pub struct Lanes(pub [u8; LANES]);

impl Lanes {
    /// 0 for each game.
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// Replaces each number by the sum of its counterparts where that is higher.
    /// The sums must fit a byte.
    #[inline(always)]
    pub fn max_with_sum(&mut self, left: &Lanes, right: &Lanes) {
        for lane in 0..LANES {
            self.0[lane] = self.0[lane].max(left.0[lane].wrapping_add(right.0[lane]));
        }
    }
}
