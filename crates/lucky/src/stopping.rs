//! Play by optimal stopping, for cases without bonuses.

use common::lucky::stopping::StoppingValue;
use common::lucky::{Case, Symbol};

use crate::board::GridSquare;
use crate::strategy::{Offer, Strategy};

/// Plays a case without bonuses optimally. Places every symbol that brings at least the price of a
/// square; squares are filled in order.
pub struct Stopping {
    values: Vec<u32>,
    filled: Vec<bool>,
    filled_count: usize,
    next: usize,
    table: StoppingValue,
}

impl Stopping {
    /// Tabulates the prices of `case`. Bonus pairs are ignored.
    pub fn new(case: &Case) -> Stopping {
        Stopping {
            values: case.values().to_vec(),
            filled: vec![false; case.shape().area()],
            filled_count: 0,
            next: 0,
            table: StoppingValue::new(case.values(), case.shape().area()),
        }
    }
}

impl Strategy for Stopping {
    fn new_round(&mut self) {
        self.filled.fill(false);
        self.filled_count = 0;
        self.next = 0;
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<GridSquare> {
        let left = self.filled.len() - self.filled_count;
        if left == 0 {
            return None;
        }
        let earned = f64::from(self.values[offer.symbol.index()]) * offer.turns_left as f64;
        if earned < self.table.price(left, offer.turns_left - 1) {
            return None;
        }
        while self.filled[self.next] {
            self.next += 1;
        }
        Some(GridSquare(self.next))
    }

    fn place(&mut self, _symbol: Symbol, GridSquare(square): GridSquare) {
        self.filled[square] = true;
        self.filled_count += 1;
    }
}
