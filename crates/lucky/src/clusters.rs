//! Compact clusters, for cases that have room for every turn and bonuses for equal neighbours only.
//!
//! Each symbol fills a square region of its own from one corner. At every size n the cluster has
//! the maximum number of adjacent pairs of n cells, `2 n - ceil(2 sqrt(n))` (Harary and Harborth,
//! 1976).

use common::lucky::{Case, Symbol, TURNS};

use crate::board::Square;
use crate::strategy::Strategy;
use crate::timer::Timer;
use crate::tuning::clusters::ROOM_DEVIATIONS;

pub struct Clusters {
    /// By symbol, the squares of its region in the order of filling.
    regions: Vec<Vec<usize>>,
    is_filled: Vec<bool>,
}

impl Clusters {
    /// Returns the strategy if `case` has at least as many squares as turns, bonuses for equal
    /// symbols only, and room for a region per symbol.
    pub fn new(case: &Case) -> Option<Clusters> {
        let shape = case.shape();
        let symbols = case.values().len();
        let is_equal = case.pairs().all(|pair| pair.x == pair.y);
        if shape.area() < TURNS || case.pairs().next().is_none() || !is_equal {
            return None;
        }
        let mean = TURNS as f64 / symbols as f64;
        let deviation = (mean * (1.0 - 1.0 / symbols as f64)).sqrt();
        let side = (mean + ROOM_DEVIATIONS * deviation).sqrt().ceil() as usize;
        let across = shape.cols / side;
        if (shape.rows / side) * across < symbols {
            return None;
        }
        let regions = (0..symbols)
            .map(|symbol| {
                let corner = (symbol / across * shape.cols + symbol % across) * side;
                square_by_layers(side).map(|(row, col)| corner + row * shape.cols + col).collect()
            })
            .collect();
        Some(Clusters { regions, is_filled: vec![false; shape.area()] })
    }
}

/// Returns rows and columns of the squares of a `side` × `side` square, in layers: each layer adds
/// a column on the right and a row below.
fn square_by_layers(side: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..side).flat_map(|layer| {
        let column = (0..layer).map(move |row| (row, layer));
        let row = (0..=layer).map(move |col| (layer, col));
        column.chain(row)
    })
}

impl Strategy for Clusters {
    fn new_round(&mut self, _rounds_left: usize, _timer: &mut Timer) {
        self.is_filled.fill(false);
    }

    /// Returns the next square of the symbol's region, or `None` if the region is full.
    fn choose(&mut self, symbol: Symbol, _turns_left: usize) -> Option<Square> {
        let mut region = self.regions[symbol.index()].iter();
        region.find(|&&square| !self.is_filled[square]).map(|&square| Square(square))
    }

    fn place(&mut self, _symbol: Symbol, square: Square) {
        self.is_filled[square.index()] = true;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_square_has_the_most_pairs_at_every_size() {
        let mut filled = vec![];
        let mut pairs = 0;
        for (row, col) in square_by_layers(14) {
            pairs += filled
                .iter()
                .filter(|&&(r, c): &&(usize, usize)| r.abs_diff(row) + c.abs_diff(col) == 1)
                .count();
            filled.push((row, col));
            let count = filled.len();
            let most = 2 * count - (2.0 * (count as f64).sqrt()).ceil() as usize;
            assert_eq!(pairs, most, "{count} squares");
        }
    }
}
