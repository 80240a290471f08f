//! The interface of strategies.

use common::lucky::Symbol;

use crate::board::Square;
use crate::timer::Timer;

pub trait Strategy {
    /// Empties the board. `rounds_left` includes the new round.
    fn new_round(&mut self, rounds_left: usize, timer: &mut Timer);

    /// Returns the empty square on which the caller will place an arrival, or `None` to discard it.
    /// `turns_left` includes this turn.
    fn choose(&mut self, symbol: Symbol, turns_left: usize) -> Option<Square>;

    /// Records a symbol that was placed on an empty square.
    fn place(&mut self, symbol: Symbol, square: Square);
}
