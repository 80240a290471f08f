//! A value from finished games, all at once.

use tonga::value::{Inputs, Value, PHASES, TERMS};

use crate::episode::Episode;

/// Weight of the squares of the weights against those of the errors.
const RIDGE: f64 = 2.0;
/// Steps of the conjugate gradient; the rest of the error no longer shows.
const STEPS: usize = 120;

/// One weight for each term and stage.
type Weights = Vec<[f64; PHASES]>;

/// The value that explains best how the games ended, by ridge regression.
pub fn fit(episodes: &[Episode]) -> Value {
    // Conjugate gradient on the normal equations.
    let mut weights = vec![[0.0; PHASES]; TERMS];
    let mut residual = weights.clone();
    for episode in episodes {
        for inputs in &episode.inputs {
            add(&mut residual, inputs, episode.share());
        }
    }
    let mut direction = residual.clone();
    let mut square = dot(&residual, &residual);
    for _ in 0..STEPS {
        let mut image = vec![[0.0; PHASES]; TERMS];
        step(&mut image, RIDGE, &direction);
        for inputs in episodes.iter().flat_map(|episode| &episode.inputs) {
            add(&mut image, inputs, product(&direction, inputs));
        }
        let size = square / dot(&direction, &image);
        step(&mut weights, size, &direction);
        step(&mut residual, -size, &image);
        let before = std::mem::replace(&mut square, dot(&residual, &residual));
        let mut next = residual.clone();
        step(&mut next, square / before, &direction);
        direction = next;
    }
    let weights = weights.iter().map(|row| row.map(|weight| weight as f32));
    Value {
        weights: weights.collect(),
    }
}

/// The estimate by some weights.
fn product(weights: &Weights, inputs: &Inputs) -> f64 {
    let parts = inputs.terms.iter().map(|&(term, size)| {
        let row = weights[usize::from(term)].iter().zip(inputs.phase_weights);
        row.map(|(weight, part)| weight * f64::from(part * size))
            .sum::<f64>()
    });
    parts.sum()
}

/// Adds so much of a inputs.
fn add(weights: &mut Weights, inputs: &Inputs, much: f64) {
    for &(term, size) in &inputs.terms {
        let row = weights[usize::from(term)].iter_mut();
        for (weight, part) in row.zip(inputs.phase_weights) {
            *weight += much * f64::from(part * size);
        }
    }
}

/// Goes so far in a direction.
fn step(weights: &mut Weights, size: f64, direction: &Weights) {
    let changes = direction.iter().flatten();
    for (weight, change) in weights.iter_mut().flatten().zip(changes) {
        *weight += size * change;
    }
}

fn dot(a: &Weights, b: &Weights) -> f64 {
    let pairs = a.iter().flatten().zip(b.iter().flatten());
    pairs.map(|(a, b)| a * b).sum()
}
