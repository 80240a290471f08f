//! Geometry of play: the part of the grid that is used, its squares and their neighbours.

use std::ops::{Index, IndexMut};

use common::grid::Shape;
use common::lucky::TURNS;

/// Maximum number of squares in a window: 1.2 times the turns of a round.
const MAX_SQUARES: usize = TURNS * 6 / 5;

/// A square of a [`Window`], or its border.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Square(usize);

impl Square {
    /// Returns the row-major index of the square in its window. The border's index is the area.
    #[inline]
    pub fn index(self) -> usize {
        self.0
    }
}

/// A square of the whole grid, row-major. Strategies use it in their answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GridSquare(pub usize);

/// A window into the top left corner of a grid. Its squares are numbered row-major. One more
/// square, the border, represents everything outside.
#[derive(Clone, Debug)]
pub struct Window {
    shape: Shape,
    grid: Shape,
    neighbours: Vec<[Square; 4]>,
}

impl Window {
    /// Returns the largest useful window. Its shape is as close to a square as the grid allows.
    pub fn new(grid: Shape) -> Window {
        let side = (MAX_SQUARES as f64).sqrt() as usize;
        let cols = grid.cols.min(side.max(MAX_SQUARES / grid.rows));
        let rows = grid.rows.min(MAX_SQUARES / cols);
        let shape = Shape { rows, cols };
        let border = Square(shape.area());
        let neighbours = (0..shape.area())
            .map(|square| {
                let mut four = [border; 4];
                for (slot, other) in four.iter_mut().zip(shape.neighbours(square)) {
                    *slot = Square(other);
                }
                four
            })
            .collect();
        Window {
            shape,
            grid,
            neighbours,
        }
    }

    pub fn area(&self) -> usize {
        self.shape.area()
    }

    /// Returns all squares in ascending order, without the border.
    pub fn squares(&self) -> impl Iterator<Item = Square> {
        (0..self.area()).map(Square)
    }

    /// Returns the square with this index, or the border if the index is too large.
    pub fn square(&self, index: usize) -> Square {
        Square(index.min(self.area()))
    }

    /// Returns the four neighbours. A neighbour outside the window is the border.
    #[inline]
    pub fn neighbours(&self, square: Square) -> [Square; 4] {
        self.neighbours[square.0]
    }

    pub fn inner_degree(&self, square: Square) -> usize {
        let inside = |other: &&Square| other.0 < self.area();
        self.neighbours(square).iter().filter(inside).count()
    }

    /// Returns the row and column.
    pub fn position(&self, square: Square) -> (usize, usize) {
        self.shape.position(square.0)
    }

    /// Returns the Manhattan distance between two squares, in steps.
    pub fn distance(&self, one: Square, other: Square) -> usize {
        let (row, col) = self.position(one);
        let (other_row, other_col) = self.position(other);
        row.abs_diff(other_row) + col.abs_diff(other_col)
    }

    pub fn on_grid(&self, square: Square) -> GridSquare {
        let (row, col) = self.position(square);
        GridSquare(row * self.grid.cols + col)
    }

    pub fn of_grid(&self, square: GridSquare) -> Option<Square> {
        let (row, col) = self.grid.position(square.0);
        let is_inside = row < self.shape.rows && col < self.shape.cols;
        is_inside.then_some(Square(row * self.shape.cols + col))
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

/// A table with an entry for each square of a window and optionally for the border.
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

    #[inline]
    pub fn swap(&mut self, one: Square, other: Square) {
        self.0.swap(one.0, other.0);
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
    fn a_window_fits_the_grid_and_keeps_its_squares_apart() {
        for (rows, cols) in [
            (1, 1),
            (20, 20),
            (1, 65536),
            (65536, 1),
            (256, 256),
            (7, 900),
        ] {
            let grid = Shape { rows, cols };
            let window = Window::new(grid);
            assert!(window.area() <= MAX_SQUARES);
            assert!(window.area() >= grid.area().min(TURNS));
            let on_grid: Vec<GridSquare> = window
                .squares()
                .map(|square| window.on_grid(square))
                .collect();
            assert!(on_grid.windows(2).all(|two| two[0] < two[1]));
            let is_mutual = |square| window.of_grid(window.on_grid(square)) == Some(square);
            assert!(window.squares().all(is_mutual));
            assert!(on_grid
                .iter()
                .all(|&GridSquare(square)| square < grid.area()));
        }
    }

    #[test]
    fn neighbours_are_mutual_and_one_step_away() {
        let window = Window::new(Shape { rows: 3, cols: 4 });
        for square in window.squares() {
            let inside = window.squares();
            let near: Vec<Square> = inside
                .filter(|&other| window.distance(square, other) == 1)
                .collect();
            assert_eq!(near.len(), window.inner_degree(square));
            for other in near {
                assert!(window.neighbours(square).contains(&other));
                assert!(window.neighbours(other).contains(&square));
            }
        }
    }
}
