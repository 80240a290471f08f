//! Geometry of play: squares and their neighbours.

use std::ops::{Index, IndexMut};

use common::grid::Shape;
use common::lucky::TURNS;

/// Maximum number of squares of a board, except for clusters: 1.2 times the turns of a round.
const MAX_SQUARES: usize = TURNS * 6 / 5;

/// A square of a [`Board`] by its row-major index, or its border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(pub usize);

impl Square {
    /// Returns the row-major index of the square in its board. The border's index is the area.
    #[inline]
    pub fn index(self) -> usize {
        self.0
    }
}

/// The squares of a board, numbered row-major. One more square, the border, represents everything
/// outside.
#[derive(Clone, Debug)]
pub struct Board {
    shape: Shape,
    neighbours: Vec<[Square; 4]>,
}

/// Returns the largest useful part of a grid, from its top left corner. Its shape is as close to a
/// square as the grid allows.
pub fn window(grid: Shape) -> Shape {
    let side = (MAX_SQUARES as f64).sqrt() as usize;
    let cols = grid.cols.min(side.max(MAX_SQUARES / grid.rows));
    let rows = grid.rows.min(MAX_SQUARES / cols);
    Shape { rows, cols }
}

impl Board {
    pub fn new(shape: Shape) -> Board {
        let border = Square(shape.area());
        let around = |square: usize| {
            let mut four = [border; 4];
            for (slot, other) in four.iter_mut().zip(shape.neighbours(square)) {
                *slot = Square(other);
            }
            four
        };
        Board { shape, neighbours: (0..shape.area()).map(around).collect() }
    }

    pub fn area(&self) -> usize {
        self.shape.area()
    }

    /// Returns all squares in ascending order, without the border.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.area()).map(Square)
    }

    /// Returns false for the border.
    #[inline]
    pub fn contains(&self, square: Square) -> bool {
        square.0 < self.neighbours.len()
    }

    /// Returns the four neighbours. A neighbour outside the board is the border.
    #[inline]
    pub fn neighbours(&self, square: Square) -> [Square; 4] {
        self.neighbours[square.0]
    }

    pub fn inner_degree(&self, square: Square) -> usize {
        let around = self.neighbours(square).into_iter();
        around.filter(|&other| self.contains(other)).count()
    }

    /// Returns the Manhattan distance between two squares, in steps.
    pub fn distance(&self, one: Square, other: Square) -> usize {
        let (row, col) = self.shape.position(one.0);
        let (other_row, other_col) = self.shape.position(other.0);
        row.abs_diff(other_row) + col.abs_diff(other_col)
    }

    pub fn map<T: Clone>(&self, value: T) -> BySquare<T> {
        BySquare(vec![value; self.area()])
    }

    pub fn map_with_border<T: Clone>(&self, value: T, border: T) -> BySquare<T> {
        let mut map = self.map(value);
        map.0.push(border);
        map
    }
}

/// A table with an entry for each square of a board and optionally for the border.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BySquare<T>(Vec<T>);

impl<T> BySquare<T> {
    #[inline]
    pub fn get(&self, square: Square) -> Option<&T> {
        self.0.get(square.0)
    }

    #[inline]
    pub fn get_mut(&mut self, square: Square) -> Option<&mut T> {
        self.0.get_mut(square.0)
    }

    pub fn len(&self) -> usize {
        self.0.len()
    }

    pub fn values_mut(&mut self) -> impl Iterator<Item = &mut T> {
        self.0.iter_mut()
    }
}

impl<T: Clone> BySquare<T> {
    pub fn fill(&mut self, value: T) {
        self.0.fill(value);
    }
}

impl<T> Index<Square> for BySquare<T> {
    type Output = T;

    #[inline]
    fn index(&self, square: Square) -> &T {
        &self.0[square.0]
    }
}

impl<T> IndexMut<Square> for BySquare<T> {
    #[inline]
    fn index_mut(&mut self, square: Square) -> &mut T {
        &mut self.0[square.0]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_is_within_the_grid_and_large_enough() {
        for (rows, cols) in [(1, 1), (20, 20), (1, 65536), (65536, 1), (256, 256), (7, 900)] {
            let grid = Shape { rows, cols };
            let window = window(grid);
            assert!(window.rows <= rows && window.cols <= cols);
            let least = grid.area().min(TURNS);
            assert!((least..=MAX_SQUARES).contains(&window.area()));
        }
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        let board = Board::new(Shape { rows: 3, cols: 4 });
        for square in board.squares() {
            let inside = board.squares();
            let near: Vec<Square> =
                inside.filter(|&other| board.distance(square, other) == 1).collect();
            assert_eq!(near.len(), board.inner_degree(square));
            for other in near {
                assert!(board.neighbours(square).contains(&other));
                assert!(board.neighbours(other).contains(&square));
            }
        }
    }
}
