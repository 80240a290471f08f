//! Squares, axes and sets of squares.

use std::ops::{Index, IndexMut};

use common::slider::Turn;

use crate::bits;

/// Maximum number of lines along either axis; a line is one word of 32 bits.
pub const LINES: usize = 32;
/// Number of squares, including those outside a smaller board.
pub const SQUARES: usize = LINES * LINES;

/// A square, stored as `row * LINES + col`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(u16);

impl Square {
    pub const FIRST: Square = Square(0);

    #[inline]
    pub fn at(row: usize, col: usize) -> Square {
        debug_assert!(row < LINES && col < LINES);
        Square((row * LINES + col) as u16)
    }

    #[inline]
    pub fn of_turn(turn: Turn) -> Square {
        Square::at(turn.row, turn.col)
    }

    /// Returns the index in a table. The mask makes bounds checks unnecessary.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0) % SQUARES
    }

    #[inline]
    pub fn row(self) -> usize {
        self.index() / LINES
    }

    #[inline]
    pub fn col(self) -> usize {
        self.index() % LINES
    }
}

#[derive(Clone)]
pub struct BySquare<T>([T; SQUARES]);

impl<T: Copy> BySquare<T> {
    pub const fn filled(value: T) -> BySquare<T> {
        BySquare([value; SQUARES])
    }
}

impl<T> Index<Square> for BySquare<T> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.index()]
    }
}

impl<T> IndexMut<Square> for BySquare<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.index()]
    }
}

/// The direction of a line. Bit c of a row's word is column c; bit r of a column's word is row r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    Row,
    Col,
}

impl Axis {
    pub const BOTH: [Axis; 2] = [Axis::Row, Axis::Col];

    #[inline]
    pub fn square(self, line: usize, bit: usize) -> Square {
        match self {
            Axis::Row => Square::at(line, bit),
            Axis::Col => Square::at(bit, line),
        }
    }

    /// Returns the line of `square` and its bit in that line's word.
    #[inline]
    pub fn line_and_bit(self, square: Square) -> (usize, usize) {
        match self {
            Axis::Row => (square.row(), square.col()),
            Axis::Col => (square.col(), square.row()),
        }
    }
}

#[derive(Clone, Copy)]
pub struct ByAxis<T>([T; 2]);

impl<T> ByAxis<T> {
    pub fn from_fn(make: impl FnMut(Axis) -> T) -> ByAxis<T> {
        ByAxis(Axis::BOTH.map(make))
    }
}

impl ByAxis<Mask> {
    /// Toggles whether a square is in the set, along both axes.
    #[inline]
    pub fn toggle(&mut self, square: Square) {
        for axis in Axis::BOTH {
            let (line, bit) = axis.line_and_bit(square);
            self[axis][line] ^= 1 << bit;
        }
    }
}

impl<T: Copy> ByAxis<T> {
    pub const fn both(value: T) -> ByAxis<T> {
        ByAxis([value; 2])
    }
}

impl<T> Index<Axis> for ByAxis<T> {
    type Output = T;

    #[inline]
    fn index(&self, axis: Axis) -> &T {
        &self.0[axis as usize]
    }
}

impl<T> IndexMut<Axis> for ByAxis<T> {
    #[inline]
    fn index_mut(&mut self, axis: Axis) -> &mut T {
        &mut self.0[axis as usize]
    }
}

/// A set of squares: one word per line. Lines are rows unless the mask is in a [`ByAxis`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mask([u32; LINES]);

impl Mask {
    pub const EMPTY: Mask = Mask([0; LINES]);
    /// Every square, including those outside the board.
    pub const FULL: Mask = Mask([u32::MAX; LINES]);

    /// Returns true if `square` is in the set; the lines of the mask must be rows.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        self.0[square.row()] >> square.col() & 1 == 1
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let rows = self.0.iter().enumerate();
        rows.flat_map(|(row, &word)| bits::ascending(word).map(move |col| Square::at(row, col)))
    }

    pub fn words(&self) -> &[u32; LINES] {
        &self.0
    }
}

impl Index<usize> for Mask {
    type Output = u32;

    #[inline]
    fn index(&self, line: usize) -> &u32 {
        &self.0[line]
    }
}

impl IndexMut<usize> for Mask {
    #[inline]
    fn index_mut(&mut self, line: usize) -> &mut u32 {
        &mut self.0[line]
    }
}
