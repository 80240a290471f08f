//! The value of an early first turn of each block, according to the multipliers of the tight bound.

use super::descent::Descent;
use super::modes::Modes;
use super::multipliers::{AtKnots, Knots};
use super::schedule;
use crate::slider::board::Board;

/// Number of blocks that a first turn waits for: the nearest ones on its way. A larger number takes
/// time from the search and does not improve its play.
const WAY_DEPTH: usize = 4;

/// Net payments that each block receives for its first turn: payments from blocks that it helps,
/// minus payments from blocks that it would have stopped.
pub struct TouchRewards {
    knots: Knots,
    /// By block, its original square and the payments.
    blocks: Vec<(usize, AtKnots)>,
}

impl TouchRewards {
    /// Runs a descent. `progress` is called before every step and returns the completed fraction, 0
    /// to 1, or `None` to stop.
    pub fn descend(board: &Board, mut progress: impl FnMut() -> Option<f32>) -> TouchRewards {
        let modes = Modes::new(board, WAY_DEPTH);
        let mut descent = Descent::new(&modes, schedule::multipliers(board));
        while let Some(progress) = progress() {
            descent.step(progress);
        }
        let knots = descent.multipliers.knots;
        let squares = board.blocks().map(|(square, _)| square);
        let blocks = squares.zip(descent.touch_rewards()).collect();
        TouchRewards { knots, blocks }
    }

    /// Returns each block's original square and net payment in points, if the block has its first
    /// turn after `turns` others.
    pub fn points(&self, turns: usize) -> impl Iterator<Item = (usize, f32)> + '_ {
        let at = &self.knots.at[..self.knots.used];
        let next = at.partition_point(|&knot| knot <= turns);
        let (start, end) = (at[next - 1], at.get(next));
        let part = end.map(|end| (turns - start) as f32 / (end - start) as f32);
        self.blocks.iter().map(move |(square, rewards)| {
            let before = rewards[next - 1];
            let rise = part.map_or(0.0, |part| (rewards[next] - before) * part);
            (*square, before + rise)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::multipliers::KNOTS;
    use super::*;

    #[test]
    fn rewards_between_knots_are_interpolated() {
        let knots = Knots::new(100, 70);
        let line: AtKnots = std::array::from_fn(|knot| knots.at[knot] as f32);
        assert_eq!(knots.used, KNOTS);
        let rewards = TouchRewards {
            knots,
            blocks: vec![(1, line)],
        };
        for turns in 0..100 {
            let points: Vec<(usize, f32)> = rewards.points(turns).collect();
            let [(1, points)] = points[..] else {
                panic!("{points:?}");
            };
            let error = points - turns as f32;
            assert!(error.abs() < 1e-4, "off by {error} after {turns} turns");
        }
        assert_eq!(rewards.points(100).next(), Some((1, 99.0)));
    }
}
