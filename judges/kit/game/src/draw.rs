//! Random numbers that depend only on the seed: they never change and are the same everywhere.

mod salt;

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

pub use salt::{KEY_BYTES, Salt};

/// Purpose of random numbers; each purpose has its own sequence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// Generating the case.
    Case,
    /// Random choices during play, such as the opponent's ties or the symbols.
    Play,
}

/// Maximum length of a game's name with its variant, bytes. The seed takes the rest of the key.
const NAME_BYTES: usize = KEY_BYTES - size_of::<u64>();

/// Returns the random numbers of `(game, seed, stream)`, which are the same on every platform.
///
/// # Panics
/// The name is longer than 24 bytes; if it were cut, two games could share their numbers.
pub fn rng(game: &str, seed: u64, stream: Stream) -> ChaCha8Rng {
    assert!(game.len() <= NAME_BYTES, "the name `{game}` is longer than {NAME_BYTES} bytes");
    let mut key = [0; KEY_BYTES];
    key[..game.len()].copy_from_slice(game.as_bytes());
    key[NAME_BYTES..].copy_from_slice(&seed.to_le_bytes());
    let mut rng = ChaCha8Rng::from_seed(key);
    rng.set_stream(stream as u64);
    rng
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[should_panic(expected = "is longer than 24 bytes")]
    fn long_names_do_not_share_numbers() {
        rng("a-game-of-twenty-four-by", 1, Stream::Case);
        rng("a-game-of-twenty-four-bytes", 1, Stream::Case);
    }
}
