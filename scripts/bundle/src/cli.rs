//! The command.

use std::fs;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Parser;

use crate::compiler;
use crate::submission::{Submission, workspace};

/// Writes each submission as one file, compiles it, and prints sizes and times
#[derive(Parser)]
#[command(name = "bundle")]
pub struct Options {
    /// The games to write; all of them if none is named
    games: Vec<String>,
    /// Where to write [default: target/submissions]
    #[arg(long)]
    out: Option<PathBuf>,
}

impl Options {
    /// Writes what was asked for.
    ///
    /// # Errors
    /// There is no such game, or a submission cannot be written or compiled.
    pub fn run(self) -> Result<()> {
        let out = self
            .out
            .unwrap_or_else(|| workspace().join("target/submissions"));
        let mut submissions = Submission::all()?;
        for game in &self.games {
            if !submissions
                .iter()
                .any(|submission| submission.game == *game)
            {
                bail!("there is no game `{game}`");
            }
        }
        submissions.retain(|s| self.games.is_empty() || self.games.contains(&s.game));
        fs::create_dir_all(&out)?;
        println!(
            "{:<10}{:>8}{:>9}{:>12}",
            "game", "lines", "bytes", "rustc -O"
        );
        for submission in &submissions {
            let source = submission.source()?;
            let file = out.join(&submission.game).with_extension("rs");
            fs::write(&file, &source)?;
            let scratch = tempfile::tempdir()?;
            let time = compiler::compile(&file, &scratch.path().join(&submission.game))?;
            println!(
                "{:<10}{:>8}{:>9}{:>10.1} s",
                submission.game,
                source.lines().count(),
                source.len(),
                time.as_secs_f64()
            );
        }
        println!("written to {}", out.display());
        Ok(())
    }
}
