//! Proven upper bounds of what any play can score: [`upper_bound`] at once,
//! [`tight_bound`] for the time it is given.
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
//! * `choices`: the modes that blocks choose at given prices;
//! * `descent`: steps to better prices;
//! * `exact`: the bound that prices prove;
//! * `rewards`: what prices say of touching a block.

mod choices;
mod descent;
mod exact;
mod grid;
mod modes;
mod prices;
mod rewards;
mod schedule;
#[cfg(test)]
mod tests;

pub use rewards::TouchRewards;
pub use schedule::upper_bound;

use self::descent::Descent;
use self::modes::{Depth, Modes};
use super::board::Board;
use crate::clock::Clock;

/// Blocks that are waited for, where more would cost more than they bring.
const DEPTH: Depth = Depth {
    fall: usize::MAX,
    way: 4,
    entry: 2,
};

/// No play on `board` scores more than this. The more time `clock` has, the
/// closer the bound; a unit of work is one step of the descent. It is never
/// above [`upper_bound`], and for a budget of work always the same.
pub fn tight_bound(board: &Board, clock: &mut Clock) -> u64 {
    let simple = schedule::bound(board);
    let modes = Modes::new(board, DEPTH);
    if modes.blocks.is_empty() {
        return simple;
    }
    simple.min(descend(board, &modes, clock))
}

/// The bound that a descent finds for these modes.
fn descend(board: &Board, modes: &Modes, clock: &mut Clock) -> u64 {
    let mut descent = Descent::new(modes, schedule::prices(board));
    while !clock.is_over() {
        descent.step(clock.progress() as f32);
        clock.work(1);
    }
    exact::evaluate(modes, &descent.prices)
}
