//! Computes the policy gradient and makes the steps along it.

use common::tonga::Player;
use tonga::features::{Feature, FEATURES};
use tonga::policy::{softmax_numerators, Policy, WeightRow, UNITS};
use tonga::position::Position;

use crate::episode::Episode;

/// Smaller changes of a logit are left out of the gradient.
const NEGLIGIBLE: f32 = 1e-4;

/// A sum of gradients: one row for each feature, then a row for the output weights.
pub struct Gradient(Vec<WeightRow>);

impl Gradient {
    pub fn new() -> Gradient {
        Gradient(vec![[0.0; UNITS]; FEATURES + 1])
    }

    /// Adds, for each move of a game, the gradient of its log-probability times its advantage.
    pub fn add(&mut self, policy: &Policy, episode: &Episode, advantages: &[f32]) {
        let mut position = Position::new(episode.side);
        if let Some(square) = episode.opening {
            position.play(Player::Server, square);
        }
        for (&(square, reply), advantage) in episode.moves.iter().zip(advantages) {
            let mut candidates = Vec::new();
            let shared = policy.for_each_logit(&position, |candidate| candidates.push(candidate));
            let mut chances: Vec<f32> = candidates.iter().map(|c| c.logit).collect();
            let total = softmax_numerators(&mut chances);
            for (candidate, chance) in candidates.iter().zip(chances) {
                let hit = if candidate.square == square { 1.0 } else { 0.0 };
                let change = (hit - chance / total) * advantage;
                if change.abs() < NEGLIGIBLE {
                    continue;
                }
                let mut row = [0.0; UNITS];
                row[0] = change;
                let [pattern, others @ ..] = &candidate.features;
                let sums = hidden_sums(policy, shared.iter().chain(others));
                let hidden = sums.iter().zip(&policy.output).enumerate();
                for (unit, (sum, weight)) in hidden.skip(1).filter(|(_, (sum, _))| **sum > 0.0) {
                    row[unit] = change * weight;
                    self.0[FEATURES][unit] += change * sum;
                }
                self.0[pattern.index()][0] += change;
                for feature in others.iter().chain(&shared) {
                    for (sum, part) in self.0[feature.index()].iter_mut().zip(row) {
                        *sum += part;
                    }
                }
            }
            position.play(Player::Contestant, square);
            if let Some(reply) = reply {
                position.play(Player::Server, reply);
            }
        }
    }
}

/// Returns the sums of the hidden units of a square, before rectification.
fn hidden_sums<'a>(policy: &Policy, features: impl Iterator<Item = &'a Feature>) -> WeightRow {
    let mut sums = [0.0; UNITS];
    for feature in features {
        for (sum, weight) in sums.iter_mut().zip(policy.rows[feature.index()]) {
            *sum += weight;
        }
    }
    sums
}

/// The optimiser Adam (Kingma and Ba, 2015).
pub struct Adam {
    rate: f32,
    steps: i32,
    /// Moving means of the gradient and of its square.
    moments: Vec<[(f32, f32); UNITS]>,
}

impl Adam {
    /// Decay of the mean of the gradient.
    const MEAN: f32 = 0.9;
    /// Decay of the mean of the squared gradient.
    const SQUARE: f32 = 0.999;
    /// Added to the root mean square. It limits the steps of rare features.
    const EPSILON: f32 = 1e-2;

    pub fn new(rate: f32) -> Adam {
        Adam { rate, steps: 0, moments: vec![[(0.0, 0.0); UNITS]; FEATURES + 1] }
    }

    /// Moves the policy along the gradient of `games` games.
    pub fn step(&mut self, policy: &mut Policy, gradient: &Gradient, games: usize) {
        self.steps += 1;
        let unbias = |decay: f32| 1.0 / (1.0 - decay.powi(self.steps));
        let (mean_scale, square_scale) = (unbias(Adam::MEAN), unbias(Adam::SQUARE));
        let rows = policy.rows.iter_mut().chain([&mut policy.output]);
        for ((row, moments), sums) in rows.zip(&mut self.moments).zip(&gradient.0) {
            for ((weight, (mean, square)), sum) in row.iter_mut().zip(moments).zip(sums) {
                let slope = sum / games as f32;
                *mean += (1.0 - Adam::MEAN) * (slope - *mean);
                *square += (1.0 - Adam::SQUARE) * (slope * slope - *square);
                let size = (*square * square_scale).sqrt() + Adam::EPSILON;
                *weight += self.rate * *mean * mean_scale / size;
            }
        }
    }
}
