//! How many turns a block needs to fall while all others stand still: a
//! breadth-first search backwards from the holes, a whole board at a time.

use crate::layout::Layout;
use crate::position::{Axis, Mask, Position, LINES};

/// Most turns looked for.
pub const MAX_TURNS: usize = 16;

/// `layers[k]`: the squares (by rows) from which a block falls within k + 1
/// turns. Squares of blocks count too; a block does not see itself leave its
/// square, which can make three turns or more too optimistic.
pub type Layers = [Mask; MAX_TURNS];

/// The layers from the first on, until `enough` (told how many there are) or
/// none is left to find. Those not computed are empty.
pub fn layers(
    layout: &Layout,
    position: &Position,
    mut enough: impl FnMut(usize, &Layers) -> bool,
) -> Layers {
    let rows = &position.blocks[Axis::Row as usize];
    let holes = &layout.holes[Axis::Row as usize];
    let mut free = [0; LINES];
    for row in 0..layout.side {
        free[row] = layout.line_mask & !rows[row] & !holes[row];
    }
    let mut layers = [[0; LINES]; MAX_TURNS];
    layers[0] = first_layer(layout, holes, &free);
    for count in 1..MAX_TURNS {
        if enough(count, &layers) {
            break;
        }
        let fresh = next_layer(layout, rows, &free, &layers[count - 1]);
        if fresh == layers[count - 1] {
            break;
        }
        layers[count] = fresh;
    }
    layers
}

/// Squares from which one slide falls.
fn first_layer(layout: &Layout, holes: &Mask, free: &Mask) -> Mask {
    let mut out = [0; LINES];
    for row in 0..layout.side {
        out[row] = fill_up(holes[row], free[row]) | fill_down(holes[row], free[row]);
    }
    let every = [u32::MAX; LINES];
    fill_vertically(layout.side, holes, free, &every, &mut out);
    keep_squares(layout, &mut out);
    out
}

/// `known` and the squares from which one turn ends on a free square of it.
fn next_layer(layout: &Layout, rows: &Mask, free: &Mask, known: &Mask) -> Mask {
    let side = layout.side;
    let last = 1 << (side - 1);
    let mut out = *known;
    let mut stand = [0; LINES];
    for row in 0..side {
        stand[row] = known[row] & free[row];
        let stopped_above = stand[row] & (rows[row] >> 1 | last);
        let stopped_below = stand[row] & (rows[row] << 1 | 1);
        out[row] |= stand[row] << 1
            | stand[row] >> 1
            | fill_down(stopped_above, free[row])
            | fill_up(stopped_below, free[row]);
    }
    for row in 1..side {
        out[row - 1] |= stand[row];
        out[row] |= stand[row - 1];
    }
    fill_vertically(side, &stand, free, rows, &mut out);
    keep_squares(layout, &mut out);
    out
}

/// Adds to `out` the squares above and below each of `ends` from which a
/// slide arrives there: those up to the first that is not free, provided that
/// `stops` (or the border) has a square right behind the end.
fn fill_vertically(side: usize, ends: &Mask, free: &Mask, stops: &Mask, out: &mut Mask) {
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

fn keep_squares(layout: &Layout, mask: &mut Mask) {
    let holes = &layout.holes[Axis::Row as usize];
    for row in 0..layout.side {
        mask[row] &= layout.line_mask & !holes[row];
    }
}

/// The bits above each of `ends`, up to the first that is not free (a
/// Kogge-Stone fill).
#[inline]
pub fn fill_up(mut ends: u32, mut free: u32) -> u32 {
    for shift in [1, 2, 4, 8, 16] {
        ends |= free & (ends << shift);
        free &= free << shift;
    }
    ends << 1
}

/// The bits below each of `ends`, up to the first that is not free.
#[inline]
pub fn fill_down(mut ends: u32, mut free: u32) -> u32 {
    for shift in [1, 2, 4, 8, 16] {
        ends |= free & (ends >> shift);
        free &= free >> shift;
    }
    ends >> 1
}
