//! Proven upper bounds of the score of any play: [`upper_bound`] at once, [`tight_bound`] by a
//! given number of steps.
//!
//! The tight bound is a Lagrangian relaxation. A play gives every block a *mode*: its turns, their
//! slots and their purpose. Modes of different blocks have to agree: one turn per slot, and two
//! blocks never on one square. The relaxation drops both rules and prices every violation instead.
//! A turn costs the price of its slot. A fall that requires other blocks to make room pays each of
//! them: the earlier the fall, the more it pays; the later the other block makes room, the less it
//! receives. Then every block can be given its best mode on its own. In a play that keeps the
//! rules, at least as much is paid out as taken in, whatever the prices; so the sum over all blocks
//! plus the prices of all slots bounds every play. Gradient steps in floating point look for prices
//! that make the bound small; the bound itself is then computed in integers.
//!
//! * `schedule`: the bound of a schedule that ignores all obstacles;
//! * `modes`: what a block can do, and what that requires of others;
//! * `prices`: functions of time, piecewise linear, and as integers;
//! * `grid`: time in knots;
//! * `payments`: costs and payments at given prices;
//! * `block`, `shares`: the modes that blocks choose at these prices;
//! * `descent`: steps to better prices;
//! * `exact`: the bound that prices prove;
//! * `play`, `ledger`, `charges`: the difference between the bound and a play;
//! * `rewards`: the value of touching a block early.

mod block;
mod charges;
mod descent;
mod exact;
mod grid;
mod ledger;
mod modes;
mod payments;
mod play;
mod prices;
mod rewards;
mod schedule;
mod shares;
#[cfg(test)]
mod tests;

pub use charges::{charges, Charge, ChargeCause, Charges};
pub use rewards::TouchRewards;
pub use schedule::upper_bound;

use self::descent::Descent;
use self::exact::Evaluation;
use self::modes::Modes;
use self::prices::{Prices, SCALE};
use super::board::Board;

/// Number of nearest blocks that a first turn waits for on its way. More cost more time than they
/// improve the bound.
const WAY_DEPTH: usize = 8;

/// Returns a number of points that no play on `board` exceeds. More `steps` of the descent make it
/// tighter; it never exceeds [`upper_bound`].
pub fn tight_bound(board: &Board, steps: u64) -> u64 {
    let simple = upper_bound(board);
    let modes = Modes::new(board, WAY_DEPTH);
    if modes.blocks.is_empty() {
        return simple;
    }
    let prices = prices(board, &modes, steps);
    let tight = Evaluation::new(&modes, &prices, false).bound() / SCALE;
    simple.min(tight as u64)
}

fn prices(board: &Board, modes: &Modes, steps: u64) -> Prices {
    let mut descent = Descent::new(modes, schedule::prices(board));
    for step in 0..steps {
        descent.step((step as f64 / steps as f64) as f32);
    }
    descent.prices
}
