//! A softmax over the empty squares for the contestant's next stone.

use common::rng::Rng;
use common::tonga::{Side, Square};

use crate::base78::Decoder;
use crate::features::{Extractor, Features, PatternClasses, FEATURES, POSITION_GROUPS};
use crate::position::{Position, CLASSES_3X3};
use crate::weights::Weights;

/// Numbers kept for each feature.
pub const UNITS: usize = 8;

/// The numbers of one feature: the first adds to the score, the others to the
/// hidden units.
pub type Row = [f32; UNITS];

/// The numbers of the score go with the square of their digit, fine near 0.
pub const SCORE_STEP: f32 = 0.0045;
/// Step of the numbers of the hidden units.
pub const HIDDEN_STEP: f32 = 0.026;

/// A network with one small hidden layer: the rows of a square's features and
/// of the position's are added up; the score is the first sum plus the
/// positive ones of the others times the output weights.
///
/// The many rings have no part in the hidden units: that would double the
/// size of the submission.
#[derive(Clone)]
pub struct Policy {
    /// The classes of the surroundings of a square.
    pub classes: PatternClasses,
    /// One row for each feature.
    pub rows: Vec<Row>,
    /// Weights of the hidden units; the first is not used.
    pub output: Row,
}

/// An empty square as the policy rates it.
pub struct Candidate {
    /// Which square.
    pub square: Square,
    /// Logarithm of its chance, up to a constant.
    pub score: f32,
    /// Its features.
    pub features: Features,
}

impl Policy {
    /// A policy of given weights.
    pub fn new(rows: Vec<Row>, output: Row) -> Policy {
        Policy {
            classes: PatternClasses::all(),
            rows,
            output,
        }
    }

    /// The policy that the fitting program found for boards of a side.
    pub fn fitted(side: Side) -> Policy {
        let weights = Weights::of(side);
        let mut decoder = Decoder::new(weights.rows);
        let mut rows = vec![[0.0; UNITS]; FEATURES];
        for (feature, row) in rows.iter_mut().enumerate() {
            let root = decoder.next_digit();
            row[0] = root * root.abs() * SCORE_STEP;
            if feature >= CLASSES_3X3 {
                for weight in &mut row[1..] {
                    *weight = decoder.next_digit() * HIDDEN_STEP;
                }
            }
        }
        Policy::new(rows, weights.output)
    }

    /// Calls `each` with every empty square; returns the position's features.
    pub fn score_squares(
        &self,
        position: &Position,
        mut each: impl FnMut(Candidate),
    ) -> [u16; POSITION_GROUPS] {
        let extractor = Extractor::new(position, &self.classes);
        let shared = extractor.position_features();
        let mut base = [0.0; UNITS];
        for feature in shared {
            add(&mut base, &self.rows[usize::from(feature)]);
        }
        for square in position.board().empty() {
            let features = extractor.square_features(square);
            let (ring, others) = (features[0], &features[1..]);
            let mut sums = base;
            sums[0] += self.rows[usize::from(ring)][0];
            for &feature in others {
                add(&mut sums, &self.rows[usize::from(feature)]);
            }
            let mut score = sums[0];
            for (sum, weight) in sums.iter().zip(&self.output).skip(1) {
                score += sum.max(0.0) * weight;
            }
            each(Candidate {
                square,
                score,
                features,
            });
        }
        shared
    }

    /// Draws an empty square with probability proportional to exp(score).
    pub fn sample(&self, position: &Position, rng: &mut Rng) -> Square {
        let mut squares = [0; 256];
        let mut scores = [0.0; 256];
        let mut count = 0;
        self.score_squares(position, |candidate| {
            squares[count] = candidate.square;
            scores[count] = candidate.score;
            count += 1;
        });
        let total = softmax_numerators(&mut scores[..count]);
        let mut left = rng.unit() as f32 * total;
        for (square, chance) in squares[..count].iter().zip(scores) {
            left -= chance;
            if left < 0.0 {
                return *square;
            }
        }
        squares[count - 1]
    }
}

/// Turns scores into chances up to a factor; returns their sum.
pub fn softmax_numerators(scores: &mut [f32]) -> f32 {
    let best = scores.iter().copied().fold(f32::MIN, f32::max);
    let mut total = 0.0;
    for score in scores {
        *score = (*score - best).exp();
        total += *score;
    }
    total
}

fn add(sums: &mut Row, row: &Row) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}
