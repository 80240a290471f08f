//! Tests that every part of the tight bound is needed; see BOUND.md.

mod gaps;
mod mutations;
mod optimum;
mod plain_multipliers;
mod play;
mod reduced_costs;

use super::columns::{Columns, Mode, Row, Stage, StageOrigin};
use common::rng::Rng;
use common::slider::board::{Board, Cell, Value};

/// A part of the bound that can be left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Part {
    Mode(Mode),
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
    /// Number of parts, with the seven modes.
    const COUNT: usize = 11;

    /// Returns the columns without this part.
    fn remove(self, columns: &Columns) -> Columns {
        let mut columns = columns.clone();
        let mut blocks = std::mem::take(&mut columns.blocks);
        for stages in &mut blocks {
            let all = stages.clone();
            for stage in stages {
                let part = stage.mode.map(|mode| self.of_column(mode, stage, &all, &columns));
                if part == Some(self) {
                    stage.mode = None;
                }
                if let (Part::FirstService, StageOrigin::Best(firsts)) = (self, &mut stage.origin) {
                    let serves = |first: &usize| all[*first].rows.iter().any(is_service);
                    firsts.retain(|first| !serves(first));
                }
            }
        }
        columns.blocks = blocks;
        columns
    }

    /// Returns the part of columns that end in `stage`: the mode, or the way in which the first turn
    /// of a corner fall is stopped if this part is such a way.
    fn of_column(self, mode: Mode, stage: &Stage, all: &[Stage], columns: &Columns) -> Part {
        if mode != Mode::Corner || matches!(self, Part::Mode(_)) {
            return Part::Mode(mode);
        }
        let first = &all[stage.after.unwrap()];
        match first.rows[..] {
            [Row::Blocking(_)] => Part::Blocking,
            [Row::Precedence(number)]
                if columns.service_of(columns.precedences[number]).is_some() =>
            {
                Part::Service
            }
            _ => Part::FreeStop,
        }
    }
}

fn is_service(row: &Row) -> bool {
    matches!(row, Row::Service(_))
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
