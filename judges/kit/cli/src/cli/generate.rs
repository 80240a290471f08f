//! `gen`: writing cases without playing them.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};

use super::game_args::{Drawing, GameArgs, names};
use crate::runs::{CaseJob, Cases, Salts};
use game::{Game, OptionUse, Seeds};
use records::{Failure, check_free, print, write};

/// Writes cases.
#[derive(clap::Args)]
pub(crate) struct GenArgs<G: Game> {
    /// Seeds: 5, 1-100 (or 1,100), 1+50, {3,7,9}; *K behind for K times
    #[arg(
        long,
        visible_alias = "sd",
        value_name = "SEEDS",
        default_value = "1",
        help_heading = "Cases",
        conflicts_with_all = names::<G>(&[OptionUse::Seeds])
    )]
    seed: Seeds,
    /// Write DIR/<seed>.in; without it, one case goes to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// Names of the files: %d is the seed, %04d the seed with zeros before it
    #[arg(long, value_name = "PATTERN", requires = "out", value_parser = pattern)]
    name: Option<Pattern>,
    /// Write what draws the judge's choices during play, too, as <case>.ans: for judges of other systems
    #[arg(long, requires = "out")]
    secrets: bool,
    /// Replace files that exist
    #[arg(long, requires = "out")]
    force: bool,
    #[command(flatten, next_help_heading = "Cases")]
    game: GameArgs<G, Drawing>,
}

/// The name of a file with the seed in it.
#[derive(Clone, Debug)]
struct Pattern {
    before: String,
    /// Least number of digits.
    digits: usize,
    after: String,
}

impl Pattern {
    fn name(&self, seed: u64) -> String {
        let Pattern {
            before,
            digits,
            after,
        } = self;
        format!("{before}{seed:0digits$}{after}")
    }
}

fn pattern(text: &str) -> Result<Pattern, String> {
    let wrong = || format!("`{text}` is no file name with one %d or %04d in it");
    let (before, rest) = text.split_once('%').ok_or_else(wrong)?;
    let (digits, after) = rest.split_once('d').ok_or_else(wrong)?;
    let padding = digits
        .strip_prefix('0')
        .and_then(|digits| digits.parse().ok());
    let digits = match digits.is_empty() {
        true => 0,
        false => padding.filter(|&digits| digits <= 20).ok_or_else(wrong)?,
    };
    if after.contains('%') || text.contains('/') {
        return Err(wrong());
    }
    Ok(Pattern {
        before: before.into(),
        digits,
        after: after.into(),
    })
}

impl<G: Game> GenArgs<G> {
    pub fn execute(self) -> Result<ExitCode, Failure> {
        let seeds = self.game.seeds().unwrap_or_else(|| self.seed.clone());
        let cases = Cases::new(&*self.game, seeds, &[], Salts::None)?;
        let text = |job: &CaseJob<G>| job.play.case().to_string();
        let out = self.out.as_ref().filter(|out| out.as_os_str() != "-");
        if out.is_none() && (self.name.is_some() || self.force) {
            let error = anyhow!("--out -: --name and --force need a folder");
            return Err(Failure::Usage(error));
        }
        match (out, cases.len()) {
            (None, 1) => {
                print(&text(&cases.get(0)))?;
            }
            (None, count) => {
                let error = anyhow!("{count} cases need a folder: --out DIR");
                return Err(Failure::Usage(error));
            }
            (Some(folder), _) => {
                let mut names = HashSet::new();
                for name in cases.iter().flat_map(|job| self.file_names(&job)) {
                    if let Some(name) = names.replace(name) {
                        let error = anyhow!("--name: two cases would be written to {name}");
                        return Err(Failure::Usage(error));
                    }
                }
                if !self.force {
                    check_free(names.iter().map(|name| folder.join(name)))?;
                }
                let name = || folder.display().to_string();
                fs::create_dir_all(folder)
                    .with_context(name)
                    .map_err(Failure::Usage)?;
                for job in cases.iter() {
                    let secret = job.play.draws().to_string();
                    let texts = [text(&job), secret];
                    for (name, text) in self.file_names(&job).into_iter().zip(texts) {
                        write(&folder.join(name), self.force, text)?;
                    }
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }

    /// The file of a case, and that of its secret if there is to be one.
    fn file_names(&self, job: &CaseJob<G>) -> Vec<String> {
        let case = match &self.name {
            None => format!("{}.in", job.stem),
            Some(pattern) => pattern.name(job.play.seed),
        };
        let stem = case.strip_suffix(".in").unwrap_or(&case);
        let secret = self.secrets.then(|| format!("{stem}.ans"));
        [case.clone()].into_iter().chain(secret).collect()
    }
}
