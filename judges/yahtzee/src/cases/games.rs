//! The games of a case, drawn by the seed.

use common::yahtzee::{DICE, Dice, FACES, ROUNDS};
use rand::RngExt;
use rand::rngs::ChaCha8Rng;
use rand::seq::SliceRandom;

type Faces = [u8; DICE];

/// Distributions of the rolls of a case, with their meanings.
pub const KINDS: &[(&str, &str)] = &[
    ("random", "Every die uniform"),
    ("threshold", "About three dice of every face in some round: the bonus is near"),
    ("equal", "Four or five equal dice in every roll"),
    ("straights", "Four or five faces in sequence in every roll"),
];

/// Draws a game of one of the [`KINDS`].
pub fn draw(kind: &str, rng: &mut ChaCha8Rng) -> [Dice; ROUNDS] {
    let mut game = match kind {
        "threshold" => threshold(rng),
        "equal" => [(); ROUNDS].map(|()| {
            let face = any_face(rng);
            let equal = rng.random_range(DICE - 1..=DICE);
            with_equal(face, equal, rng)
        }),
        "straights" => [(); ROUNDS].map(|()| straight(rng)),
        _ => [(); ROUNDS].map(|()| any_faces(rng)),
    };
    game.shuffle(rng);
    game.map(|mut faces| {
        faces.shuffle(rng);
        Dice::new(faces).expect("every die shows a face")
    })
}

fn any_face(rng: &mut ChaCha8Rng) -> u8 {
    rng.random_range(1..=FACES as u8)
}

fn any_faces(rng: &mut ChaCha8Rng) -> Faces {
    [(); DICE].map(|()| any_face(rng))
}

/// Draws a roll with at least `equal` dice of `face`.
fn with_equal(face: u8, equal: usize, rng: &mut ChaCha8Rng) -> Faces {
    let mut faces = any_faces(rng);
    faces[..equal].fill(face);
    faces
}

/// Draws a roll for each face, with at least two to four dice of it (mostly three), and seven rolls
/// with at least one to three equal dice.
fn threshold(rng: &mut ChaCha8Rng) -> [Faces; ROUNDS] {
    std::array::from_fn(|round| {
        if round < FACES {
            let equal = match rng.random_range(0..8) {
                0 => 2,
                1 => 4,
                _ => 3,
            };
            with_equal(round as u8 + 1, equal, rng)
        } else {
            let face = any_face(rng);
            let equal = rng.random_range(1..=3);
            with_equal(face, equal, rng)
        }
    })
}

/// Draws four faces in sequence, and a fifth die.
fn straight(rng: &mut ChaCha8Rng) -> Faces {
    let lowest = rng.random_range(1..=3);
    let last = any_face(rng);
    [lowest, lowest + 1, lowest + 2, lowest + 3, last]
}
