//! Proven upper bounds of what any play can score: [`upper_bound`] at once,
//! [`tight_bound`] by the steps it is given.
//!
//! The tight bound is a Lagrangian relaxation. A play gives every block a
//! *mode*: the turns it spends, when, and what for. Modes of different blocks
//! have to agree: no two turns in one slot, and no block goes where another
//! stands. Both rules are dropped, and whatever would break them is priced
//! instead: a turn costs the price of its slot; a fall that asks for other
//! blocks to have made room pays for each, the more the earlier, and each of
//! those is paid by the time it does. Then every block can be given its best
//! mode alone. In a play that keeps the rules at least as much is paid out as
//! taken in, whatever the prices, so the sum over all blocks and the prices
//! of all slots bound every play. Gradient steps look for prices that make
//! the bound small, in floating point; it is then worked out in integers.
//!
//! * `schedule`: the bound of a schedule that forgets all obstacles;
//! * `modes`: what a block can do, and what that asks of others;
//! * `prices`: functions of time, piecewise linear, and as integers;
//! * `grid`: time in knots;
//! * `payments`: what everything costs and is paid at given prices;
//! * `choices`: the modes that blocks choose then, `block` those of one, in `shares`;
//! * `descent`: steps to better prices;
//! * `exact`: the bound that prices prove;
//! * `play`, `ledger`, `charges`: where a play has less than the bound grants it;
//! * `rewards`: what prices say of touching a block.

mod block;
mod charges;
mod choices;
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
use self::modes::{Depth, Modes};
use self::prices::Prices;
use super::board::Board;

/// Blocks that are waited for, where more would cost more than they bring.
const DEPTH: Depth = Depth {
    fall: usize::MAX,
    way: 8,
    entry: 2,
};

/// No play on `board` scores more than this: the bound after `steps` of the
/// descent, the closer the more. It is never above [`upper_bound`].
pub fn tight_bound(board: &Board, steps: u64) -> u64 {
    let simple = schedule::bound(board);
    let modes = Modes::new(board, DEPTH);
    if modes.blocks.is_empty() {
        return simple;
    }
    simple.min(descend(board, &modes, steps))
}

/// The bound that a descent finds for these modes.
fn descend(board: &Board, modes: &Modes, steps: u64) -> u64 {
    exact::evaluate(modes, &prices(board, modes, steps))
}

/// The prices that a descent finds for these modes.
fn prices(board: &Board, modes: &Modes, steps: u64) -> Prices {
    let mut descent = Descent::new(modes, schedule::prices(board));
    for step in 0..steps {
        descent.step((step as f64 / steps as f64) as f32);
    }
    descent.prices
}
