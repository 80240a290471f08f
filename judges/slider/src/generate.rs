//! Generation of cases.

use std::fmt;

use common::slider::Case;
use common::slider::board::{Board, Cell, Value};
use common::slider::case::{COLOURS, HOLES, SIDES};
use judge_kit::ParameterRange;
use rand::RngExt;
use rand_chacha::ChaCha8Rng;

use crate::Slider;

/// A case, and the probability with which its cells were filled if it was drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Drawn {
    /// The case itself.
    pub case: Case,
    /// Probability of a block on a cell without a hole; `None` if the case was read.
    pub fill: Option<f64>,
}

impl fmt::Display for Drawn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.case.fmt(f)
    }
}

/// Draws side, colours, holes and fill within what `fixed` leaves, then the
/// cells: fixing one parameter leaves the other three as they were.
pub(crate) fn draw(fixed: &Slider, mut rng: ChaCha8Rng) -> Drawn {
    let side = ParameterRange::draw(fixed.side, SIDES, &mut rng);
    let colours = ParameterRange::draw(fixed.colours, COLOURS, &mut rng);
    let holes = ParameterRange::draw(fixed.holes, HOLES, &mut rng);
    let fill = ParameterRange::draw(fixed.fill, 0.2..=0.8, &mut rng);

    let mut cells = vec![Cell::Empty; side * side];
    let mut left = holes;
    while left > 0 {
        let cell = rng.random_range(0..cells.len());
        if cells[cell] == Cell::Empty {
            cells[cell] = Cell::Hole;
            left -= 1;
        }
    }
    for cell in cells.iter_mut().filter(|cell| **cell == Cell::Empty) {
        if rng.random_bool(fill) {
            let value = Value::new(rng.random_range(1..=i64::from(colours)));
            *cell = value.map_or(Cell::Empty, Cell::Block);
        }
    }
    let case = Board::new(side, cells).and_then(|board| Case::new(board, colours));
    Drawn {
        case: case.expect("every parameter is within its range"),
        fill: Some(fill),
    }
}
