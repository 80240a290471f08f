//! One byte for each game of a batch. The loops are plain: the compiler turns
//! them into vector instructions.

/// Games in a batch.
pub const LANES: usize = 64;

/// A number for each game of a batch.
#[derive(Clone, Copy)]
#[repr(align(64))]
pub struct Lanes(pub [u8; LANES]);

impl Lanes {
    /// 0 for each game.
    pub const ZERO: Lanes = Lanes([0; LANES]);

    /// The sums, game by game; they must fit a byte.
    #[inline(always)]
    pub fn plus(mut self, other: &Lanes) -> Lanes {
        for (sum, term) in self.0.iter_mut().zip(&other.0) {
            *sum = sum.wrapping_add(*term);
        }
        self
    }

    /// The maxima, game by game.
    #[inline(always)]
    pub fn max(mut self, other: Lanes) -> Lanes {
        for (best, rival) in self.0.iter_mut().zip(&other.0) {
            *best = (*best).max(*rival);
        }
        self
    }
}
