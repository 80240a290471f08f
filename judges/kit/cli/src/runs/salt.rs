//! Salts of a run: the value of `--salt`, and the salt of every case.

use std::str::FromStr;

use anyhow::{Result, bail};
use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

use game::{KEY_BYTES, Salt};

/// Salts of the cases of a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Salts {
    /// No salt: a seed always stands for the same game.
    #[default]
    None,
    Same(Salt),
    /// A salt per case from a secret of the run, so that a record does not reveal later salts.
    Drawn([u8; KEY_BYTES]),
}

impl Salts {
    /// Fails if new salts would be drawn for `saved` cases.
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

    /// Returns true if an earlier part of this run may have recorded this salt.
    pub fn may_have(&self, recorded: Option<&Salt>) -> bool {
        match self {
            Salts::None => recorded.is_none(),
            Salts::Same(salt) => recorded == Some(salt),
            Salts::Drawn(_) => recorded.is_some(),
        }
    }
}

/// Parses the value of `--salt`: `random`, or a single salt for all cases.
impl FromStr for Salts {
    type Err = String;

    fn from_str(text: &str) -> Result<Salts, String> {
        match text {
            "random" => Ok(Salts::Drawn(rand::random())),
            _ => Salt::try_from(text.to_string()).map(Salts::Same),
        }
    }
}
