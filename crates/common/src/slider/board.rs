//! The board and what a turn does to it.

use std::fmt;

use crate::grid::{Direction, Shape};

/// The value (colour) of a block, 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u8);

impl Value {
    /// The greatest value there is.
    pub const MAX: Value = Value(9);

    /// The value `number`, if it is one.
    pub fn new(number: i64) -> Option<Value> {
        (1..=i64::from(Value::MAX.0))
            .contains(&number)
            .then_some(Value(number as u8))
    }

    /// The value as it is written in a case, 1 to 9.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Points per unit of the multiplier when a block of this value falls: a
    /// block of value 1 is worth nothing.
    pub const fn worth(self) -> u32 {
        self.0 as u32 - 1
    }
}

/// What is on a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// Nothing.
    Empty,
    /// A hole; it swallows blocks and never fills up.
    Hole,
    /// A block.
    Block(Value),
}

/// How a block travels.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// One square.
    Move,
    /// Until a block or the border stops it or a hole swallows it.
    Slide,
}

/// One turn. Its `Display` is the line of an answer: `row col kind direction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Row of the block, from 0 at the top.
    pub row: usize,
    /// Column of the block, from 0 at the left.
    pub col: usize,
    /// Move or slide.
    pub kind: Kind,
    /// Where to.
    pub direction: Direction,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Move => 'M',
            Kind::Slide => 'S',
        };
        let direction = match self.direction {
            Direction::Up => 'U',
            Direction::Down => 'D',
            Direction::Left => 'L',
            Direction::Right => 'R',
        };
        write!(f, "{} {} {kind} {direction}", self.row, self.col)
    }
}

/// What a legal turn did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Nothing: a block or the border is in the way. The turn is wasted.
    Blocked,
    /// The block stands on another square.
    Moved,
    /// A block of this value fell into a hole.
    Fell(Value),
}

/// Why no block can be played from a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Illegal {
    /// The square is not on the board.
    OffBoard,
    /// There is no block on the square.
    EmptySquare,
    /// The square is a hole.
    HoleSquare,
}

/// A square board, side × side cells in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    cells: Vec<Cell>,
}

impl Board {
    /// A board of `side` × `side` cells given row by row, or `None` if their
    /// number is another.
    pub fn new(side: usize, cells: Vec<Cell>) -> Option<Board> {
        let shape = Shape::square(side);
        (cells.len() == shape.area()).then_some(Board { shape, cells })
    }

    /// Rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// The cells in row-major order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Plays one turn and tells what it did.
    ///
    /// # Errors
    /// No block stands where the turn wants to move one.
    pub fn play(&mut self, turn: Turn) -> Result<Outcome, Illegal> {
        let from = self
            .shape
            .index(turn.row as i64, turn.col as i64)
            .ok_or(Illegal::OffBoard)?;
        let value = match self.cells[from] {
            Cell::Empty => return Err(Illegal::EmptySquare),
            Cell::Hole => return Err(Illegal::HoleSquare),
            Cell::Block(value) => value,
        };
        let to = self.landing(from, turn.kind, turn.direction);
        if to == from {
            return Ok(Outcome::Blocked);
        }
        self.cells[from] = Cell::Empty;
        if self.cells[to] == Cell::Hole {
            return Ok(Outcome::Fell(value));
        }
        self.cells[to] = Cell::Block(value);
        Ok(Outcome::Moved)
    }

    /// Where a block on square `from` ends: on an empty square, in a hole, or
    /// where it was.
    fn landing(&self, from: usize, kind: Kind, direction: Direction) -> usize {
        let mut at = from;
        while let Some(next) = self.shape.step(at, direction) {
            match self.cells[next] {
                Cell::Block(_) => break,
                Cell::Hole => return next,
                Cell::Empty => at = next,
            }
            if kind == Kind::Move {
                break;
            }
        }
        at
    }
}
