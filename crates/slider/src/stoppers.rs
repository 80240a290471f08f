//! What a block would be worth as a stopper for others.

use crate::access::{all_above, all_below};
use crate::evaluator::{Access, Evaluator};
use crate::layout::Layout;
use crate::position::{bits, Axis, Mask, LINES};
use crate::schedule::PRIORITIES;

/// Gains by square, in points times 1/8.
pub type Gains = [i32; LINES * LINES];

/// Sets in `gains` what a stopper on each square would spare the blocks that
/// have no way to a hole line yet. `delay_costs` is [`crate::schedule::Schedule::delay_costs`].
pub fn find(
    layout: &Layout,
    evaluator: &Evaluator,
    delay_costs: &[i32; PRIORITIES],
    gains: &mut Gains,
) {
    gains.fill(0);
    let far = far_blocks(layout, evaluator);
    for axis in Axis::BOTH {
        for (line, &far) in far[axis as usize].iter().enumerate() {
            if far != 0 {
                add_line(layout, evaluator, delay_costs, axis, line, far, gains);
            }
        }
    }
}

/// The blocks without a way to a hole line, by [`Axis`].
fn far_blocks(layout: &Layout, evaluator: &Evaluator) -> [Mask; 2] {
    let mut far = [[0; LINES]; 2];
    for square in evaluator.position().squares() {
        if !layout.on_hole_line(square) && evaluator.access(square) == Access::Far {
            for axis in Axis::BOTH {
                let (line, bit) = axis.line_and_bit(square);
                far[axis as usize][line] |= 1 << bit;
            }
        }
    }
    far
}

/// A slide along the line would end on a hole line next to the stopper.
fn add_line(
    layout: &Layout,
    evaluator: &Evaluator,
    delay_costs: &[i32; PRIORITIES],
    axis: Axis,
    line: usize,
    far: u32,
    gains: &mut Gains,
) {
    let gain = |served: u32| -> i32 {
        bits(served)
            .map(|bit| {
                delay_costs[evaluator.job(axis.square(line, bit)).priority as usize]
                    * evaluator.access_gain()
            })
            .sum()
    };
    let blocks = evaluator.position().blocks[axis as usize][line];
    let free = layout.line_mask & !blocks & !layout.holes[axis as usize][line];
    let ends = free & layout.hole_lines[axis as usize][line];
    for bit in bits(ends & free >> 1) {
        gains[axis.square(line, bit + 1)] += gain(far & all_below(1 << bit));
    }
    for bit in bits(ends & free << 1) {
        gains[axis.square(line, bit - 1)] += gain(far & all_above(1 << bit));
    }
}
