//! Salt: a secret that is mixed into what the judge draws during play, so that
//! a contestant that knows the seed does not know the game.

use std::fmt::{self, Write};
use std::str::FromStr;

use anyhow::{Result, bail};
use rand::Rng;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use serde::{Deserialize, Serialize};

/// Most characters of a salt.
const LONGEST: usize = 64;

/// Bytes of a key of the generator.
const KEY: usize = 32;

/// Salt of one case: 1 to 64 letters, digits, `-`, `_` and `.` in ASCII.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Salt(String);

impl Salt {
    /// Mixes this salt into random numbers: as in a CBC-MAC, with the generator
    /// as the block function. Who knows neither the salt nor the result cannot
    /// tell the numbers from others.
    pub(super) fn mix(&self, mut rng: ChaCha8Rng) -> ChaCha8Rng {
        // A byte that no salt holds ends it: no salt is the beginning of another.
        let mut text = self.0.clone().into_bytes();
        text.push(0x80);
        for block in text.chunks(KEY) {
            let mut key = [0; KEY];
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
            "`{text}` is no salt: 1 to {LONGEST} letters, digits, `-`, `_` and `.`"
        ))
    }
}

/// The option `--salt` as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SaltOption {
    /// A fresh salt for every case.
    Random,
    /// This one for every case.
    Text(Salt),
}

impl FromStr for SaltOption {
    type Err = String;

    fn from_str(text: &str) -> Result<SaltOption, String> {
        match text {
            "random" => Ok(SaltOption::Random),
            _ => Salt::try_from(text.to_string()).map(SaltOption::Text),
        }
    }
}

/// Salts of the cases of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Salts {
    /// None: a seed means the same game for ever.
    #[default]
    None,
    /// The same for every case.
    Same(Salt),
    /// One for every case, drawn from a secret of the run: a record that is
    /// written while the run goes on tells nothing of later cases.
    Drawn([u8; KEY]),
}

impl Salts {
    /// Salts for cases that are played now.
    pub fn new(option: Option<&SaltOption>) -> Salts {
        match option {
            None => Salts::None,
            Some(SaltOption::Text(salt)) => Salts::Same(salt.clone()),
            Some(SaltOption::Random) => Salts::Drawn(rand::random()),
        }
    }

    /// Salts of cases that were played before.
    ///
    /// # Errors
    /// They would be new ones.
    pub fn of_saved(option: Option<&SaltOption>) -> Result<Salts> {
        if option == Some(&SaltOption::Random) {
            bail!("--salt random: nothing is drawn for a saved run; its record names its salt");
        }
        Ok(Salts::new(option))
    }

    /// Returns the salt of case `index` of the run.
    pub fn of(&self, index: usize) -> Option<Salt> {
        match self {
            Salts::None => None,
            Salts::Same(salt) => Some(salt.clone()),
            Salts::Drawn(secret) => {
                let mut rng = ChaCha8Rng::from_seed(*secret);
                rng.set_stream(index as u64);
                let mut bytes = [0; KEY / 2];
                rng.fill_bytes(&mut bytes);
                let mut text = String::new();
                for byte in bytes {
                    // Writing to a string does not fail.
                    let _ = write!(text, "{byte:02x}");
                }
                Some(Salt(text))
            }
        }
    }

    /// Returns true if an earlier part of the run could have recorded this salt.
    pub fn may_have(&self, recorded: Option<&Salt>) -> bool {
        match self {
            Salts::None => recorded.is_none(),
            Salts::Same(salt) => recorded == Some(salt),
            Salts::Drawn(_) => recorded.is_some(),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::runs::seed::{Stream, rng};

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

    #[test]
    fn a_salt_means_the_same_numbers_for_ever() {
        assert_eq!(first("salt", 1), 12313202896338963062);
    }

    #[test]
    fn salts_that_are_none() {
        let long = "a".repeat(LONGEST + 1);
        for text in ["", " ", "a b", "a,b", "ä", "a\n", "[", &long] {
            let message = text.parse::<SaltOption>().unwrap_err();
            assert!(message.contains("is no salt: 1 to 64 letters"), "{message}");
        }
        assert_eq!("random".parse(), Ok(SaltOption::Random));
        assert_eq!("Random".parse(), Ok(SaltOption::Text(salt("Random"))));
    }

    #[test]
    fn drawn_salts_differ_by_case_and_by_run() {
        let runs = [(); 2].map(|()| Salts::new(Some(&SaltOption::Random)));
        let mut seen = HashSet::new();
        for run in &runs {
            for index in 0..100 {
                let salt = run.of(index).unwrap();
                assert_eq!(run.of(index), Some(salt.clone()));
                assert_eq!(salt.0.len(), KEY);
                assert!(run.may_have(Some(&salt)) && !run.may_have(None));
                assert!(seen.insert(salt.0));
            }
        }
    }
}
