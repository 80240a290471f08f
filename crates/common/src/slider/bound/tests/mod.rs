//! The tight bound needs all that it is made of: see BOUND.md.

mod accounts;
mod charges;
mod ledger;
mod mutations;
mod play;

use super::exact::Evaluation;
use super::modes::{Modes, Sort, Stop};
use crate::slider::board::{Board, Cell, Value};

/// A part of the bound that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Sort(Sort),
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
        Part::Sort(Sort::Touch),
        Part::Sort(Sort::Fall),
        Part::Sort(Sort::Line),
        Part::Sort(Sort::Over),
        Part::Sort(Sort::Twice),
        Part::Sort(Sort::Three),
        Part::Sort(Sort::Four),
        Part::FreeStop,
        Part::Stay,
        Part::Service,
        Part::FirstService,
    ];

    /// Modes without this part, if it is not a whole sort.
    fn remove(self, modes: &Modes) -> Modes {
        let mut modes = modes.clone();
        for block in &mut modes.blocks {
            block.overs.retain(|over| match self {
                Part::FreeStop => over.stop != Stop::Free,
                Part::Stay => !matches!(over.stop, Stop::Stay(_)),
                Part::Service => !matches!(over.stop, Stop::Service(_)),
                Part::Sort(_) | Part::FirstService => true,
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
    if let Some(Part::Sort(sort)) = without {
        gains.0[sort as usize] = 0;
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
