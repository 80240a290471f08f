//! Compact clusters, for cases that have room for every turn and bonuses for equal neighbours only.
//!
//! Each symbol fills a square region of its own from one corner. At every size n the cluster has
//! the maximum number of adjacent pairs of n cells, `2 n - ceil(2 sqrt(n))` (Harary and Harborth,
//! 1976).

use common::grid::Shape;
use common::lucky::{Case, Symbol, TURNS};

use crate::board::GridSquare;
use crate::strategy::{Offer, Strategy};
use crate::tuning::clusters::ROOM_DEVIATIONS;

pub struct Clusters {
    shape: Shape,
    order: Vec<Vec<usize>>,
    filled_count: Vec<usize>,
    filled: Vec<bool>,
}

impl Clusters {
    /// Returns the strategy if `case` has at least as many squares as turns, bonuses for equal
    /// symbols only, and room for a region per symbol.
    pub fn new(case: &Case) -> Option<Clusters> {
        let shape = case.shape();
        let symbols = case.values().len();
        if shape.area() < TURNS || case.pairs().any(|pair| pair.x != pair.y) {
            return None;
        }
        let mean = TURNS as f64 / symbols as f64;
        let deviation = (mean * (1.0 - 1.0 / symbols as f64)).sqrt();
        let side = (mean + ROOM_DEVIATIONS * deviation).sqrt().ceil() as usize;
        let across = shape.cols / side;
        if (shape.rows / side) * across < symbols {
            return None;
        }
        let order = (0..symbols)
            .map(|symbol| {
                let corner = (symbol / across * shape.cols + symbol % across) * side;
                square_by_layers(side)
                    .map(|(row, col)| corner + row * shape.cols + col)
                    .collect()
            })
            .collect();
        Some(Clusters {
            shape,
            order,
            filled_count: vec![0; symbols],
            filled: vec![false; shape.area()],
        })
    }

    /// Returns a square for a symbol whose region is full: the empty square that has the most
    /// neighbours in the region.
    fn overflow(&self, symbol: Symbol) -> Option<usize> {
        let own = &self.order[symbol.index()];
        (0..self.shape.area())
            .filter(|&square| !self.filled[square])
            .max_by_key(|&square| {
                let neighbours = self.shape.neighbours(square);
                neighbours.filter(|other| own.contains(other)).count()
            })
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
    fn new_round(&mut self) {
        self.filled_count.fill(0);
        self.filled.fill(false);
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<GridSquare> {
        let order = &self.order[offer.symbol.index()];
        let filled_count = &mut self.filled_count[offer.symbol.index()];
        // An overflowing symbol may have taken squares of this region.
        while *filled_count < order.len() && self.filled[order[*filled_count]] {
            *filled_count += 1;
        }
        let square = order
            .get(*filled_count)
            .copied()
            .or_else(|| self.overflow(offer.symbol))?;
        Some(GridSquare(square))
    }

    fn place(&mut self, _symbol: Symbol, GridSquare(square): GridSquare) {
        self.filled[square] = true;
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
