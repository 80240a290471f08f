//! Random numbers: the same for a seed on every platform, for ever.

mod salt;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

pub use salt::{KEY, Salt};

/// Use of a seed's random numbers; each use has its own sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Generating the case.
    Case,
    /// Draws during play: the opponent's ties, the symbols.
    Play,
}

/// The random numbers of `(game, seed, stream)`, the same for ever and on every platform.
pub fn rng(game: &str, seed: u64, stream: Stream) -> ChaCha8Rng {
    let mut key = [0; 32];
    let name = &game.as_bytes()[..game.len().min(24)];
    key[..name.len()].copy_from_slice(name);
    key[24..].copy_from_slice(&seed.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(stream as u64);
    rng
}
