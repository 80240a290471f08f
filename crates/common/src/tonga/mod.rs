//! PseudoTonga: two players put stones on a square board in turn until it is full.
//!
//! Orthogonally connected stones of one player form an **isle**. The **area** of an isle is its
//! number of stones. Its **liberties** are the adjacent empty squares; its **perimeter** is the
//! number of liberties. A player's points are the sum of the squared areas of the player's isles.

pub mod board;
mod case;
pub mod deltas;
pub mod server;
pub mod squares;

pub use board::Board;
pub use case::{openings, Case};
pub use deltas::IncrementalEvaluation;
pub use squares::Squares;

/// A square of a board. [`Side::square`] converts from row and column, [`Side::row_and_col`] back.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

impl Square {
    /// Returns the square with this index: row × side + column.
    pub const fn new(index: u8) -> Square {
        Square(index)
    }

    /// Returns the index, for tables of 256 entries.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A player, and the owner of a stone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Player {
    /// The judge, with a fixed strategy.
    Server,
    /// The program being judged.
    Contestant,
}

impl Player {
    /// Returns the other player.
    pub fn opponent(self) -> Player {
        match self {
            Player::Server => Player::Contestant,
            Player::Contestant => Player::Server,
        }
    }
}

/// Side of a board, in squares: even, 6 to 16.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Side(u8);

impl Side {
    /// The smallest side.
    pub const MIN: usize = 6;
    /// The largest side.
    pub const MAX: usize = 16;

    /// Returns the side `n`, or `None` if `n` is odd or not 6 to 16.
    ///
    /// ```
    /// use common::tonga::Side;
    /// assert_eq!(Side::new(16).unwrap().area(), 256);
    /// assert!(Side::new(7).is_none() && Side::new(18).is_none());
    /// ```
    pub fn new(n: usize) -> Option<Side> {
        (n % 2 == 0 && (Side::MIN..=Side::MAX).contains(&n)).then_some(Side(n as u8))
    }

    /// Returns the number of rows and columns.
    pub fn rows(self) -> usize {
        usize::from(self.0)
    }

    /// Returns the number of squares.
    #[inline]
    pub fn area(self) -> usize {
        self.rows() * self.rows()
    }

    /// Returns the square in a row and column, counted from 0, or `None` if it is off the board.
    ///
    /// ```
    /// use common::tonga::Side;
    /// let side = Side::new(6).unwrap();
    /// let square = side.square(1, 2).unwrap();
    /// assert_eq!(square.index(), 8);
    /// assert_eq!(side.row_and_col(square), (1, 2));
    /// assert_eq!(side.square(0, 6), None);
    /// assert_eq!(side.square(-1, 0), None);
    /// ```
    #[inline]
    pub fn square(self, row: i64, col: i64) -> Option<Square> {
        let rows = 0..i64::from(self.0);
        let on_board = rows.contains(&row) && rows.contains(&col);
        on_board.then(|| Square((row * rows.end + col) as u8))
    }

    /// Returns the row and column of a square, counted from 0.
    pub fn row_and_col(self, square: Square) -> (usize, usize) {
        (square.index() / self.rows(), square.index() % self.rows())
    }

    /// Returns all squares in row-major order.
    pub fn squares(self) -> impl Iterator<Item = Square> {
        (0..self.area()).map(|index| Square(index as u8))
    }
}

/// Returns the score of a game: the root of the absolute points, with their sign.
///
/// ```
/// use common::tonga::signed_root;
/// assert_eq!(signed_root(-4), -2.0);
/// ```
pub fn signed_root(points: i32) -> f64 {
    f64::from(points.signum()) * f64::from(points.abs()).sqrt()
}
