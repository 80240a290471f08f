//! The policy gradient and the steps along it.

use common::tonga::Player;
use tonga::features::{Feature, FEATURES};
use tonga::policy::{softmax_numerators, Policy, WeightRow, UNITS};
use tonga::position::Position;

use crate::adam::Adam;
use crate::episode::Episode;

/// Smaller changes of a score are left out of the gradient.
const NEGLIGIBLE: f32 = 1e-4;

/// A sum of gradients: a row for each feature, then the output weights.
pub struct Gradient(Vec<WeightRow>);

impl Gradient {
    pub fn new() -> Gradient {
        Gradient(vec![[0.0; UNITS]; FEATURES + 1])
    }

    /// Adds the gradient of a game: of the log-probability of each move times its advantage.
    pub fn add(&mut self, policy: &Policy, episode: &Episode, advantages: &[f32]) {
        let mut position = Position::new(episode.side);
        if let Some(square) = episode.opening {
            position.play(Player::Server, square);
        }
        for (&(square, reply), advantage) in episode.moves.iter().zip(advantages) {
            let mut candidates = Vec::new();
            let shared = policy.score_squares(&position, |candidate| candidates.push(candidate));
            let mut chances: Vec<f32> = candidates.iter().map(|c| c.score).collect();
            let total = softmax_numerators(&mut chances);
            for (candidate, chance) in candidates.iter().zip(chances) {
                let hit = if candidate.square == square { 1.0 } else { 0.0 };
                let change = (hit - chance / total) * advantage;
                if change.abs() < NEGLIGIBLE {
                    continue;
                }
                let mut row = [0.0; UNITS];
                row[0] = change;
                let (pattern, others) = (candidate.features.pattern(), candidate.features.others());
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

/// Computes the sums of the hidden units of a square, before rectification.
fn hidden_sums<'a>(policy: &Policy, features: impl Iterator<Item = &'a Feature>) -> WeightRow {
    let mut sums = [0.0; UNITS];
    for feature in features {
        for (sum, weight) in sums.iter_mut().zip(policy.rows[feature.index()]) {
            *sum += weight;
        }
    }
    sums
}

/// Returns the optimiser of the policy at this learning rate. Epsilon limits the steps of rare
/// features.
pub fn adam(rate: f32) -> Adam {
    Adam {
        rate,
        mean_rate: 1.0 - 0.9,
        square_rate: 1.0 - 0.999,
        epsilon: 1e-2,
        decays: Some([0.9, 0.999]),
        ..Adam::default()
    }
}

/// Moves the policy along the gradient of `games` games.
pub fn step(adam: &mut Adam, policy: &mut Policy, gradient: &Gradient, games: usize) {
    let rows = policy.rows.iter_mut().chain([&mut policy.output]);
    let slopes = gradient.0.iter().flatten().map(|sum| sum / games as f32);
    adam.step(rows.flatten(), slopes);
}
