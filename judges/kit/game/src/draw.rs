//! Random numbers that depend only on the seed and a salt: they never change and are the same
//! everywhere.

use std::fmt;

use rand::rngs::ChaCha8Rng;
use rand::{Rng, SeedableRng};

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

/// Maximum number of characters of a salt.
const LONGEST: usize = 64;

/// Size of a key of the generator, bytes.
pub const KEY_BYTES: usize = 32;

/// Salt of one case, a secret part of the judge's random choices, so that contestants cannot predict
/// them: 1 to 64 ASCII letters, digits, `-`, `_` and `.`.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "String", into = "String"))]
pub struct Salt(String);

impl Salt {
    /// Draws a salt of 32 hexadecimal digits.
    pub fn draw(rng: &mut ChaCha8Rng) -> Salt {
        let mut bytes = [0; KEY_BYTES / 2];
        rng.fill_bytes(&mut bytes);
        Salt(bytes.map(|byte| format!("{byte:02x}")).concat())
    }

    /// Mixes this salt into random numbers: a CBC-MAC with the generator as the block function.
    /// Without the salt, the result looks like any other random numbers.
    pub fn mix(&self, mut rng: ChaCha8Rng) -> ChaCha8Rng {
        // An end byte that no salt contains: so no text is a prefix of another.
        let mut text = self.0.clone().into_bytes();
        text.push(0x80);
        for block in text.chunks(KEY_BYTES) {
            let mut key = [0; KEY_BYTES];
            rng.fill_bytes(&mut key);
            for (byte, salt) in key.iter_mut().zip(block) {
                *byte ^= salt;
            }
            let stream = rng.get_stream();
            rng = ChaCha8Rng::from_seed(key);
            rng.set_stream(stream);
        }
        rng
    }
}

impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl From<Salt> for String {
    fn from(salt: Salt) -> String {
        salt.0
    }
}

impl TryFrom<String> for Salt {
    type Error = String;

    fn try_from(text: String) -> Result<Salt, String> {
        let is_known = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if (1..=LONGEST).contains(&text.len()) && text.bytes().all(is_known) {
            return Ok(Salt(text));
        }
        Err(format!(
            "`{text}` is not a salt: expected 1 to {LONGEST} letters, digits, `-`, `_` and `.`"
        ))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    #[should_panic(expected = "is longer than 24 bytes")]
    fn long_names_do_not_share_numbers() {
        rng("a-game-of-twenty-four-by", 1, Stream::Case);
        rng("a-game-of-twenty-four-bytes", 1, Stream::Case);
    }

    fn salt(text: &str) -> Salt {
        Salt::try_from(text.to_string()).unwrap()
    }

    fn first(text: &str, seed: u64) -> u64 {
        salt(text).mix(rng("game", seed, Stream::Play)).next_u64()
    }

    #[test]
    fn every_salt_and_every_seed_draws_its_own_numbers() {
        let whole = "a".repeat(LONGEST);
        let salts: Vec<&str> = (1..=LONGEST).map(|length| &whole[..length]).collect();
        let mut seen = HashSet::from([rng("game", 1, Stream::Play).next_u64()]);
        for text in &salts {
            assert!(seen.insert(first(text, 1)), "{text}");
            assert!(seen.insert(first(text, 2)), "{text}");
            assert_eq!(first(text, 1), first(text, 1));
        }
    }
}
