//! The options that choose cases, the same in every subcommand.

use std::path::PathBuf;

use anyhow::{Result, bail};

use super::game_args::GameArgs;
use crate::runs::{Cases, SaltOption, Salts};
use game::{Game, Seeds};

/// Cases to play: drawn from seeds, or read from files.
#[derive(clap::Args)]
#[command(next_help_heading = "Cases")]
pub(crate) struct CaseArgs<G: Game> {
    /// Seeds: 5, 1-100 (or 1,100), 1+50, {3,7,9}; *K behind for K times
    #[arg(long, visible_alias = "sd", value_name = "SEEDS")]
    pub seed: Option<Seeds>,
    /// Play the cases in these files instead of drawn ones
    #[arg(long, value_name = "FILE", num_args = 1..)]
    pub case: Vec<PathBuf>,
    /// Mix TEXT into what is drawn during play, but not into the cases; `random` draws a fresh
    /// salt for every case, which its record names; of TEXT a record holds a digest
    #[arg(long, value_name = "random|TEXT")]
    pub salt: Option<SaltOption>,
    #[command(flatten)]
    pub game: GameArgs<G>,
}

impl<G: Game> CaseArgs<G> {
    /// The seeds to play: those that the game's own options name, those given, or the `usual`
    /// ones.
    ///
    /// # Errors
    /// They would all give the same play of the cases in files.
    pub fn seeds(&self, usual: Seeds) -> Result<Seeds> {
        let given = self.seed.clone().unwrap_or(usual);
        let seeds = self.game.seeds().unwrap_or(given);
        if !self.case.is_empty() && seeds.differ() && !G::RANDOM_PLAY {
            bail!(
                "--seed with several seeds and --case: nothing is random in the play of {}, \
                 so a case is the same for every seed; 1*3 plays it three times",
                G::NAME
            );
        }
        Ok(seeds)
    }

    /// The one seed of a subcommand that takes one case.
    ///
    /// # Errors
    /// Several are given.
    pub fn one_seed(&self) -> Result<u64> {
        let seeds = self.seed.clone().unwrap_or(1.into());
        match seeds.len() {
            1 => Ok(seeds.get(0)),
            count => bail!(
                "--seed: {count} seeds; expected one, such as --seed {}",
                seeds.get(0)
            ),
        }
    }

    /// The cases of `seeds` or of the files, played with these salts.
    ///
    /// # Errors
    /// A file cannot be read or is malformed.
    pub fn cases(&self, seeds: Seeds, salts: Salts) -> Result<Cases<G>> {
        let cases = Cases::new(&*self.game, seeds, &self.case, salts)?;
        Ok(cases.with_options(self.game.options.clone()))
    }
}
