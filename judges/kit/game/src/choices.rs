//! Random numbers of the judge's draws during play.

use rand_chacha::ChaCha8Rng;

use crate::draw::{Stream, rng};
use crate::game::Game;
use crate::salt::Salt;

/// Returns the random numbers of the judge's draws during play: a sequence for each variant of a
/// seed, and for each salt.
pub fn choices<G: Game>(game: &G, seed: u64, salt: Option<&Salt>) -> ChaCha8Rng {
    let name = match game.variant() {
        Some(variant) => format!("{}/{variant}", G::NAME),
        None => G::NAME.into(),
    };
    let unsalted = rng(&name, seed, Stream::Play);
    salt.map_or(unsalted.clone(), |salt| salt.mix(unsalted))
}
