//! Ridge regression of the value on finished games, by conjugate gradients.

use tonga::value::{Inputs, ValueFunction, PHASES, TERMS};

use crate::episode::Episode;

/// Weight of the squared weights relative to the squared errors.
const RIDGE: f64 = 2.0;
/// Number of conjugate gradient steps. More steps make no visible difference.
const STEPS: usize = 120;

type Weights = Vec<[f64; PHASES]>;

/// Fits the value to the scores of `episodes`.
pub fn fit(episodes: &[Episode]) -> ValueFunction {
    // Conjugate gradients on the normal equations.
    let mut weights = vec![[0.0; PHASES]; TERMS];
    let mut residual = weights.clone();
    for episode in episodes {
        for inputs in &episode.inputs {
            add(&mut residual, inputs, episode.outcome());
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
    ValueFunction { weights: weights.collect() }
}

/// Returns the estimate with these weights.
fn product(weights: &Weights, inputs: &Inputs) -> f64 {
    let parts = inputs.terms.iter().map(|&(term, amount)| {
        let row = weights[usize::from(term)].iter().zip(inputs.phases);
        row.map(|(weight, part)| weight * f64::from(part * amount)).sum::<f64>()
    });
    parts.sum()
}

/// Adds `factor` times the inputs to the weights of their terms.
fn add(weights: &mut Weights, inputs: &Inputs, factor: f64) {
    for &(term, amount) in &inputs.terms {
        let row = weights[usize::from(term)].iter_mut();
        for (weight, part) in row.zip(inputs.phases) {
            *weight += factor * f64::from(part * amount);
        }
    }
}

/// Adds `size` times `direction` to the weights.
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
