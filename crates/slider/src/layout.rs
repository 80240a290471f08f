//! The parts of a case that never change: border, holes, and sets derived from them.
//!
//! A *hole line* is the row or the column of a hole, without the holes themselves. A block there
//! can fall in one turn if its way to the hole is free. Any other block needs two turns or more.

use common::slider::{Case, Cell};

use crate::bits::{self, lowest};
use crate::position::{Block, BlockId, Position};
use crate::square::{Axis, ByAxis, Mask, Square};

/// The squares of a line between two holes, or between a hole and the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    pub squares: u32,
    /// True if a hole precedes the lowest bit.
    pub hole_below: bool,
    /// True if a hole follows the highest bit.
    pub hole_above: bool,
}

pub struct Layout {
    pub side: usize,
    /// The bits of a line's word that are on the board.
    pub line: u32,
    pub holes: ByAxis<Mask>,
    pub hole_lines: ByAxis<Mask>,
    /// Squares with a neighbour on a hole line, by rows.
    pub next_to_hole_lines: Mask,
    /// The segments of each line. A line without a hole has an empty list.
    pub segments: ByAxis<Vec<Vec<Segment>>>,
}

impl Layout {
    pub fn new(case: &Case) -> (Layout, Position) {
        let shape = case.board().shape();
        let side = shape.rows;
        let mut holes = ByAxis::both(Mask::EMPTY);
        let mut position = Position::EMPTY;
        for (index, cell) in case.board().cells().iter().enumerate() {
            let (row, col) = shape.position(index);
            let square = Square::at(row, col);
            match cell {
                Cell::Empty => {}
                Cell::Hole => holes.toggle(square),
                Cell::Block(value) => {
                    let id = BlockId { origin: square };
                    let worth = value.worth();
                    position.put(square, Block { id, worth });
                }
            }
        }
        let hole_lines = ByAxis::from_fn(|axis| hole_lines(side, &holes[axis]));
        let segments = ByAxis::from_fn(|axis| {
            let lines = holes[axis].words()[..side].iter();
            lines.map(|&word| segments(side, word)).collect()
        });
        let layout = Layout {
            side,
            line: lowest(side),
            holes,
            hole_lines,
            next_to_hole_lines: neighbours(side, &hole_lines[Axis::Row]),
            segments,
        };
        (layout, position)
    }

    /// Returns the maximum number of turns, which is also the multiplier of the first one.
    pub fn max_turns(&self) -> usize {
        self.side * self.side
    }

    #[inline]
    pub fn on_hole_line(&self, square: Square) -> bool {
        self.hole_lines[Axis::Row].contains(square)
    }
}

/// Returns the hole lines, given the holes `along` each line. A line with a hole is included as a
/// whole; another line has its crossings with hole lines of the other axis.
fn hole_lines(side: usize, along: &Mask) -> Mask {
    let across = along.words().iter().fold(0, |all, word| all | word);
    let mut mask = Mask::EMPTY;
    for line in 0..side {
        let squares = if along[line] == 0 { across } else { lowest(side) };
        mask[line] = squares & !along[line];
    }
    mask
}

fn neighbours(side: usize, mask: &Mask) -> Mask {
    let mut out = Mask::EMPTY;
    for row in 0..side {
        let above = if row > 0 { mask[row - 1] } else { 0 };
        let sideways = mask[row] << 1 | mask[row] >> 1;
        out[row] = (sideways | above | mask[row + 1]) & lowest(side);
    }
    out
}

fn segments(side: usize, holes: u32) -> Vec<Segment> {
    let mut list = Vec::new();
    let mut start = 0;
    for end in bits::ascending(holes | 1 << side) {
        let segment = Segment {
            squares: lowest(end) & !lowest(start),
            hole_below: start > 0,
            hole_above: end < side,
        };
        if segment.squares != 0 && (segment.hole_below || segment.hole_above) {
            list.push(segment);
        }
        start = end + 1;
    }
    list
}
