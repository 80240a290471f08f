//! How many turns a block needs to fall while all others stand still: a
//! breadth-first search backwards from the holes, a whole board at a time.

use crate::field::Field;
use crate::position::{Axis, Mask, Position, LINES};

/// Most turns looked for.
pub const LEVELS: usize = 16;

/// `levels[k]`: the squares (by rows) from which a block falls within k + 1
/// turns. Squares of blocks count too; a block does not see itself leave its
/// square, which can make three turns or more too optimistic.
pub type Levels = [Mask; LEVELS];

/// The levels from the first on, until `enough` (told how many there are) or
/// none is left to find. Those not computed are empty.
pub fn levels(
    field: &Field,
    position: &Position,
    mut enough: impl FnMut(usize, &Levels) -> bool,
) -> Levels {
    let rows = &position.blocks[Axis::Row as usize];
    let holes = &field.holes[Axis::Row as usize];
    let mut free = [0; LINES];
    for row in 0..field.side {
        free[row] = field.line & !rows[row] & !holes[row];
    }
    let mut levels = [[0; LINES]; LEVELS];
    levels[0] = into_holes(field, holes, &free);
    for count in 1..LEVELS {
        if enough(count, &levels) {
            break;
        }
        let fresh = one_turn_before(field, rows, &free, &levels[count - 1]);
        if fresh == levels[count - 1] {
            break;
        }
        levels[count] = fresh;
    }
    levels
}

/// Squares from which one slide falls.
fn into_holes(field: &Field, holes: &Mask, free: &Mask) -> Mask {
    let mut out = [0; LINES];
    for row in 0..field.side {
        out[row] = flow_up(holes[row], free[row]) | flow_down(holes[row], free[row]);
    }
    let every = [u32::MAX; LINES];
    flow_across(field.side, holes, free, &every, &mut out);
    keep_squares(field, &mut out);
    out
}

/// `known` and the squares from which one turn ends on a free square of it.
fn one_turn_before(field: &Field, rows: &Mask, free: &Mask, known: &Mask) -> Mask {
    let side = field.side;
    let last = 1 << (side - 1);
    let mut out = *known;
    let mut stand = [0; LINES];
    for row in 0..side {
        stand[row] = known[row] & free[row];
        let stopped_above = stand[row] & (rows[row] >> 1 | last);
        let stopped_below = stand[row] & (rows[row] << 1 | 1);
        out[row] |= stand[row] << 1
            | stand[row] >> 1
            | flow_down(stopped_above, free[row])
            | flow_up(stopped_below, free[row]);
    }
    for row in 1..side {
        out[row - 1] |= stand[row];
        out[row] |= stand[row - 1];
    }
    flow_across(side, &stand, free, rows, &mut out);
    keep_squares(field, &mut out);
    out
}

/// Adds to `out` the squares above and below each of `ends` from which a
/// slide arrives there: those up to the first that is not free, provided that
/// `stops` (or the border) has a square right behind the end.
fn flow_across(side: usize, ends: &Mask, free: &Mask, stops: &Mask, out: &mut Mask) {
    let (mut flow, mut behind) = (0, u32::MAX);
    for row in 0..side {
        out[row] |= flow;
        flow = (flow & free[row]) | (ends[row] & behind);
        behind = stops[row];
    }
    (flow, behind) = (0, u32::MAX);
    for row in (0..side).rev() {
        out[row] |= flow;
        flow = (flow & free[row]) | (ends[row] & behind);
        behind = stops[row];
    }
}

fn keep_squares(field: &Field, mask: &mut Mask) {
    let holes = &field.holes[Axis::Row as usize];
    for row in 0..field.side {
        mask[row] &= field.line & !holes[row];
    }
}

/// The bits above each of `ends`, up to the first that is not free (a
/// Kogge-Stone fill).
#[inline]
pub fn flow_up(mut ends: u32, mut free: u32) -> u32 {
    for shift in [1, 2, 4, 8, 16] {
        ends |= free & (ends << shift);
        free &= free << shift;
    }
    ends << 1
}

/// The bits below each of `ends`, up to the first that is not free.
#[inline]
pub fn flow_down(mut ends: u32, mut free: u32) -> u32 {
    for shift in [1, 2, 4, 8, 16] {
        ends |= free & (ends >> shift);
        free &= free >> shift;
    }
    ends >> 1
}
