//! What never changes during a play: the holes and what follows from them.

use common::slider::{Case, Cell};

use crate::position::{has, Axis, Block, BlockId, Mask, Position, Square, LINES};

/// The squares of a line between two holes or a hole and the border.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// The squares, as bits of the line's word.
    pub mask: u32,
    /// Whether there is a hole before the lowest bit.
    pub hole_below: bool,
    /// Whether there is a hole after the highest bit.
    pub hole_above: bool,
}

/// Holes and border of a board. Arrays of two are by [`Axis`].
pub struct Layout {
    /// Rows and columns.
    pub side: usize,
    /// Bits of a line that are on the board.
    pub line_mask: u32,
    /// The holes.
    pub holes: [Mask; 2],
    /// The hole lines: squares in the row or column of a hole, no holes.
    pub hole_lines: [Mask; 2],
    /// Squares beside a hole line (by rows).
    pub beside_hole_lines: Mask,
    /// For each line, its segments if it has a hole.
    pub segments: [Vec<Vec<Segment>>; 2],
}

impl Layout {
    /// The layout of a case and the blocks on it.
    pub fn new(case: &Case) -> (Layout, Position) {
        let shape = case.board().shape();
        let mut holes = [[0; LINES]; 2];
        let mut position = Position::EMPTY;
        for (index, cell) in case.board().cells().iter().enumerate() {
            let (row, col) = shape.position(index);
            match cell {
                Cell::Empty => {}
                Cell::Hole => {
                    holes[Axis::Row as usize][row] |= 1 << col;
                    holes[Axis::Col as usize][col] |= 1 << row;
                }
                Cell::Block(value) => {
                    let square = row * LINES + col;
                    let block = square as BlockId;
                    let value = value.get();
                    position.put(square, Block { block, value });
                }
            }
        }
        (Layout::with_holes(shape.rows, holes), position)
    }

    fn with_holes(side: usize, holes: [Mask; 2]) -> Layout {
        let hole_lines = Axis::BOTH.map(|axis| hole_lines(side, &holes, axis));
        Layout {
            side,
            line_mask: low_bits(side),
            holes,
            hole_lines,
            beside_hole_lines: neighbours(side, &hole_lines[Axis::Row as usize]),
            segments: holes.map(|mask| mask[..side].iter().map(|&w| segments(side, w)).collect()),
        }
    }

    /// Whether a square is in the row or column of a hole.
    #[inline]
    pub fn on_hole_line(&self, square: Square) -> bool {
        has(&self.hole_lines[Axis::Row as usize], square)
    }
}

fn low_bits(count: usize) -> u32 {
    ((1u64 << count) - 1) as u32
}

/// In each line along `axis`: everything if it has a hole, else the holes
/// seen across it.
fn hole_lines(side: usize, holes: &[Mask; 2], axis: Axis) -> Mask {
    let along = &holes[axis as usize];
    let across = along.iter().fold(0, |all, word| all | word);
    let mut mask = [0; LINES];
    for line in 0..side {
        let reached = if along[line] == 0 {
            across
        } else {
            low_bits(side)
        };
        mask[line] = reached & !along[line];
    }
    mask
}

fn neighbours(side: usize, mask: &Mask) -> Mask {
    let mut out = [0; LINES];
    for row in 0..side {
        let above = if row > 0 { mask[row - 1] } else { 0 };
        let sideways = mask[row] << 1 | mask[row] >> 1;
        out[row] = (sideways | above | mask[row + 1]) & low_bits(side);
    }
    out
}

fn segments(side: usize, holes: u32) -> Vec<Segment> {
    let mut list = Vec::new();
    let mut start = 0;
    for end in 0..=side {
        let at_hole = holes >> end & 1 == 1;
        if !at_hole && end < side {
            continue;
        }
        let segment = Segment {
            mask: low_bits(end) & !low_bits(start),
            hole_below: start > 0,
            hole_above: at_hole,
        };
        if segment.mask != 0 && (segment.hole_below || segment.hole_above) {
            list.push(segment);
        }
        start = end + 1;
    }
    list
}
