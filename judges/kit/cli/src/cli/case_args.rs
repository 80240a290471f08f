//! Options that choose cases: those of a run, or a single one.

use std::path::PathBuf;
use std::slice;

use anyhow::{Context, Error, Result, bail};

use super::game_args::{DRAWING, GameArgs, names};
use super::limits::text_or_file;
use crate::runs::{CaseJob, Cases, Salts};
use game::{Game, OptionEffect, OptionValues, Seeds};
use records::Record;

/// Cases to play: drawn from seeds, or read from files.
#[derive(clap::Args)]
#[command(next_help_heading = "Cases")]
pub(crate) struct CaseArgs<G: Game> {
    /// Seeds: 5, 1-100 (or 1,100), 1+50, {3,7,9}; append *K for K times; @FILE reads them from FILE
    #[arg(long, visible_alias = "sd", value_name = "SEEDS", value_parser = |text: &str| text_or_file(text)?.parse::<Seeds>(), conflicts_with_all = names::<G>(&[OptionEffect::Seeds]))]
    pub seed: Option<Seeds>,
    /// Play the cases in these files instead of drawn ones
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = names::<G>(&DRAWING))]
    pub case: Vec<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs<G>,
}

impl<G: Game> CaseArgs<G> {
    /// Returns the cases of the seeds in the game's own options, else of `--seed`, else of the
    /// `usual` ones. Fails if seeds are given and cannot change the cases, which are from files.
    pub fn cases(&self, usual: Seeds) -> Result<Cases<G>> {
        if let Some(seeds) = &self.seed
            && !self.case.is_empty()
            && !G::RANDOM_PLAY
            && (seeds.are_distinct() || !seeds.has_repeats())
        {
            bail!(
                "'--seed' cannot be used with '--case': nothing is random in the play of {}, so a \
                 case is the same for every seed; --seed 1*3 plays it three times",
                G::NAME
            );
        }
        let game = &self.game.game;
        let seeds = game.seeds().or(self.seed.clone()).unwrap_or(usual);
        let mut cases = Cases::new(game, seeds, &self.case, self.game.salts.clone())?;
        cases.losses = self.game.losses;
        Ok(cases)
    }
}

/// One case: drawn from a seed, or read from a file.
#[derive(clap::Args)]
#[command(next_help_heading = "Cases")]
pub(crate) struct OneCaseArgs<G: Game> {
    /// Seed of the case, 1 unless given; @FILE reads it from FILE
    #[arg(long, visible_alias = "sd", value_name = "SEED", value_parser = one_seed)]
    pub seed: Option<u64>,
    /// Take the case in FILE instead of a drawn one
    #[arg(long, value_name = "FILE", conflicts_with_all = drawing_one::<G>())]
    pub case: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs<G>,
}

/// Parses a list of seeds that holds a single one.
fn one_seed(text: &str) -> Result<u64, String> {
    let seeds: Seeds = text_or_file(text)?.parse()?;
    match seeds.len() {
        1 => Ok(seeds.get(0)),
        count => Err(format!("{count} seeds; expected one, such as {}", seeds.get(0))),
    }
}

/// Returns the options of a single case that cannot change a case from a file.
pub(super) fn drawing_one<G: Game>() -> Vec<&'static str> {
    let mut drawing = names::<G>(&[OptionEffect::Case, OptionEffect::Variant]);
    drawing.extend((!G::RANDOM_PLAY).then_some("seed"));
    drawing
}

impl<G: Game> OneCaseArgs<G> {
    /// Sets the seed, options and salt of a record's case, except typed ones. Fails if the
    /// record has an option that the game lacks.
    pub fn choose(&mut self, record: &Record) -> Result<()> {
        self.seed = self.seed.or(Some(record.case.seed));
        if let (None, Some(options)) = (self.game.recorded(), &record.case.options) {
            let words = shlex::split(options).unwrap_or_default();
            let named = OptionValues::from_args(words);
            self.game.set(&named).map_err(Error::msg)?;
        }
        if let (Salts::None, Some(salt)) = (&self.game.salts, &record.case.salt) {
            self.game.salts = Salts::Same(salt.clone());
        }
        Ok(())
    }

    /// Returns the case in `file`, or without a file the case of the seed, in this `variant` if
    /// any. Fails if these options stand for several cases.
    pub fn job(&self, file: Option<&PathBuf>, variant: Option<&str>) -> Result<CaseJob<G>> {
        let names = |games: Vec<G>| {
            let names: Vec<String> = games.iter().filter_map(G::variant).collect();
            names.join(", ")
        };
        let game = &self.game.game;
        let game = match variant {
            None => game.clone(),
            Some(name) => {
                let mut games = game.every_variant().into_iter();
                let named = games.find(|game| game.variant().as_deref() == Some(name));
                let expected = || names(game.every_variant());
                named
                    .with_context(|| format!("--variant {name}: expected one of {}", expected()))?
            }
        };
        let seed = self.seed.unwrap_or(1);
        let files = file.map_or(&[][..], slice::from_ref);
        let cases = Cases::new(&game, seed.into(), files, self.game.salts.clone())?;
        match cases.len() {
            1 => Ok(cases.get(0)),
            _ => bail!(
                "seed {seed} has several cases: choose one with --variant: {}",
                names(game.variants())
            ),
        }
    }
}
