//! Generation of cases.

use common::slider::Case;
use common::slider::board::{Board, Cell, Value};
use common::slider::case::{COLOURS, HOLES, SIDES};
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

/// Draws side, colours, holes and fill, replaces those that `fixed` holds, then
/// draws the cells: fixing one parameter leaves the other three as they were.
pub(crate) fn draw(fixed: &Slider, mut rng: ChaCha8Rng) -> Drawn {
    let side = rng.random_range(SIDES);
    let colours = rng.random_range(COLOURS);
    let holes = rng.random_range(HOLES);
    let fill = rng.random_range(0.2..=0.8);
    let side = fixed.side.map_or(side, usize::from);
    let colours = fixed.colours.unwrap_or(colours);
    let holes = fixed.holes.map_or(holes, usize::from);
    let fill = fixed.fill.unwrap_or(fill);

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
