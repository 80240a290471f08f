//! Generation of cases.

use std::ops::RangeInclusive;

use common::slider::Case;
use common::slider::board::{Board, Cell, Value};
use common::slider::case::{COLOURS, HOLES, SIDES};
use game::{GameOption, OptionEffect, OptionForm, OptionValues, ParameterRange};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use crate::Drawn;

pub const SIDE: GameOption = GameOption::new(
    "N",
    "SIDE",
    whole_range(*SIDES.start(), *SIDES.end()),
    OptionEffect::Case,
    "Side of the board, 10 to 30, or a range: 10,12",
);
pub const COLOUR_COUNT: GameOption = GameOption::new(
    "C",
    "COLOURS",
    whole_range(*COLOURS.start() as usize, *COLOURS.end() as usize),
    OptionEffect::Case,
    "Number of colours, 2 to 9, or a range",
);
pub const HOLE_COUNT: GameOption = GameOption::new(
    "H",
    "HOLES",
    whole_range(*HOLES.start(), *HOLES.end()),
    OptionEffect::Case,
    "Number of holes, 1 to 10, or a range",
);
pub const FILL: GameOption = GameOption::new(
    "F",
    "FILL",
    OptionForm::RealRange(0.0, 1.0),
    OptionEffect::Case,
    "Chance of a block on a cell, 0 to 1, or a range; drawn from 0.2 to 0.8",
);

const fn whole_range(low: usize, high: usize) -> OptionForm {
    OptionForm::WholeRange(low as u64, high as u64, 1)
}

/// Probabilities that a cell has a block.
pub const FILLS: RangeInclusive<f64> = 0.2..=0.8;

/// Parameters from which a case is drawn.
#[derive(Clone, Copy, Debug)]
pub struct CaseParameters {
    /// Side of the board.
    pub side: usize,
    /// Number of colours.
    pub colours: u8,
    /// Number of holes.
    pub holes: usize,
    /// Probability of a block on a cell that is not a hole.
    pub fill: f64,
}

/// Random numbers from which cells are drawn.
pub trait CellSource {
    /// Returns a cell of a board with this side, row-major.
    fn cell(&mut self, side: usize) -> usize;

    /// Returns true with the probability `fill`.
    fn is_block(&mut self, fill: f64) -> bool;

    /// Returns the value of a block, 1 to `colours`.
    fn value(&mut self, colours: u8) -> u8;
}

impl CaseParameters {
    /// Draws the case: first the holes, then the other cells row by row. A hole is drawn again if
    /// its cell already has one.
    pub fn draw(self, source: &mut impl CellSource) -> Drawn {
        let mut cells = vec![Cell::Empty; self.side * self.side];
        let mut left = self.holes;
        while left > 0 {
            let cell = source.cell(self.side);
            if cells[cell] == Cell::Empty {
                cells[cell] = Cell::Hole;
                left -= 1;
            }
        }
        for cell in cells.iter_mut().filter(|cell| **cell == Cell::Empty) {
            if source.is_block(self.fill) {
                let value = Value::new(source.value(self.colours).into());
                *cell = value.map_or(Cell::Empty, Cell::Block);
            }
        }
        let board = Board::new(self.side, cells);
        let case = board.and_then(|board| Case::new(board, self.colours));
        Drawn { case: case.expect("every parameter is within its range"), fill: Some(self.fill) }
    }
}

/// Draws side, colours, holes and fill within the ranges that `options` allow, then the cells. A
/// fixed parameter does not change the other three.
pub fn draw(options: &OptionValues, mut rng: ChaCha8Rng) -> Drawn {
    let parameters = CaseParameters {
        side: ParameterRange::draw(options.range(&SIDE), SIDES, &mut rng),
        colours: ParameterRange::draw(options.range(&COLOUR_COUNT), COLOURS, &mut rng),
        holes: ParameterRange::draw(options.range(&HOLE_COUNT), HOLES, &mut rng),
        fill: ParameterRange::draw(options.range(&FILL), FILLS, &mut rng),
    };
    parameters.draw(&mut rng)
}

impl CellSource for ChaCha8Rng {
    fn cell(&mut self, side: usize) -> usize {
        self.random_range(0..side * side)
    }

    fn is_block(&mut self, fill: f64) -> bool {
        self.random_bool(fill)
    }

    fn value(&mut self, colours: u8) -> u8 {
        self.random_range(1..=i64::from(colours)) as u8
    }
}
