//! Gains by stoppers: a block next to a hole line stops the slides of other blocks on that line.

use crate::access::Access;
use crate::bits::{self, all_above, all_below};
use crate::evaluator::Evaluator;
use crate::layout::Layout;
use crate::schedule::DelayCosts;
use crate::square::{Axis, ByAxis, BySquare, Mask};
use crate::tuning::{CLEAR, FAR};

/// Returns, by square, the gain of a stopper there in eighths of a point: the time saved by blocks
/// without access to a hole line.
pub fn gains(layout: &Layout, evaluator: &Evaluator, delay_costs: &DelayCosts) -> BySquare<i32> {
    let mut gains = BySquare::filled(0);
    // Time saved by access to a hole line, in eighths of a turn.
    let saved = i32::from(FAR.get() - CLEAR.get());
    let far = far_blocks(evaluator);
    for axis in Axis::BOTH {
        let lines = far[axis].words().iter().enumerate();
        for (line, &far) in lines.filter(|&(_, &far)| far != 0) {
            // Points gained if a stopper serves these blocks of the line.
            let gain = |served: u32| -> i32 {
                let priority = |bit| evaluator.job(axis.square(line, bit)).priority;
                let costs = bits::ascending(served).map(|bit| delay_costs.per_turn(priority(bit)));
                costs.map(|cost| cost * saved).sum()
            };
            let blocks = evaluator.position().blocks(axis)[line];
            let free = layout.line & !blocks & !layout.holes[axis][line];
            let ends = free & layout.hole_lines[axis][line];
            for bit in bits::ascending(ends & free >> 1) {
                gains[axis.square(line, bit + 1)] += gain(far & all_below(1 << bit));
            }
            for bit in bits::ascending(ends & free << 1) {
                gains[axis.square(line, bit - 1)] += gain(far & all_above(1 << bit));
            }
        }
    }
    gains
}

fn far_blocks(evaluator: &Evaluator) -> ByAxis<Mask> {
    let mut far = ByAxis::both(Mask::EMPTY);
    for square in evaluator.position().squares() {
        if evaluator.access(square) == Access::Far {
            far.toggle(square);
        }
    }
    far
}
