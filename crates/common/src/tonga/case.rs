//! Cases: the side of the board and the server's first stone.

use std::fmt;
use std::io::Read;

use crate::tokens::{Malformed, Tokens};
use crate::tonga::{Board, Player, Side, Square, Squares};

/// A case. Its `Display` is the first line that the contestant reads: the side, then row and column
/// of the server's first stone, or -1 -1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    side: Side,
    opening: Option<Square>,
}

impl Case {
    /// Returns a game that starts with the server's stone at `opening`, or with the contestant.
    /// Returns `None` if `opening` is not one of the middle squares.
    pub fn new(side: Side, opening: Option<Square>) -> Option<Case> {
        let fits = opening.map_or(true, |square| openings(side).has(square));
        fits.then_some(Case { side, opening })
    }

    /// Reads the side and the server's first stone.
    ///
    /// # Errors
    /// A number is missing, malformed or out of range.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let n: i64 = tokens.number("the side of the board")?;
        let side = usize::try_from(n).ok().and_then(Side::new).ok_or_else(|| {
            tokens.breaks(format!("the side is {n}; expected an even number from 6 to 16"))
        })?;
        let row = tokens.number("the row of the server's opening")?;
        let col = tokens.number("the column of the server's opening")?;
        let opening = match (row, col) {
            (-1, -1) => Some(None),
            _ => side.square(row, col).map(Some),
        };
        let case = opening.and_then(|opening| Case::new(side, opening));
        case.ok_or_else(|| {
            tokens.breaks(format!(
                "the server's first stone is {row} {col}; expected a middle square or -1 -1"
            ))
        })
    }

    /// Returns the side of the board.
    pub fn side(self) -> Side {
        self.side
    }

    /// Returns the server's first stone, or `None` if the contestant starts.
    pub fn opening(self) -> Option<Square> {
        self.opening
    }

    /// Returns the board before the contestant's first stone.
    pub fn board(self) -> Board {
        let mut board = Board::new(self.side);
        if let Some(square) = self.opening {
            board.play(Player::Server, square);
        }
        board
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rows = self.side.rows();
        match self.opening.map(|square| self.side.row_and_col(square)) {
            Some((row, col)) => writeln!(f, "{rows} {row} {col}"),
            None => writeln!(f, "{rows} -1 -1"),
        }
    }
}

/// Returns the four middle squares, where the server may put its first stone on an empty board.
pub fn openings(side: Side) -> Squares {
    let half = side.rows() / 2;
    let is_middle = |square: &Square| {
        let (row, col) = side.row_and_col(*square);
        [half - 1, half].contains(&row) && [half - 1, half].contains(&col)
    };
    side.squares().filter(is_middle).collect()
}
