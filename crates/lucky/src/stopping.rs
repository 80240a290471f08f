//! Play by optimal stopping, for cases without bonuses.

use common::lucky::stopping::StoppingValue;
use common::lucky::{Case, Symbol};

use crate::board::Square;
use crate::strategy::Strategy;
use crate::timer::Timer;

/// Plays a case without bonuses optimally. Places every symbol that brings at least the price of a
/// square; squares are filled in order.
pub struct Stopping {
    values: Vec<u32>,
    is_filled: Vec<bool>,
    open_count: usize,
    /// All squares before this index are filled.
    next: usize,
    table: StoppingValue,
}

impl Stopping {
    /// Tabulates the prices of `case`. Bonus pairs are ignored.
    pub fn new(case: &Case) -> Stopping {
        let area = case.shape().area();
        Stopping {
            values: case.values().to_vec(),
            is_filled: vec![false; area],
            open_count: area,
            next: 0,
            table: StoppingValue::new(case.values(), area),
        }
    }
}

impl Strategy for Stopping {
    fn new_round(&mut self, _rounds_left: usize, _timer: &mut Timer) {
        self.is_filled.fill(false);
        self.open_count = self.is_filled.len();
        self.next = 0;
    }

    fn choose(&mut self, symbol: Symbol, turns_left: usize) -> Option<Square> {
        let rest = &self.is_filled[self.next..];
        self.next += rest.iter().position(|is_filled| !is_filled)?;
        let earned = f64::from(self.values[symbol.index()]) * turns_left as f64;
        let price = self.table.price(self.open_count, turns_left - 1);
        (earned >= price).then_some(Square(self.next))
    }

    fn place(&mut self, _symbol: Symbol, square: Square) {
        self.is_filled[square.index()] = true;
        self.open_count -= 1;
    }
}
