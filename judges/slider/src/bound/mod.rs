//! Proven upper bounds on the score of any play: [`upper_bound`] is immediate, [`tight_bound`]
//! takes a given number of steps.
//!
//! The tight bound is a Lagrangian relaxation. A play gives every block a *mode*: its turns, their
//! slots and their purpose. Modes of different blocks are coupled by constraints: each slot has one
//! turn, blocks in the way leave before a turn, and the block that stops a slide is in place. The
//! relaxation drops these constraints and prices every violation by a Lagrange multiplier (proof:
//! `crates/slider/BOUND.md`). A turn costs the price of its slot. A fall that
//! requires other blocks to make room pays each of them. The payment is larger for an early fall,
//! and smaller for a block that makes room late. Then every block can be given its best mode on its
//! own. In a legal play, at least as much is paid out as taken in, for all multipliers; so the sum
//! over all blocks plus the prices of all slots bounds every play. Gradient steps in floating point
//! look for multipliers that make the bound small. The bound itself is then computed in integers.
//!
//! * `schedule`: the bound by a schedule that ignores all obstacles;
//! * `columns`: the modes of each block with their requirements on other blocks, as one table;
//! * `multipliers`: piecewise linear functions of time, in floating point and in integers;
//! * `time_knots`: interpolation between the knots;
//! * `smooth`: the modes that blocks choose at given multipliers, by softmax weights;
//! * `descent`: steps to better multipliers;
//! * `exact`: the bound that given multipliers prove;
//! * `play`, `reduced_costs`, `gaps`: the difference between the bound and a play, as
//!   complementary-slackness gaps;
//! * `table`: the bound of a case: from a table, quick or tight.

mod columns;
mod descent;
mod exact;
#[cfg(feature = "cases")]
mod gaps;
mod multipliers;
#[cfg(feature = "cases")]
mod play;
#[cfg(feature = "cases")]
mod reduced_costs;
mod schedule;
mod smooth;
mod table;
#[cfg(test)]
mod tests;
mod time_knots;

#[cfg(feature = "cases")]
pub(crate) use gaps::{Gap, GapCause, Gaps, gaps};
pub use schedule::upper_bound;
pub(crate) use table::of_case;

use self::columns::Columns;
use self::descent::Descent;
use self::exact::Evaluation;
use self::multipliers::{LagrangeMultipliers, SCALE};
use common::slider::Board;

/// Returns an upper bound on the score of any play on `board`, in points. More `steps` of the
/// descent make it tighter. It never exceeds [`upper_bound`].
pub fn tight_bound(board: &Board, steps: u64) -> u64 {
    let simple = upper_bound(board);
    let columns = Columns::new(board);
    if columns.blocks.is_empty() {
        return simple;
    }
    let multipliers = multipliers(board, &columns, steps);
    let tight = Evaluation::new(&columns, &multipliers, false).bound() / SCALE;
    simple.min(tight as u64)
}

fn multipliers(board: &Board, columns: &Columns, steps: u64) -> LagrangeMultipliers {
    let mut descent = Descent::new(columns, schedule::multipliers(board));
    for step in 0..steps {
        descent.step((step as f64 / steps as f64) as f32);
    }
    descent.multipliers
}
