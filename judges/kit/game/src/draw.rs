//! Random numbers: the same for a seed on every platform, for ever.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

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

#[cfg(test)]
mod tests {
    use rand::Rng;

    use super::*;

    /// The numbers behind a seed may never change: cases are named by them.
    #[test]
    fn numbers_are_the_same_for_ever() {
        let drawn = |stream| rng("slider", 1, stream).next_u64();
        assert_eq!(drawn(Stream::Case), 5702315269308817390);
        assert_eq!(drawn(Stream::Play), 16988626193403003621);
        assert_ne!(
            drawn(Stream::Case),
            rng("tonga", 1, Stream::Case).next_u64()
        );
    }
}
