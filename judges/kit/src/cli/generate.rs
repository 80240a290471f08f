//! `gen`: writing cases without playing them.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, anyhow};

use super::failure::Failure;
use crate::game::Game;
use crate::runs::{Cases, Job, Seeds};

/// Writes cases.
#[derive(clap::Args)]
pub(crate) struct Gen<G: Game> {
    /// Seeds, in the forms of `run`
    #[arg(
        long,
        visible_alias = "sd",
        default_value = "1",
        allow_negative_numbers = true
    )]
    seed: Seeds,
    /// Write DIR/<seed>.in; without it, one case goes to standard output
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    #[command(flatten)]
    game: G,
}

impl<G: Game> Gen<G> {
    /// Does what the options say.
    pub fn execute(self) -> Result<ExitCode, Failure> {
        let seeds = self.game.seeds().unwrap_or(self.seed.0);
        let cases = Cases::new(&self.game, seeds, &[])?;
        let text = |job: &Job<G>| job.game.write_case(&job.case());
        match (&self.out, cases.len()) {
            (None, 1) => {
                let written = io::stdout().write_all(text(&cases.get(0)).as_bytes());
                written.context("standard output")?;
            }
            (None, count) => {
                let error = anyhow!("{count} cases need a folder: --out DIR");
                return Err(Failure::Usage(error));
            }
            (Some(folder), _) => {
                let name = || folder.display().to_string();
                fs::create_dir_all(folder)
                    .with_context(name)
                    .map_err(Failure::Usage)?;
                for job in cases.iter() {
                    let path = folder.join(format!("{}.in", job.stem));
                    fs::write(&path, text(&job)).with_context(|| path.display().to_string())?;
                }
            }
        }
        Ok(ExitCode::SUCCESS)
    }
}
