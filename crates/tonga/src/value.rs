//! How a game is expected to end if the contestant goes on searching.

use common::tonga::{Board, Player, Side};

use crate::digits::Digits;
use crate::features::{Classes, Context, FEATURES};
use crate::scene::{Scene, RING_CLASSES};
use crate::weights::Weights;

/// The weights are known at the ends of the game and at its thirds; in between
/// the nearest two are mixed.
pub const STAGES: usize = 4;
/// Terms made of the sizes of the isles; they come last.
pub const SIZES: usize = 7;
/// Number of terms: the features but for rings, then the sizes.
pub const TERMS: usize = FEATURES - RING_CLASSES + SIZES;

/// Step of the weights in their text, where each takes two digits.
pub const STEP: f32 = 0.0005;

/// A linear estimate of the score's share of the largest possible one.
#[derive(Clone)]
pub struct Value {
    /// For each term its weight at each stage.
    pub weights: Vec<[f32; STAGES]>,
}

impl Value {
    /// The estimate that belongs to the fitted policy.
    pub fn fitted(side: Side) -> Value {
        let mut digits = Digits::new(Weights::of(side).value);
        let mut row = || std::array::from_fn(|_| digits.pair() * STEP);
        let weights = (0..TERMS).map(|_| row()).collect();
        Value { weights }
    }

    /// The estimate.
    pub fn estimate(&self, view: &View) -> f32 {
        let mut sums = [0.0; STAGES];
        for &(term, size) in &view.terms {
            for (sum, weight) in sums.iter_mut().zip(self.weights[usize::from(term)]) {
                *sum += weight * size;
            }
        }
        let parts = sums.iter().zip(view.mix).map(|(sum, part)| sum * part);
        parts.sum()
    }
}

/// What the value sees of a position with the contestant to move.
pub struct View {
    /// The part of each stage.
    pub mix: [f32; STAGES],
    /// The terms that are not 0, each with its size: how many of the squares
    /// have a feature, the features of the position, and the isles.
    pub terms: Vec<(u16, f32)>,
}

impl View {
    /// Looks at a position.
    pub fn new(scene: &Scene, classes: &Classes) -> View {
        let board = scene.board();
        let context = Context::new(scene, classes);
        let mut counts = [0u16; FEATURES];
        for square in board.empty() {
            for &feature in &context.features(square)[1..] {
                counts[usize::from(feature)] += 1;
            }
        }
        let scale = 5.0 / board.side().area() as f32;
        let mut terms = Vec::with_capacity(256);
        for (term, &count) in counts[RING_CLASSES..].iter().enumerate() {
            if count > 0 {
                terms.push((term as u16, f32::from(count) * scale));
            }
        }
        for feature in context.shared() {
            terms.push((feature - RING_CLASSES as u16, 1.0));
        }
        for (index, size) in sizes(board).into_iter().enumerate() {
            terms.push(((TERMS - SIZES + index) as u16, size));
        }
        let mix = mix(board);
        View { mix, terms }
    }
}

/// The part of each stage by how much of the board is filled.
fn mix(board: &Board) -> [f32; STAGES] {
    let area = board.side().area();
    let filled = (area - board.empty().len() as usize) as f32 / area as f32;
    let place = filled * (STAGES - 1) as f32;
    std::array::from_fn(|stage| (1.0 - (place - stage as f32).abs()).max(0.0))
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
