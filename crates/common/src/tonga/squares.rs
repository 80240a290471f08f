//! Sets of squares.

use crate::tonga::Square;

/// A set of squares as 256 bits.
///
/// ```
/// use common::tonga::{Square, Squares};
/// let [a, b, c] = [3, 7, 200].map(Square::new);
/// let mut set = Squares::of(c);
/// set.insert(a);
/// assert_eq!(set.iter().collect::<Vec<_>>(), [a, c]);
/// assert_eq!((set | Squares::of(b)).len(), 3);
/// assert_eq!(set - Squares::of(a), Squares::of(c));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Squares([u64; 4]);

impl Squares {
    /// The empty set.
    pub const NONE: Squares = Squares([0; 4]);

    /// Returns the set of one square.
    #[inline]
    pub fn of(square: Square) -> Squares {
        let mut set = Squares::NONE;
        set.insert(square);
        set
    }

    /// Adds a square.
    #[inline]
    pub fn insert(&mut self, square: Square) {
        self.0[square.index() >> 6] |= 1 << (square.0 & 63);
    }

    /// Removes a square.
    #[inline]
    pub fn remove(&mut self, square: Square) {
        self.0[square.index() >> 6] &= !(1 << (square.0 & 63));
    }

    /// Returns true if the set contains the square.
    #[inline]
    pub fn has(&self, square: Square) -> bool {
        self.0[square.index() >> 6] >> (square.0 & 63) & 1 != 0
    }

    /// Returns true if the set is empty.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.0 == [0; 4]
    }

    /// Returns the number of squares.
    #[inline]
    pub fn len(&self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    /// Iterates over the squares, ascending.
    #[inline]
    pub fn iter(self) -> Iter {
        Iter { words: self.0, word: 0, bits: self.0[0] }
    }
}

impl FromIterator<Square> for Squares {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> Squares {
        let mut set = Squares::NONE;
        squares.into_iter().for_each(|square| set.insert(square));
        set
    }
}

impl std::ops::BitOr for Squares {
    type Output = Squares;
    #[inline]
    fn bitor(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] | other.0[i]))
    }
}

impl std::ops::BitOrAssign for Squares {
    #[inline]
    fn bitor_assign(&mut self, other: Squares) {
        *self = *self | other;
    }
}

impl std::ops::Sub for Squares {
    type Output = Squares;
    #[inline]
    fn sub(self, other: Squares) -> Squares {
        Squares(std::array::from_fn(|i| self.0[i] & !other.0[i]))
    }
}

impl IntoIterator for Squares {
    type Item = Square;
    type IntoIter = Iter;
    #[inline]
    fn into_iter(self) -> Iter {
        self.iter()
    }
}

/// An iterator over a [`Squares`], ascending.
pub struct Iter {
    words: [u64; 4],
    word: usize,
    /// The rest of the word.
    bits: u64,
}

impl Iterator for Iter {
    type Item = Square;

    #[inline]
    fn next(&mut self) -> Option<Square> {
        while self.bits == 0 {
            self.word += 1;
            self.bits = *self.words.get(self.word)?;
        }
        let square = self.word as u32 * 64 + self.bits.trailing_zeros();
        self.bits &= self.bits - 1;
        Some(Square(square as u8))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rng::Rng;

    #[test]
    fn a_set_counts_like_a_list() {
        let mut rng = Rng::new(1);
        for round in 0..200 {
            let squares = (0..=255).map(Square::new);
            let mut list: Vec<Square> = squares.filter(|_| rng.below(200) < round).collect();
            let mut set: Squares = list.iter().copied().collect();
            assert_eq!(set.iter().collect::<Vec<_>>(), list);
            assert_eq!(set.len() as usize, list.len());
            if let Some(square) = list.pop() {
                assert!(set.has(square));
                set.remove(square);
                assert!(!set.has(square));
                assert_eq!(set.len() as usize, list.len());
            }
        }
        assert_eq!((0..=255).map(Square::new).collect::<Squares>().len(), 256);
        assert!(Squares::NONE.is_empty());
    }
}
