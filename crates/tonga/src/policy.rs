//! The policy: for every empty square, the probability that it is the contestant's next stone. It
//! is a softmax over the logits of a small network.

use common::rng::Rng;
use common::tonga::Square;

use crate::features::{Extractor, Feature, SquareFeatures, POSITION_GROUPS};
use crate::position::Position;

/// Number of weights of a feature.
pub const UNITS: usize = 8;

/// The weights of one feature. The first adds to the logit directly, the others to hidden units.
pub type WeightRow = [f32; UNITS];

/// A network with one hidden layer of seven rectified linear units.
///
/// The rows of the features of a square and of the position are added. The logit is the first sum,
/// plus each positive other sum times its output weight. A 3×3 pattern has only the first weight:
/// seven more would double the size of the submission.
#[derive(Clone)]
pub struct Policy {
    /// One row for each feature.
    pub rows: Vec<WeightRow>,
    /// Output weights of the hidden units; the first one is unused.
    pub output: WeightRow,
}

/// An empty square with its logit.
pub struct Candidate {
    /// The square.
    pub square: Square,
    /// Logarithm of the probability, up to a constant.
    pub logit: f32,
    /// The features of the square.
    pub features: SquareFeatures,
}

impl Policy {
    /// Calls `each` with every empty square and its logit; returns the position's features.
    pub fn for_each_logit(
        &self,
        position: &Position,
        mut each: impl FnMut(Candidate),
    ) -> [Feature; POSITION_GROUPS] {
        let extractor = Extractor::new(position);
        let shared = extractor.position_features();
        let mut base = [0.0; UNITS];
        for feature in shared {
            add(&mut base, &self.rows[feature.index()]);
        }
        for square in position.board().empty() {
            let features = extractor.square_features(square);
            let sums = self.sums(&base, &features);
            let hidden: WeightRow = std::array::from_fn(|unit| {
                let rectified = if sums[unit] > 0.0 { sums[unit] } else { 0.0 };
                rectified * self.output[unit]
            });
            let logit = hidden[1..].iter().fold(sums[0], |sum, part| sum + part);
            each(Candidate { square, logit, features });
        }
        shared
    }

    /// Adds the rows of a square's features. Inlined, it would be compiled to single additions.
    #[inline(never)]
    fn sums(&self, base: &WeightRow, features: &SquareFeatures) -> WeightRow {
        let mut sums = *base;
        let [pattern, others @ ..] = features;
        sums[0] += self.rows[pattern.index()][0];
        for feature in others {
            add(&mut sums, &self.rows[feature.index()]);
        }
        sums
    }

    /// Draws an empty square with probability proportional to exp(logit).
    pub fn sample(&self, position: &Position, rng: &mut Rng) -> Square {
        let mut squares = [Square::default(); 256];
        let mut logits = [0.0; 256];
        let mut count = 0;
        self.for_each_logit(position, |candidate| {
            squares[count] = candidate.square;
            logits[count] = candidate.logit;
            count += 1;
        });
        let total = softmax_numerators(&mut logits[..count]);
        let mut left = rng.unit() as f32 * total;
        for (square, numerator) in squares[..count].iter().zip(logits) {
            left -= numerator;
            if left < 0.0 {
                return *square;
            }
        }
        squares[count - 1]
    }
}

/// Replaces logits by exponentials, which are proportional to the probabilities. Returns their sum.
pub fn softmax_numerators(logits: &mut [f32]) -> f32 {
    let best = logits.iter().copied().fold(f32::MIN, f32::max);
    let mut total = 0.0;
    for logit in logits {
        *logit = (*logit - best).exp();
        total += *logit;
    }
    total
}

fn add(sums: &mut WeightRow, row: &WeightRow) {
    for (sum, weight) in sums.iter_mut().zip(row) {
        *sum += weight;
    }
}
