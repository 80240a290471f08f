//! The cases of a subtask, drawn by the seed.

use std::collections::HashSet;

use common::lucky::{BonusPair, Case};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;

use super::{DrawnPairs, Subtask};

impl Subtask {
    /// Draws a case of the subtask.
    pub fn draw(&self, rng: &mut ChaCha8Rng) -> Case {
        let values = (0..self.symbols).map(|_| rng.random_range(0..=self.max_value)).collect();
        let chosen = match self.pairs {
            DrawnPairs::Any(count) => distinct_pairs(self.symbols, count, rng),
            DrawnPairs::Equal => (0..self.symbols).map(|x| (x, x)).collect(),
        };
        let pairs = chosen
            .into_iter()
            .map(|(x, y)| {
                let points = rng.random_range(1..=self.max_bonus);
                BonusPair::new(points, x, y, self.symbols)
            })
            .collect::<Result<Vec<BonusPair>, String>>();
        let case = pairs.and_then(|pairs| Case::new(self.shape, values, pairs));
        case.expect("the table keeps the rules of a case")
    }
}

/// Draws `count` different unordered pairs.
fn distinct_pairs(symbols: usize, count: usize, rng: &mut ChaCha8Rng) -> Vec<(usize, usize)> {
    let all = (symbols * (symbols + 1) / 2) as u64;
    let mut seen = HashSet::new();
    let mut pairs = Vec::with_capacity(count);
    while pairs.len() < count {
        let index = rng.random_range(0..all);
        if seen.insert(index) {
            pairs.push(pair_of(index));
        }
    }
    pairs
}

/// Returns pair `index` in the order (0,0) (0,1) (1,1) (0,2) (1,2) (2,2) …
fn pair_of(index: u64) -> (usize, usize) {
    let y = ((8 * index + 1).isqrt() - 1) / 2;
    ((index - y * (y + 1) / 2) as usize, y as usize)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pair_has_one_index() {
        for (index, pair) in (0..40usize).flat_map(|y| (0..=y).map(move |x| (x, y))).enumerate() {
            assert_eq!(pair_of(index as u64), pair);
        }
    }
}
