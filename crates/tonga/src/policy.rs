//! A softmax over the empty squares for the contestant's next stone.

use common::rng::Rng;
use common::tonga::{Side, Square};

use crate::digits::Digits;
use crate::features::{Classes, Context, Features, CONTEXT_GROUPS, FEATURES};
use crate::scene::{Scene, RING_CLASSES};
use crate::weights::Weights;

/// Numbers kept for each feature.
pub const WIDTH: usize = 8;

/// The numbers of one feature: the first adds to the score, the others to the
/// hidden units.
pub type Row = [f32; WIDTH];

/// The numbers of the score go with the square of their digit, fine near 0.
pub const FINE: f32 = 0.0045;
/// Step of the numbers of the hidden units.
pub const COARSE: f32 = 0.026;

/// A network with one small hidden layer: the rows of a square's features and
/// of the position's are added up; the score is the first sum plus the
/// positive ones of the others times the output weights.
///
/// The many rings have no part in the hidden units: that would double the
/// size of the submission.
#[derive(Clone)]
pub struct Policy {
    /// The classes of the surroundings of a square.
    pub classes: Classes,
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
            classes: Classes::all(),
            rows,
            output,
        }
    }

    /// The policy that the fitting program found for boards of a side.
    pub fn fitted(side: Side) -> Policy {
        let weights = Weights::of(side);
        let mut digits = Digits::new(weights.rows);
        let mut rows = vec![[0.0; WIDTH]; FEATURES];
        for (feature, row) in rows.iter_mut().enumerate() {
            let root = digits.number();
            row[0] = root * root.abs() * FINE;
            if feature >= RING_CLASSES {
                for weight in &mut row[1..] {
                    *weight = digits.number() * COARSE;
                }
            }
        }
        Policy::new(rows, weights.output)
    }

    /// Calls `each` with every empty square; returns the position's features.
    pub fn rate(&self, scene: &Scene, mut each: impl FnMut(Candidate)) -> [u16; CONTEXT_GROUPS] {
        let context = Context::new(scene, &self.classes);
        let shared = context.shared();
        let mut base = [0.0; WIDTH];
        for feature in shared {
            add(&mut base, &self.rows[usize::from(feature)]);
        }
        for square in scene.board().empty() {
            let features = context.features(square);
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
    pub fn draw(&self, scene: &Scene, rng: &mut Rng) -> Square {
        let mut squares = [0; 256];
        let mut scores = [0.0; 256];
        let mut count = 0;
        self.rate(scene, |candidate| {
            squares[count] = candidate.square;
            scores[count] = candidate.score;
            count += 1;
        });
        let total = exponentiate(&mut scores[..count]);
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
pub fn exponentiate(scores: &mut [f32]) -> f32 {
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
