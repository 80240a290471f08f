//! The critic of the policy gradient: a value function that is trained alongside the policy.

use common::tonga::Side;
use tonga::value::{ValueFunction, PHASES, TERMS};

use crate::episode::Episode;

/// Decay of the advantage per move (λ of generalised advantage estimation).
const DECAY: f64 = 0.95;
/// Learning rate of the value.
const RATE: f32 = 0.003;
/// Number of games before the estimates are used.
const WARM_UP: u32 = 640;
/// Weight of a new game in the moving mean square of the advantages.
const SPREAD_RATE: f64 = 0.02;
/// Maximum advantage, in standard deviations.
const CLAMP: f64 = 4.0;
/// Weights of a new sample in the moving means of the gradient and of its square (Adam).
const MEAN_RATE: f32 = 0.1;
const SQUARE_RATE: f32 = 0.01;

pub struct Critic {
    pub value: ValueFunction,
    gradient: Vec<[f32; PHASES]>,
    positions: usize,
    /// Moving means of the gradient and of its square (Adam).
    moments: Vec<[(f32, f32); PHASES]>,
    games: u32,
    /// Mean square of the advantages, by side.
    spread: [f64; Side::MAX + 1],
}

impl Critic {
    pub fn new(value: ValueFunction) -> Critic {
        Critic {
            value,
            gradient: vec![[0.0; PHASES]; TERMS],
            positions: 0,
            moments: vec![[(0.0, 0.0); PHASES]; TERMS],
            games: 0,
            spread: [0.0; Side::MAX + 1],
        }
    }

    /// Learns from a game. Returns the advantage of each of its moves, in standard deviations, or
    /// `None` in the first [`WARM_UP`] games.
    pub fn observe(&mut self, episode: &Episode) -> Option<Vec<f32>> {
        let outcome = episode.outcome();
        let count = episode.inputs.len();
        let mut advantages = vec![0.0; count];
        let (mut next, mut advantage) = (outcome, 0.0);
        for (index, inputs) in episode.inputs.iter().enumerate().rev() {
            let value = f64::from(self.value.estimate(inputs));
            advantage = next - value + DECAY * advantage;
            advantages[index] = advantage;
            next = value;
            let error = (outcome - value) as f32;
            for &(term, amount) in &inputs.terms {
                let row = self.gradient[usize::from(term)].iter_mut();
                for (slope, part) in row.zip(inputs.phases) {
                    *slope += error * amount * part;
                }
            }
        }
        self.positions += count;
        self.games += 1;
        let mean = advantages.iter().map(|a| a * a).sum::<f64>() / count as f64;
        let spread = &mut self.spread[episode.side.rows()];
        *spread += (mean - *spread) * if *spread == 0.0 { 1.0 } else { SPREAD_RATE };
        let scale = 1.0 / spread.sqrt().max(1e-3);
        let clamped = |a: &f64| (a * scale).clamp(-CLAMP, CLAMP) as f32;
        (self.games > WARM_UP).then(|| advantages.iter().map(clamped).collect())
    }

    /// Moves the value towards the outcomes of the games since the last step.
    pub fn step(&mut self) {
        let scale = 1.0 / self.positions as f32;
        let weights = self.value.weights.iter_mut().flatten();
        let moments = self.moments.iter_mut().flatten();
        let gradient = self.gradient.iter_mut().flatten();
        for ((weight, (mean, square)), slope) in weights.zip(moments).zip(gradient) {
            let slope = std::mem::take(slope) * scale;
            *mean += MEAN_RATE * (slope - *mean);
            *square += SQUARE_RATE * (slope * slope - *square);
            if *square > 0.0 {
                *weight += RATE * *mean / (square.sqrt() + 1e-6);
            }
        }
        self.positions = 0;
    }
}
