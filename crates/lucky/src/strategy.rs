//! The face that every strategy shows to the player.

use common::lucky::Symbol;

use crate::board::GridSquare;
use crate::timer::Timer;

/// A symbol on offer, with the turns, rounds and time left.
pub struct Offer<'a> {
    /// The symbol on offer.
    pub symbol: Symbol,
    /// Turns left in the round, this one included.
    pub turns_left: usize,
    /// Rounds left in the case, this one included.
    pub rounds_left: usize,
    /// The time of the case.
    pub timer: &'a mut Timer,
}

/// A way of playing a case, round after round.
pub trait Strategy {
    /// Starts the next round on an empty grid.
    fn new_round(&mut self);

    /// Returns the empty square to place the symbol on, or `None` to discard it.
    fn choose(&mut self, offer: Offer<'_>) -> Option<GridSquare>;

    /// Takes a symbol that was placed on an empty square without being asked.
    fn place(&mut self, symbol: Symbol, square: GridSquare);
}
