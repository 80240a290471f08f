//! Tests that every part of the tight bound is needed; see BOUND.md.

mod gaps;
mod mutations;
mod plain_multipliers;
mod play;
mod reduced_costs;

use super::exact::Evaluation;
use super::modes::{ModeKind, Modes, Stop};
use crate::rng::Rng;
use crate::slider::board::{Board, Cell, Value};

/// A part of the bound that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Kind(ModeKind),
    /// Falls in two turns; the first turn ends at the border or after one square.
    FreeStop,
    /// Falls in two turns; the first turn ends before an untouched block.
    Blocking,
    /// Falls in two turns; the first turn ends before a block that landed there.
    Service,
    /// First turns that end where a stopper is needed.
    FirstService,
}

impl Part {
    /// Number of parts, with the seven kinds of modes.
    const COUNT: usize = 11;

    /// Returns the modes without this part. Whole kinds of modes are removed elsewhere.
    fn remove(self, modes: &Modes) -> Modes {
        let mut modes = modes.clone();
        for block in &mut modes.blocks {
            block.corner_falls.retain(|corner| match self {
                Part::FreeStop => corner.stop != Stop::Free,
                Part::Blocking => !matches!(corner.stop, Stop::Blocking(_)),
                Part::Service => !matches!(corner.stop, Stop::Service(_)),
                Part::Kind(_) | Part::FirstService => true,
            });
            let stays = |serves: bool| self != Part::FirstService || !serves;
            block.firsts.retain(|first| stays(first.serves.is_some()));
        }
        modes
    }
}

fn most(evaluation: &Evaluation, block: usize, without: Option<Part>) -> i64 {
    let mut gains = evaluation.gains(block);
    if let Some(Part::Kind(kind)) = without {
        gains.0[kind as usize] = 0;
    }
    gains.most()
}

/// Draws the cells of a board with one to three holes.
fn draw_cells(rng: &mut Rng, side: usize) -> Vec<i8> {
    let (filled, holes) = (10 * (1 + rng.below(4)), 1 + rng.below(3));
    oracles::slider::draw_cells([side, holes as usize], 5, filled, |below| rng.below(below))
}

/// Returns the board with these cells: 0 is empty, -1 a hole, other numbers are values of blocks.
fn board(side: usize, cells: &[i8]) -> Board {
    let cell = |&cell: &i8| match cell {
        0 => Cell::Empty,
        -1 => Cell::Hole,
        _ => Cell::Block(Value::new(i64::from(cell)).unwrap()),
    };
    Board::new(side, cells.iter().map(cell).collect()).unwrap()
}
