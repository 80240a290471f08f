//! First turns that other blocks wait for.
//!
//! In the tight bound, a block that falls pays every block that must make room for it. The prices
//! that minimise the bound show how many points such a turn gains for others. The schedule ignores
//! this gain.

use common::clock::Clock;
use common::slider::bound::TouchRewards;
use common::slider::Board;

use crate::layout::Layout;
use crate::square::{BySquare, Square};
use crate::tuning::rewards::{MAX_STEPS, SHARE, STEP_WORK};

/// Runs the descent to good prices in a small share of the clock's budget.
pub fn compute(board: &Board, clock: &mut Clock) -> TouchRewards {
    let mut steps = 0;
    TouchRewards::descend(board, || {
        let by_clock = clock.progress() / SHARE;
        let progress = by_clock.max(f64::from(steps) / f64::from(MAX_STEPS));
        clock.work(STEP_WORK);
        steps += 1;
        (progress < 1.0).then_some(progress as f32)
    })
}

/// Returns, by original square, the gain for other blocks if the block makes its first turn after
/// `turns` turns, in eighths of a point.
pub fn gains(rewards: &TouchRewards, layout: &Layout, turns: usize) -> BySquare<i32> {
    let mut gains = BySquare::filled(0);
    for (square, points) in rewards.points(turns) {
        let square = Square::at(square / layout.side, square % layout.side);
        gains[square] = (points * 8.0) as i32;
    }
    gains
}
