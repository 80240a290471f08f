//! The interface of strategies.

use common::lucky::Symbol;

use crate::board::GridSquare;
use crate::timer::Timer;

pub struct Offer<'a> {
    pub symbol: Symbol,
    pub turns_left: usize,
    /// Number of rounds left in the case, including this round.
    pub rounds_left: usize,
    pub timer: &'a mut Timer,
}

pub trait Strategy {
    fn new_round(&mut self);

    /// Returns the empty square on which the caller will place the symbol, or `None` to discard it.
    fn choose(&mut self, offer: Offer<'_>) -> Option<GridSquare>;

    /// Records a symbol that was placed on an empty square.
    fn place(&mut self, symbol: Symbol, square: GridSquare);
}
