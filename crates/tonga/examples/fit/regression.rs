//! A value from finished games, all at once.

use tonga::value::{Value, View, STAGES, TERMS};

use crate::episode::Episode;

/// Weight of the squares of the weights against those of the errors.
const RIDGE: f64 = 2.0;
/// Steps of the conjugate gradient; the rest of the error no longer shows.
const STEPS: usize = 120;

/// One weight for each term and stage.
type Weights = Vec<[f64; STAGES]>;

/// The value that explains best how the games ended, by ridge regression.
pub fn fit(episodes: &[Episode]) -> Value {
    // Conjugate gradient on the normal equations.
    let mut weights = vec![[0.0; STAGES]; TERMS];
    let mut residual = weights.clone();
    for episode in episodes {
        for view in &episode.views {
            add(&mut residual, view, episode.share());
        }
    }
    let mut direction = residual.clone();
    let mut square = dot(&residual, &residual);
    for _ in 0..STEPS {
        let mut image = vec![[0.0; STAGES]; TERMS];
        step(&mut image, RIDGE, &direction);
        for view in episodes.iter().flat_map(|episode| &episode.views) {
            add(&mut image, view, product(&direction, view));
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
fn product(weights: &Weights, view: &View) -> f64 {
    let parts = view.terms.iter().map(|&(term, size)| {
        let row = weights[usize::from(term)].iter().zip(view.mix);
        row.map(|(weight, part)| weight * f64::from(part * size))
            .sum::<f64>()
    });
    parts.sum()
}

/// Adds so much of a view.
fn add(weights: &mut Weights, view: &View, much: f64) {
    for &(term, size) in &view.terms {
        let row = weights[usize::from(term)].iter_mut();
        for (weight, part) in row.zip(view.mix) {
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
