//! `gen`: writing cases without playing them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, bail, ensure};

use super::case_args::{GameArgs, names};
use crate::runs::{CaseJob, Cases, Salts};
use game::{Game, OptionEffect, Seeds};
use records::{check_free, create_folder, print, write};

#[derive(clap::Args)]
pub(crate) struct GenArgs<G: Game> {
    /// Seeds: 5, 1-100 (or 1,100), 1+50, {3,7,9}; append *K for K times
    #[arg(
        long,
        visible_alias = "sd",
        value_name = "SEEDS",
        default_value = "1",
        help_heading = "Cases",
        conflicts_with_all = names::<G>(&[OptionEffect::Seeds])
    )]
    seed: Seeds,
    /// Write DIR/<seed>.in; without it, one case goes to standard output
    #[arg(long, value_name = "DIR", help_heading = "Output")]
    out: Option<PathBuf>,
    /// Names of the files: %d is the seed, %04d the seed with leading zeros
    #[arg(long, value_name = "PATTERN", help_heading = "Output", requires = "out", value_parser = pattern)]
    name: Option<String>,
    /// Also write <case>.ans, which determines the judge's draws during play: for other judge systems
    #[arg(long, requires = "out", help_heading = "Output")]
    secrets: bool,
    /// Replace files that exist
    #[arg(long, requires = "out", help_heading = "Output")]
    force: bool,
    #[command(flatten, next_help_heading = "Cases")]
    game: GameArgs<G>,
}

/// Returns the file name that `pattern` gives a seed: `%d` is the seed, `%04d` the seed with
/// leading zeros. `None` unless the pattern contains exactly one of these and no slash.
fn numbered(pattern: &str, seed: u64) -> Option<String> {
    let (before, rest) = pattern.split_once('%')?;
    let (digits, after) = rest.split_once('d')?;
    let width = match digits {
        "" => 0,
        _ => digits.strip_prefix('0')?.parse::<usize>().ok()?,
    };
    let fits = width <= 20 && !after.contains('%') && !pattern.contains('/');
    fits.then(|| format!("{before}{seed:0width$}{after}"))
}

fn pattern(text: &str) -> Result<String, String> {
    let wrong = || format!("`{text}` is not a file name with one %d or %04d in it");
    numbered(text, 0).map(|_| text.into()).ok_or_else(wrong)
}

impl<G: Game> GenArgs<G> {
    pub fn execute(self) -> Result<ExitCode> {
        let game = &self.game.game;
        let seeds = game.seeds().unwrap_or_else(|| self.seed.clone());
        let cases = Cases::new(game, seeds, &[], Salts::None)?;
        match self.out.as_deref().filter(|folder| folder.as_os_str() != "-") {
            Some(folder) => self.write(folder, &cases)?,
            None => {
                let is_plain = self.name.is_none() && !self.force;
                ensure!(is_plain, "--out -: --name and --force need a folder");
                let count = cases.len();
                ensure!(count == 1, "{count} cases need a folder: --out DIR");
                print(&cases.get(0).play.case().to_string())?;
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    fn write(&self, folder: &Path, cases: &Cases<G>) -> Result<()> {
        let mut names = BTreeSet::new();
        for name in cases.iter().flat_map(|job| self.file_names(&job)) {
            if let Some(name) = names.replace(name) {
                bail!("--name: two cases would be written to {name}");
            }
        }
        if !self.force {
            check_free(names.iter().map(|name| folder.join(name)))?;
        }
        create_folder(folder)?;
        for job in cases.iter() {
            let texts = [job.play.case().to_string(), job.play.rng().to_string()];
            for (name, text) in self.file_names(&job).into_iter().zip(texts) {
                write(&folder.join(name), self.force, text)?;
            }
        }
        Ok(())
    }

    /// Returns the name of a case's file, and of its secret's file if one is to be written.
    fn file_names(&self, job: &CaseJob<G>) -> Vec<String> {
        let name = self.name.as_ref().and_then(|pattern| numbered(pattern, job.play.seed));
        let case = name.unwrap_or_else(|| format!("{}.in", job.stem));
        let stem = case.strip_suffix(".in").unwrap_or(&case);
        let secret = self.secrets.then(|| format!("{stem}.ans"));
        [case.clone()].into_iter().chain(secret).collect()
    }
}
