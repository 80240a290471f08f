//! The board and the effect of a turn.

use std::fmt;

use crate::grid::{Direction, Shape};

/// The value (colour) of a block, 1 to 9.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(u8);

impl Value {
    /// The largest value.
    pub const MAX: Value = Value(9);

    /// Returns the value `number`, or `None` if it is out of range.
    pub fn new(number: i64) -> Option<Value> {
        (1..=i64::from(Value::MAX.0)).contains(&number).then_some(Value(number as u8))
    }

    /// Returns the number, 1 to 9.
    pub const fn get(self) -> u8 {
        self.0
    }

    /// Returns the worth of the block, 0 to 8: its value minus 1. A fall scores the worth times the
    /// multiplier of the turn.
    pub const fn worth(self) -> u8 {
        self.0 - 1
    }
}

/// The content of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Cell {
    /// An empty square.
    Empty,
    /// A hole. It swallows blocks and never fills up.
    Hole,
    /// A block.
    Block(Value),
}

/// The two kinds of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TurnKind {
    /// The block moves one square.
    Move,
    /// The block slides until a block or the border stops it or a hole swallows it.
    Slide,
}

/// The end of a turn. `S` is the type of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Landing<S> {
    /// The block stays: another block or the border is next to it.
    Blocked,
    /// The block stops on this square.
    Square(S),
    /// The block falls into the hole on this square.
    Hole(S),
}

/// One turn. Its `Display` is the line of an answer: `row col kind direction`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Turn {
    /// Row of the block, from 0 at the top.
    pub row: usize,
    /// Column of the block, from 0 at the left.
    pub col: usize,
    /// Move or slide.
    pub kind: TurnKind,
    /// Direction of the block.
    pub direction: Direction,
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            TurnKind::Move => 'M',
            TurnKind::Slide => 'S',
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

/// A legal turn and its effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnEffect {
    /// The turn.
    pub turn: Turn,
    /// Index of the block's square, row-major.
    pub from: usize,
    /// Value of the block.
    pub value: Value,
    /// The end of the turn; a blocked turn is wasted.
    pub landing: Landing<usize>,
}

/// A square board, side × side cells in row-major order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    shape: Shape,
    cells: Vec<Cell>,
}

impl Board {
    /// Returns a board of row-major cells, or `None` if their number is not `side` × `side`.
    pub fn new(side: usize, cells: Vec<Cell>) -> Option<Board> {
        let shape = Shape::square(side);
        (cells.len() == shape.area()).then_some(Board { shape, cells })
    }

    /// Returns the number of rows and columns.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the cells in row-major order.
    pub fn cells(&self) -> &[Cell] {
        &self.cells
    }

    /// Returns the number of holes.
    pub fn holes(&self) -> usize {
        let is_hole = |cell: &&Cell| **cell == Cell::Hole;
        self.cells.iter().filter(is_hole).count()
    }

    /// Returns the square and the value of each block, in row-major order.
    pub fn blocks(&self) -> impl Iterator<Item = (usize, Value)> + '_ {
        let block = |(square, cell): (usize, &Cell)| match *cell {
            Cell::Block(value) => Some((square, value)),
            Cell::Empty | Cell::Hole => None,
        };
        self.cells.iter().enumerate().filter_map(block)
    }

    /// Plays one turn and returns its effect.
    ///
    /// # Errors
    /// Names the content of the square if it does not hold a block. The board is then unchanged.
    pub fn play(&mut self, turn: Turn) -> Result<TurnEffect, &'static str> {
        let from = self.shape.index(turn.row as i64, turn.col as i64).ok_or("is off the board")?;
        let value = match self.cells[from] {
            Cell::Empty => return Err("is empty: no block to move"),
            Cell::Hole => return Err("is a hole: no block to move"),
            Cell::Block(value) => value,
        };
        let landing = self.landing(from, turn);
        if landing != Landing::Blocked {
            self.cells[from] = Cell::Empty;
        }
        if let Landing::Square(to) = landing {
            self.cells[to] = Cell::Block(value);
        }
        Ok(TurnEffect { turn, from, value, landing })
    }

    /// Returns the square or hole where a turn of the block on `from` ends.
    fn landing(&self, from: usize, turn: Turn) -> Landing<usize> {
        let mut landing = Landing::Blocked;
        let mut at = from;
        while let Some(next) = self.shape.step(at, turn.direction) {
            match self.cells[next] {
                Cell::Empty => landing = Landing::Square(next),
                Cell::Hole => return Landing::Hole(next),
                Cell::Block(_) => break,
            }
            if turn.kind == TurnKind::Move {
                break;
            }
            at = next;
        }
        landing
    }
}
