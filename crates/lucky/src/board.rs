//! The part of the grid that is played on, and who touches whom.

use common::grid::Shape;

/// Most squares played on: a few more than there are turns to fill them.
const MAX_SQUARES: usize = 1200;

/// A window into the top left corner of a grid. Squares have the window's own
/// row-major indices; one index more, [`Window::area`], is the border and stands
/// for whatever lies outside.
#[derive(Clone, Debug)]
pub struct Window {
    shape: Shape,
    grid: Shape,
    neighbours: Vec<[usize; 4]>,
}

impl Window {
    /// As large a window as is worth playing on, as square as the grid allows.
    pub fn new(grid: Shape) -> Window {
        let side = (MAX_SQUARES as f64).sqrt() as usize;
        let cols = grid.cols.min(side.max(MAX_SQUARES / grid.rows));
        let rows = grid.rows.min(MAX_SQUARES / cols);
        let shape = Shape { rows, cols };
        let neighbours = (0..shape.area())
            .map(|square| {
                let mut four = [shape.area(); 4];
                for (slot, other) in four.iter_mut().zip(shape.neighbours(square)) {
                    *slot = other;
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

    /// How many squares there are.
    pub fn area(&self) -> usize {
        self.shape.area()
    }

    /// The four neighbours; those off the window are the border.
    #[inline]
    pub fn neighbours(&self, square: usize) -> [usize; 4] {
        self.neighbours[square]
    }

    /// Rows plus columns between two squares.
    pub fn distance(&self, one: usize, other: usize) -> usize {
        let (row, col) = self.shape.position(one);
        let (other_row, other_col) = self.shape.position(other);
        row.abs_diff(other_row) + col.abs_diff(other_col)
    }

    /// The index in the whole grid of a square of the window.
    pub fn on_grid(&self, square: usize) -> usize {
        let (row, col) = self.shape.position(square);
        row * self.grid.cols + col
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
            assert!(window.area() >= grid.area().min(SQUARES_NEEDED));
            let on_grid: Vec<usize> = (0..window.area())
                .map(|square| window.on_grid(square))
                .collect();
            assert!(on_grid.windows(2).all(|two| two[0] < two[1]));
            assert!(on_grid.iter().all(|&square| square < grid.area()));
        }
    }

    /// Squares that a large grid must leave to play on.
    const SQUARES_NEEDED: usize = 1000;
}
