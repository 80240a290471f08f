//! The interface of strategies.

use common::lucky::Symbol;

use crate::board::GridSquare;
use crate::timer::Timer;

pub struct Offer<'a> {
    pub symbol: Symbol,
    pub turns_left: usize,
    /// Number of rounds left in the case, this one included.
    pub rounds_left: usize,
    pub timer: &'a mut Timer,
}

pub trait Strategy {
    fn new_round(&mut self);

    /// Returns the empty square to place the symbol on, or `None` to discard it; the caller then
    /// places it.
    fn choose(&mut self, offer: Offer<'_>) -> Option<GridSquare>;

    /// Records a symbol that was placed on an empty square.
    fn place(&mut self, symbol: Symbol, square: GridSquare);
}
