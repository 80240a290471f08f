//! How a game is expected to end if the policy plays on.

use common::tonga::{Board, Player, Side};

use crate::digits::Digits;
use crate::features::FEATURES;
use crate::policy::Policy;
use crate::scene::{Scene, RING_CLASSES};
use crate::weights::Weights;

/// Quarters of the game; each has weights of its own.
const QUARTERS: usize = 4;
/// Terms made of the sizes of the isles.
const SIZES: usize = 7;
/// Terms of one quarter: the features but for rings, then the sizes.
const PER_QUARTER: usize = FEATURES - RING_CLASSES + SIZES;
/// Number of terms.
pub const TERMS: usize = QUARTERS * PER_QUARTER;

/// Step of the weights in their text.
pub const STEP: f32 = 0.012;

/// A linear estimate of the score's share of the largest possible one.
pub struct Value {
    /// One weight for each term.
    pub weights: Vec<f32>,
}

impl Value {
    /// The estimate that belongs to the fitted policy.
    pub fn fitted(side: Side) -> Value {
        let mut digits = Digits::new(Weights::of(side).value);
        let weights = (0..TERMS).map(|_| digits.number() * STEP).collect();
        Value { weights }
    }

    /// The estimate, with the contestant to move.
    pub fn estimate(&self, terms: &[(u16, f32)]) -> f32 {
        let products = terms
            .iter()
            .map(|&(term, size)| self.weights[usize::from(term)] * size);
        products.sum()
    }
}

/// The terms of a position that are not 0, each with its size: how many of
/// the squares have a feature, the features of the position, and the isles.
pub fn terms(policy: &Policy, scene: &Scene) -> Vec<(u16, f32)> {
    let board = scene.board();
    let area = board.side().area();
    let mut counts = [0u16; FEATURES];
    let shared = policy.rate(scene, |candidate| {
        for feature in &candidate.features[1..] {
            counts[usize::from(*feature)] += 1;
        }
    });
    let filled = area - board.empty().len() as usize;
    let base = (QUARTERS * filled / (area + 1)) * PER_QUARTER;
    let scale = 5.0 / area as f32;
    let mut terms = Vec::with_capacity(256);
    for (term, &count) in counts[RING_CLASSES..].iter().enumerate() {
        if count > 0 {
            terms.push(((base + term) as u16, f32::from(count) * scale));
        }
    }
    for feature in shared {
        terms.push(((base + usize::from(feature) - RING_CLASSES) as u16, 1.0));
    }
    let start = base + FEATURES - RING_CLASSES;
    for (index, size) in sizes(board).into_iter().enumerate() {
        terms.push(((start + index) as u16, size));
    }
    terms
}

/// Sizes of the isles, scaled to be about 1.
fn sizes(board: &Board) -> [f32; SIZES] {
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
