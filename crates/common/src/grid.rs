//! Geometry of a rectangular board. A square is its row-major index, `row * cols + col`; rows are
//! counted from the top, columns from the left.

/// One of the four orthogonal directions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Towards row 0.
    Up,
    /// Towards the last row.
    Down,
    /// Towards column 0.
    Left,
    /// Towards the last column.
    Right,
}

impl Direction {
    /// All directions.
    pub const ALL: [Direction; 4] =
        [Direction::Up, Direction::Down, Direction::Left, Direction::Right];

    /// Returns the opposite direction.
    pub fn opposite(self) -> Direction {
        match self {
            Direction::Up => Direction::Down,
            Direction::Down => Direction::Up,
            Direction::Left => Direction::Right,
            Direction::Right => Direction::Left,
        }
    }
}

/// The shape of a board: rows × columns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// Number of rows.
    pub rows: usize,
    /// Number of columns.
    pub cols: usize,
}

impl Shape {
    /// Returns the shape of a board of `side` × `side` squares.
    pub const fn square(side: usize) -> Shape {
        Shape { rows: side, cols: side }
    }

    /// Returns the number of squares.
    pub const fn area(self) -> usize {
        self.rows * self.cols
    }

    /// Returns the index of a square, or `None` if it is off the board.
    ///
    /// ```
    /// use common::grid::Shape;
    /// let shape = Shape { rows: 3, cols: 4 };
    /// assert_eq!(shape.index(1, 2), Some(6));
    /// assert_eq!(shape.index(3, 0), None);
    /// assert_eq!(shape.index(-1, 0), None);
    /// ```
    pub fn index(self, row: i64, col: i64) -> Option<usize> {
        let row = usize::try_from(row).ok().filter(|&row| row < self.rows)?;
        let col = usize::try_from(col).ok().filter(|&col| col < self.cols)?;
        Some(row * self.cols + col)
    }

    /// Returns the row and column of a square.
    pub const fn position(self, index: usize) -> (usize, usize) {
        (index / self.cols, index % self.cols)
    }

    /// Returns the next square in a direction, or `None` at the border.
    pub const fn step(self, index: usize, direction: Direction) -> Option<usize> {
        let (row, col) = self.position(index);
        match direction {
            Direction::Up if row > 0 => Some(index - self.cols),
            Direction::Down if row + 1 < self.rows => Some(index + self.cols),
            Direction::Left if col > 0 => Some(index - 1),
            Direction::Right if col + 1 < self.cols => Some(index + 1),
            _ => None,
        }
    }

    /// Returns the orthogonal neighbours of a square (four inside the board, fewer at its
    /// edges), in the order of [`Direction::ALL`].
    pub fn neighbours(self, index: usize) -> impl Iterator<Item = usize> {
        Direction::ALL.into_iter().filter_map(move |direction| self.step(index, direction))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_and_back() {
        let shape = Shape { rows: 3, cols: 5 };
        for index in 0..shape.area() {
            for direction in Direction::ALL {
                if let Some(next) = shape.step(index, direction) {
                    assert_eq!(shape.step(next, direction.opposite()), Some(index));
                }
            }
        }
    }
}
