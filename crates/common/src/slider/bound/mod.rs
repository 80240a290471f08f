//! Proven upper bounds on the score of any play: [`upper_bound`] is immediate, [`tight_bound`]
//! takes a given number of steps.
//!
//! The tight bound is a Lagrangian relaxation. A play gives every block a *mode*: its turns, their
//! slots and their purpose. Modes of different blocks are coupled by constraints: each slot has one
//! turn, and each square has at most one block. The relaxation drops these constraints and prices
//! every violation by a Lagrange multiplier. A turn costs the price of its slot. A fall that
//! requires other blocks to make room pays each of them. The payment is larger for an early fall,
//! and smaller for a block that makes room late. Then every block can be given its best mode on its
//! own. In a legal play, at least as much is paid out as taken in, for all multipliers; so the sum
//! over all blocks plus the prices of all slots bounds every play. Gradient steps in floating point
//! look for multipliers that make the bound small. The bound itself is then computed in integers.
//!
//! * `schedule`: the bound by a schedule that ignores all obstacles;
//! * `modes`: the modes of each block, and their requirements on other blocks;
//! * `multipliers`: piecewise linear functions of time, in floating point and in integers;
//! * `time_knots`: interpolation between the knots;
//! * `payments`: costs and payments at given multipliers;
//! * `block`, `softmax`: the modes that blocks choose at these multipliers, by softmax weights;
//! * `descent`: steps to better multipliers;
//! * `exact`: the bound that given multipliers prove;
//! * `play`, `reduced_costs`, `gaps`: the difference between the bound and a play, as
//!   complementary-slackness gaps;
//! * `rewards`: the value of an early first turn of each block.

mod block;
mod descent;
mod exact;
mod gaps;
mod modes;
mod multipliers;
mod payments;
mod play;
mod reduced_costs;
mod rewards;
mod schedule;
mod softmax;
#[cfg(test)]
mod tests;
mod time_knots;

pub use gaps::{gaps, Gap, GapCause, Gaps};
pub use rewards::TouchRewards;
pub use schedule::upper_bound;

use self::descent::Descent;
use self::exact::Evaluation;
use self::modes::Modes;
use self::multipliers::{LagrangeMultipliers, SCALE};
use super::board::Board;

/// Number of blocks that a first turn waits for: the nearest ones on its way. A larger number costs
/// more time than it improves the bound.
const WAY_DEPTH: usize = 8;

/// Returns an upper bound on the score of any play on `board`. More `steps` of the descent make it
/// tighter. It never exceeds [`upper_bound`].
pub fn tight_bound(board: &Board, steps: u64) -> u64 {
    let simple = upper_bound(board);
    let modes = Modes::new(board, WAY_DEPTH);
    if modes.blocks.is_empty() {
        return simple;
    }
    let multipliers = multipliers(board, &modes, steps);
    let tight = Evaluation::new(&modes, &multipliers, false).bound() / SCALE;
    simple.min(tight as u64)
}

fn multipliers(board: &Board, modes: &Modes, steps: u64) -> LagrangeMultipliers {
    let mut descent = Descent::new(modes, schedule::multipliers(board));
    for step in 0..steps {
        descent.step((step as f64 / steps as f64) as f32);
    }
    descent.multipliers
}
