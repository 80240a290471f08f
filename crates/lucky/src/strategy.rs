//! What every way of playing offers to the player.

use common::clock::Clock;
use common::lucky::Symbol;

/// One turn as a strategy sees it.
pub struct Turn<'a> {
    /// The symbol on offer.
    pub symbol: Symbol,
    /// Turns of the round that are left, this one included.
    pub turns_left: usize,
    /// Rounds of the case that are left, this one included.
    pub rounds_left: usize,
    /// Runs while the strategy thinks.
    pub clock: &'a mut Clock,
}

/// A way of playing a case, round after round.
pub trait Strategy {
    /// Empties the grid.
    fn new_round(&mut self);

    /// The empty square for the symbol, row-major, or `None` to discard it.
    fn choose(&mut self, turn: Turn<'_>) -> Option<usize>;
}
