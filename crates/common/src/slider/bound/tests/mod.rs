//! The tight bound needs all that it is made of: see BOUND.md.

mod accounts;
mod charges;
mod ledger;
mod mutations;
mod play;

use super::exact::Evaluation;
use super::modes::{ModeKind, Modes, Stop};
use crate::slider::board::{Board, Cell, Value};

/// A part of the bound that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Kind(ModeKind),
    /// Falls by two turns of which the first ends at the border or after one
    /// square.
    FreeStop,
    /// Those whose first turn ends before a block that was not touched.
    Stay,
    /// Those whose first turn ends before a block that was put there.
    Service,
    /// First turns that put a block where a stopper is asked for.
    FirstService,
}

impl Part {
    /// Every part.
    const ALL: [Part; 11] = [
        Part::Kind(ModeKind::Touch),
        Part::Kind(ModeKind::Fall),
        Part::Kind(ModeKind::Line),
        Part::Kind(ModeKind::Corner),
        Part::Kind(ModeKind::Twice),
        Part::Kind(ModeKind::Three),
        Part::Kind(ModeKind::Four),
        Part::FreeStop,
        Part::Stay,
        Part::Service,
        Part::FirstService,
    ];

    /// Modes without this part, if it is not a whole kind of mode.
    fn remove(self, modes: &Modes) -> Modes {
        let mut modes = modes.clone();
        for block in &mut modes.blocks {
            block.corner_falls.retain(|corner| match self {
                Part::FreeStop => corner.stop != Stop::Free,
                Part::Stay => !matches!(corner.stop, Stop::Stay(_)),
                Part::Service => !matches!(corner.stop, Stop::Service(_)),
                Part::Kind(_) | Part::FirstService => true,
            });
            block
                .firsts
                .retain(|first| self != Part::FirstService || first.serves.is_none());
        }
        modes
    }
}

/// The most that a block can bring without a part.
fn most(evaluation: &Evaluation, block: usize, without: Option<Part>) -> i64 {
    let mut gains = evaluation.gains(block);
    if let Some(Part::Kind(kind)) = without {
        gains.0[kind as usize] = 0;
    }
    gains.most()
}

/// A board of plain numbers: 0 empty, -1 a hole, else the value of a block.
fn board(side: usize, cells: &[i8]) -> Board {
    let cell = |&cell: &i8| match cell {
        0 => Cell::Empty,
        -1 => Cell::Hole,
        _ => Cell::Block(Value::new(i64::from(cell)).unwrap()),
    };
    Board::new(side, cells.iter().map(cell).collect()).unwrap()
}
