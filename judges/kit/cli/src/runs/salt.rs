//! Salts of a run: the option, and what it means for every case.

use std::str::FromStr;

use anyhow::{Result, bail};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use game::{KEY_BYTES, Salt};

/// Salts of the cases of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Salts {
    /// Without salt: a seed means the same game for ever.
    #[default]
    None,
    Same(Salt),
    /// One per case, drawn from a secret of the run: a record does not reveal the salts of later
    /// cases.
    Drawn([u8; KEY_BYTES]),
}

impl Salts {
    /// Fails if salts would be drawn now for `saved` cases.
    pub fn check(&self, saved: bool) -> Result<()> {
        match self {
            Salts::Drawn(_) if saved => bail!(
                "--salt random: nothing is drawn for a saved run, whose streams hold what was drawn"
            ),
            _ => Ok(()),
        }
    }

    /// Returns the salt of a case.
    pub fn of(&self, index: usize) -> Option<Salt> {
        match self {
            Salts::None => None,
            Salts::Same(salt) => Some(salt.clone()),
            Salts::Drawn(secret) => {
                let mut rng = ChaCha8Rng::from_seed(*secret);
                rng.set_stream(index as u64);
                Some(Salt::draw(&mut rng))
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

/// Parses the value of `--salt`: `random`, or the salt of all cases.
impl FromStr for Salts {
    type Err = String;

    fn from_str(text: &str) -> Result<Salts, String> {
        match text {
            "random" => Ok(Salts::Drawn(rand::random())),
            _ => Salt::try_from(text.to_string()).map(Salts::Same),
        }
    }
}
