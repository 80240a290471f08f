//! A test case and its text.

use std::fmt;
use std::io::Read;

use super::board::{Board, Cell, Value};
use crate::fingerprint::fingerprint;
use crate::tokens::{Malformed, Tokens};

/// Possible sides of a board.
pub const SIDES: std::ops::RangeInclusive<usize> = 10..=30;
/// Possible numbers of colours.
pub const COLOURS: std::ops::RangeInclusive<u8> = 2..=9;
/// Possible numbers of holes.
pub const HOLES: std::ops::RangeInclusive<usize> = 1..=10;

/// A test case. Its `Display` is the text that a contestant reads: side, colours, holes, then the
/// cells in row-major order, one number per line (0 empty, -1 a hole, else the value of a block).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    board: Board,
    colours: u8,
}

impl Case {
    /// Returns a case on `board` with values up to `colours`. Returns `None` if the side,
    /// `colours`, the number of holes or a value is out of range.
    pub fn new(board: Board, colours: u8) -> Option<Case> {
        let small_enough = |cell: &Cell| match cell {
            Cell::Block(value) => value.get() <= colours,
            Cell::Empty | Cell::Hole => true,
        };
        (SIDES.contains(&board.shape().rows)
            && COLOURS.contains(&colours)
            && HOLES.contains(&board.holes())
            && board.cells().iter().all(small_enough))
        .then_some(Case { board, colours })
    }

    /// Reads a case and stops after its last number, so that the sender may keep its pipe open.
    ///
    /// # Errors
    /// The text ends early, a number is out of range, or the number of holes is not the announced
    /// one. The error contains the line.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let side = within(tokens, SIDES, "the side, 10 to 30,")?;
        let colours = within(tokens, COLOURS, "the number of colours, 2 to 9,")?;
        let holes = within(tokens, HOLES, "the number of holes, 1 to 10,")?;
        let cells = (0..side * side)
            .map(|_| read_cell(tokens, colours))
            .collect::<Result<Vec<Cell>, Malformed>>()?;
        let board = Board::new(side, cells).expect("side × side cells were read");
        if board.holes() == holes {
            Ok(Case { board, colours })
        } else {
            let expected = "as many holes as announced";
            Err(unexpected(tokens, board.holes(), expected))
        }
    }

    /// Returns the board before the first turn.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the number of colours: the highest value of a block.
    pub fn colours(&self) -> u8 {
        self.colours
    }

    /// Returns the hash of the case's text, which identifies it in tables.
    pub fn fingerprint(&self) -> u64 {
        fingerprint(self.to_string().into_bytes())
    }

    /// Returns the maximum number of turns. It is also the multiplier of the first turn.
    pub fn turns(&self) -> usize {
        self.board.shape().area()
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.board.shape().rows)?;
        writeln!(f, "{}", self.colours)?;
        writeln!(f, "{}", self.board.holes())?;
        for cell in self.board.cells() {
            match cell {
                Cell::Empty => writeln!(f, "0")?,
                Cell::Hole => writeln!(f, "-1")?,
                Cell::Block(value) => writeln!(f, "{}", value.get())?,
            }
        }
        Ok(())
    }
}

fn read_cell<R: Read>(tokens: &mut Tokens<R>, colours: u8) -> Result<Cell, Malformed> {
    const EXPECTED: &str = "a cell (0, -1 or a value up to the number of colours)";
    let number: i64 = tokens.number(EXPECTED)?;
    match number {
        0 => Ok(Cell::Empty),
        -1 => Ok(Cell::Hole),
        _ => Value::new(number)
            .filter(|value| value.get() <= colours)
            .map(Cell::Block)
            .ok_or_else(|| unexpected(tokens, number, EXPECTED)),
    }
}

/// Reads a number within `range`; error messages call it `expected`.
fn within<R, T>(
    tokens: &mut Tokens<R>,
    range: std::ops::RangeInclusive<T>,
    expected: &'static str,
) -> Result<T, Malformed>
where
    R: Read,
    T: PartialOrd + fmt::Display + std::str::FromStr,
{
    let number: T = tokens.number(expected)?;
    if range.contains(&number) {
        Ok(number)
    } else {
        Err(unexpected(tokens, number, expected))
    }
}

fn unexpected<R: Read>(tokens: &Tokens<R>, number: impl fmt::Display, expected: &str) -> Malformed {
    tokens.breaks(format!("`{number}` stands where {expected} should be"))
}
