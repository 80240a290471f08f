//! How a game is expected to end if the contestant goes on searching.

use common::tonga::{Board, Player, Side};

use crate::base78::Decoder;
use crate::features::{Extractor, PatternClasses, FEATURES};
use crate::position::{Position, CLASSES_3X3};
use crate::weights::Weights;

/// The weights are known at the ends of the game and at its thirds; in between
/// the nearest two are mixed.
pub const PHASES: usize = 4;
/// Terms made of the sizes of the isles; they come last.
pub const ISLE_TERMS: usize = 7;
/// Number of terms: the features but for rings, then the sizes.
pub const TERMS: usize = FEATURES - CLASSES_3X3 + ISLE_TERMS;

/// Step of the weights in their text, where each takes two digits.
pub const VALUE_STEP: f32 = 0.0005;

/// A linear estimate of the score's share of the largest possible one.
#[derive(Clone)]
pub struct Value {
    /// For each term its weight at each stage.
    pub weights: Vec<[f32; PHASES]>,
}

impl Value {
    /// The estimate that belongs to the fitted policy.
    pub fn fitted(side: Side) -> Value {
        let mut decoder = Decoder::new(Weights::of(side).value);
        let mut row = || std::array::from_fn(|_| decoder.next_pair() * VALUE_STEP);
        let weights = (0..TERMS).map(|_| row()).collect();
        Value { weights }
    }

    /// The estimate.
    pub fn estimate(&self, inputs: &Inputs) -> f32 {
        let mut sums = [0.0; PHASES];
        for &(term, size) in &inputs.terms {
            for (sum, weight) in sums.iter_mut().zip(self.weights[usize::from(term)]) {
                *sum += weight * size;
            }
        }
        let parts = sums
            .iter()
            .zip(inputs.phase_weights)
            .map(|(sum, part)| sum * part);
        parts.sum()
    }
}

/// What the value sees of a position with the contestant to move.
pub struct Inputs {
    /// The part of each stage.
    pub phase_weights: [f32; PHASES],
    /// The terms that are not 0, each with its size: how many of the squares
    /// have a feature, the features of the position, and the isles.
    pub terms: Vec<(u16, f32)>,
}

impl Inputs {
    /// Looks at a position.
    pub fn new(position: &Position, classes: &PatternClasses) -> Inputs {
        let board = position.board();
        let extractor = Extractor::new(position, classes);
        let mut counts = [0u16; FEATURES];
        for square in board.empty() {
            for &feature in &extractor.square_features(square)[1..] {
                counts[usize::from(feature)] += 1;
            }
        }
        let scale = 5.0 / board.side().area() as f32;
        let mut terms = Vec::with_capacity(256);
        for (term, &count) in counts[CLASSES_3X3..].iter().enumerate() {
            if count > 0 {
                terms.push((term as u16, f32::from(count) * scale));
            }
        }
        for feature in extractor.position_features() {
            terms.push((feature - CLASSES_3X3 as u16, 1.0));
        }
        for (index, size) in isle_terms(board).into_iter().enumerate() {
            terms.push(((TERMS - ISLE_TERMS + index) as u16, size));
        }
        let phase_weights = phase_weights(board);
        Inputs {
            phase_weights,
            terms,
        }
    }
}

/// The part of each stage by how much of the board is filled.
fn phase_weights(board: &Board) -> [f32; PHASES] {
    let area = board.side().area();
    let filled = (area - board.empty().len() as usize) as f32 / area as f32;
    let place = filled * (PHASES - 1) as f32;
    std::array::from_fn(|stage| (1.0 - (place - stage as f32).abs()).max(0.0))
}

/// Sizes of the isles, scaled to be about 1.
fn isle_terms(board: &Board) -> [f32; ISLE_TERMS] {
    let area = board.side().area() as f32;
    let (mut main, mut room, mut second, mut squares) = (0f32, 0f32, 0f32, 0f32);
    let (mut opp_main, mut opp_squares) = (0f32, 0f32);
    for (owner, isle) in board.isles() {
        let size = isle.area as f32;
        if owner == Player::Server {
            opp_squares += size * size;
            opp_main = opp_main.max(size);
            continue;
        }
        squares += size * size;
        if size > main {
            second = main;
            main = size;
            room = isle.perimeter as f32;
        } else {
            second = second.max(size);
        }
    }
    let scale = 4.0 / area;
    [
        main * scale,
        (room / area.sqrt()).min(3.0),
        second * scale,
        squares.sqrt() * scale,
        opp_squares.sqrt() * scale,
        opp_main * scale,
        (main * room).sqrt() * scale,
    ]
}
