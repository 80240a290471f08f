//! The value: an estimate of the score that the search reaches from a position.
//!
//! The estimate is linear. Its weights change during a game: they are fitted for four phases and
//! interpolated between them (a tapered evaluation, as in chess programs).

use common::tonga::{Board, Player};

use crate::features::{Extractor, FEATURES, PATTERN_FEATURES};
use crate::position::Position;

/// Number of phases: the start, one third, two thirds and the end of a game.
pub const PHASES: usize = 4;
/// Number of terms for the sizes of isles. They come last.
pub const ISLE_TERMS: usize = 7;
/// Number of terms: one for each feature except 3×3 patterns, then those for isles.
pub const TERMS: usize = FEATURES - PATTERN_FEATURES + ISLE_TERMS;

/// A linear estimate of the score, as a share of the maximum score.
#[derive(Clone)]
pub struct ValueFunction {
    /// The weights of each term, one for each phase.
    pub weights: Vec<[f32; PHASES]>,
}

impl ValueFunction {
    /// Returns the estimate for a position with these inputs.
    pub fn estimate(&self, inputs: &Inputs) -> f32 {
        let mut sums = [0.0; PHASES];
        for &(term, amount) in &inputs.terms {
            for (sum, weight) in sums.iter_mut().zip(self.weights[usize::from(term)]) {
                *sum += weight * amount;
            }
        }
        let parts = sums.iter().zip(inputs.phases).map(|(sum, part)| sum * part);
        parts.sum()
    }
}

/// The inputs of the value for a position with the contestant to move.
pub struct Inputs {
    /// Weight of each phase. The sum is 1.
    pub phases: [f32; PHASES],
    /// The non-zero terms, as numbers below [`TERMS`] with amounts: the scaled number of empty
    /// squares with a feature, the features of the position, and sizes of isles.
    pub terms: Vec<(u16, f32)>,
}

impl Inputs {
    /// Extracts the inputs of a position.
    pub fn new(position: &Position) -> Inputs {
        let board = position.board();
        let extractor = Extractor::new(position);
        let mut counts = [0u16; FEATURES];
        for square in board.empty() {
            for feature in &extractor.square_features(square)[1..] {
                counts[feature.index()] += 1;
            }
        }
        let scale = 5.0 / board.side().area() as f32;
        let mut terms = Vec::with_capacity(256);
        for (term, &count) in (0..).zip(&counts[PATTERN_FEATURES..]) {
            if count > 0 {
                terms.push((term, f32::from(count) * scale));
            }
        }
        for feature in extractor.position_features() {
            terms.push(((feature.index() - PATTERN_FEATURES) as u16, 1.0));
        }
        let first = (TERMS - ISLE_TERMS) as u16;
        terms.extend((first..).zip(isle_terms(board)));
        let phases = phases(board);
        Inputs { phases, terms }
    }
}

fn phases(board: &Board) -> [f32; PHASES] {
    let area = board.side().area();
    let filled = (area - board.empty().len() as usize) as f32 / area as f32;
    let place = filled * (PHASES - 1) as f32;
    std::array::from_fn(|phase| (1.0 - (place - phase as f32).abs()).max(0.0))
}

/// Returns the sizes of isles, scaled to about 1.
fn isle_terms(board: &Board) -> [f32; ISLE_TERMS] {
    let area = board.side().area() as f32;
    let (mut main, mut perimeter, mut second, mut squares) = (0f32, 0f32, 0f32, 0f32);
    let (mut opposing_main, mut opposing_squares) = (0f32, 0f32);
    for (owner, isle) in board.isles() {
        let size = isle.area as f32;
        if owner == Player::Server {
            opposing_squares += size * size;
            opposing_main = opposing_main.max(size);
            continue;
        }
        squares += size * size;
        if size > main {
            second = main;
            main = size;
            perimeter = isle.perimeter as f32;
        } else {
            second = second.max(size);
        }
    }
    let scale = 4.0 / area;
    [
        main * scale,
        (perimeter / area.sqrt()).min(3.0),
        second * scale,
        squares.sqrt() * scale,
        opposing_squares.sqrt() * scale,
        opposing_main * scale,
        (main * perimeter).sqrt() * scale,
    ]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::features::{POSITION_GROUPS, SQUARE_GROUPS};
    use common::rng::Rng;
    use common::tonga::{Side, Square};

    #[test]
    fn inputs_count_every_group_of_features_on_every_empty_square() {
        let side = Side::new(8).unwrap();
        let mut rng = Rng::new(4);
        let mut position = Position::new(side);
        let mut player = Player::Contestant;
        while !position.board().empty().is_empty() {
            let inputs = Inputs::new(&position);
            assert!((inputs.phases.iter().sum::<f32>() - 1.0).abs() < 1e-5);
            assert!(inputs.phases.iter().all(|part| (0.0..=1.0).contains(part)));
            // Among the terms for features, those of the position come last.
            let of_squares = &inputs.terms[..inputs.terms.len() - POSITION_GROUPS - ISLE_TERMS];
            let counted: f32 = of_squares.iter().map(|(_, amount)| amount).sum();
            let empty = position.board().empty().len() as f32;
            let expected = (SQUARE_GROUPS - 1) as f32 * empty * 5.0 / 64.0;
            assert!((counted - expected).abs() < 1e-3, "{counted} {expected}");
            let squares: Vec<Square> = position.board().empty().iter().collect();
            position.play(player, squares[rng.below(squares.len() as u32) as usize]);
            player = player.opponent();
        }
    }
}
