//! The value of touching a block early, according to the prices of the tight bound.

use super::descent::Descent;
use super::modes::Modes;
use super::prices::{AtKnots, Knots};
use super::schedule;
use crate::slider::board::Board;

/// Number of nearest blocks that a first turn waits for on its way. More take time from the search
/// and do not improve its play.
const WAY_DEPTH: usize = 4;

/// Net payments of others for the first turn of each block: from those that it helps, less those
/// from blocks that it would have stopped.
pub struct TouchRewards {
    knots: Knots,
    by_square: Vec<Option<AtKnots>>,
}

impl TouchRewards {
    /// Runs a descent. `progress` is called before every step and returns the share done, 0 to 1,
    /// or `None` to stop.
    pub fn descend(board: &Board, mut progress: impl FnMut() -> Option<f32>) -> TouchRewards {
        let modes = Modes::new(board, WAY_DEPTH);
        let mut descent = Descent::new(&modes, schedule::prices(board));
        while let Some(progress) = progress() {
            descent.step(progress);
        }
        let knots = descent.prices.knots;
        let mut by_square = vec![None; board.shape().area()];
        for ((square, _), rewards) in board.blocks().zip(descent.touch_rewards()) {
            by_square[square] = Some(rewards);
        }
        TouchRewards { knots, by_square }
    }

    /// Returns the net payment, in points, if the block that starts on `square` has its first turn
    /// after `turns` others; 0 without a block.
    pub fn points(&self, square: usize, turns: usize) -> f32 {
        let Some(rewards) = &self.by_square[square] else {
            return 0.0;
        };
        let at = &self.knots.at[..self.knots.used];
        let next = at.partition_point(|&knot| knot <= turns);
        if next == at.len() {
            return rewards[next - 1];
        }
        let part = (turns - at[next - 1]) as f32 / (at[next] - at[next - 1]) as f32;
        rewards[next - 1] + (rewards[next] - rewards[next - 1]) * part
    }
}

#[cfg(test)]
mod tests {
    use super::super::prices::KNOTS;
    use super::*;

    #[test]
    fn rewards_between_knots_are_interpolated() {
        let knots = Knots::new(100, 70);
        let line: AtKnots = std::array::from_fn(|knot| knots.at[knot] as f32);
        assert_eq!(knots.used, KNOTS);
        let rewards = TouchRewards {
            knots,
            by_square: vec![None, Some(line)],
        };
        for turns in 0..100 {
            let error = rewards.points(1, turns) - turns as f32;
            assert!(error.abs() < 1e-4, "off by {error} after {turns} turns");
            assert_eq!(rewards.points(0, turns), 0.0);
        }
        assert_eq!(rewards.points(1, 100), 99.0);
    }
}
