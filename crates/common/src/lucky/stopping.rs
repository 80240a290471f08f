//! Optimal stopping for cases without bonuses. All squares are alike there, so play is a chain of
//! stopping problems (Bruss and Ferguson, 1997). Dynamic programming solves it exactly.

use super::TURNS;

/// Expected points of optimal play without bonuses, by squares left (k) and turns left (t):
/// `value(k, t) = E max(value(k, t-1), a t + value(k-1, t-1))`.
pub struct StoppingValue {
    /// Row `k` has `TURNS + 1` entries, by turns left.
    table: Vec<f64>,
    squares: usize,
}

impl StoppingValue {
    /// Computes the table for up to `squares` squares, or [`TURNS`] if that is less.
    pub fn new(values: &[u32], squares: usize) -> StoppingValue {
        let squares = squares.min(TURNS);
        let mut ascending = values.to_vec();
        ascending.sort_unstable();
        let width = TURNS + 1;
        let mut table = vec![0.0; (squares + 1) * width];
        for k in 1..=squares {
            let mut accept = Threshold::new(&ascending);
            for t in 1..=TURNS {
                let keep = table[k * width + t - 1];
                let price = keep - table[(k - 1) * width + t - 1];
                table[k * width + t] = keep + accept.mean_excess(t as f64, price);
            }
        }
        StoppingValue { table, squares }
    }

    /// Returns the expected points of the rest of a round with `squares` and `turns` left.
    pub fn value(&self, squares: usize, turns: usize) -> f64 {
        self.table[squares.min(self.squares) * (TURNS + 1) + turns]
    }

    /// Returns the worth, in points, of the last of `squares` squares with `turns` turns left.
    pub fn price(&self, squares: usize, turns: usize) -> f64 {
        let squares = squares.min(self.squares);
        self.value(squares, turns) - self.value(squares - 1, turns)
    }
}

/// Computes the mean of `max(0, a * scale - price)` over the values `a`. The smallest accepted
/// value changes little from call to call, so a linear search from the last one finds it.
struct Threshold<'a> {
    ascending: &'a [u32],
    /// Values before this index are rejected.
    first: usize,
    sum: f64,
}

impl<'a> Threshold<'a> {
    fn new(ascending: &'a [u32]) -> Threshold<'a> {
        Threshold { ascending, first: ascending.len(), sum: 0.0 }
    }

    fn mean_excess(&mut self, scale: f64, price: f64) -> f64 {
        while self.first > 0 && self.value(self.first - 1) * scale > price {
            self.first -= 1;
            self.sum += self.value(self.first);
        }
        while self.first < self.ascending.len() && self.value(self.first) * scale <= price {
            self.sum -= self.value(self.first);
            self.first += 1;
        }
        let taken = (self.ascending.len() - self.first) as f64;
        (self.sum * scale - taken * price) / self.ascending.len() as f64
    }

    fn value(&self, index: usize) -> f64 {
        f64::from(self.ascending[index])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the value from its definition, symbol by symbol.
    fn slow_worth(values: &[u32], squares: usize, turns: usize) -> f64 {
        if squares == 0 || turns == 0 {
            return 0.0;
        }
        let keep = slow_worth(values, squares, turns - 1);
        let spent = slow_worth(values, squares - 1, turns - 1);
        let best = |&value: &u32| keep.max(f64::from(value) * turns as f64 + spent);
        values.iter().map(best).sum::<f64>() / values.len() as f64
    }

    #[test]
    fn the_table_agrees_with_the_recursion() {
        for values in [&[3][..], &[0, 0], &[5, 1, 9, 9, 0], &[1000, 1, 2, 3]] {
            let table = StoppingValue::new(values, 4);
            for squares in 1..=4 {
                for turns in 0..=9 {
                    let price =
                        slow_worth(values, squares, turns) - slow_worth(values, squares - 1, turns);
                    let got = table.price(squares, turns);
                    assert!((got - price).abs() < 1e-9, "{values:?} {squares} {turns}");
                }
            }
        }
    }

    #[test]
    fn more_squares_than_turns_cost_nothing() {
        let table = StoppingValue::new(&[0, 7], 5000);
        assert_eq!(table.price(5000, 999), 0.0);
    }
}
