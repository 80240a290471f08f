//! `score`: scoring saved answers and transcripts.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};

use super::failure::Failure;
use crate::game::Game;
use crate::runs::{Job, Record, at, read_case, read_text};
use crate::verdict::Verdict;

/// Scores a saved run.
#[derive(clap::Args)]
pub(crate) struct Score<G: Game> {
    /// The case, or all that the contestant was sent
    #[arg(value_name = "CASE")]
    case: PathBuf,
    /// What it answered
    #[arg(value_name = "OUTPUT")]
    output: PathBuf,
    #[command(flatten)]
    game: G,
}

impl<G: Game> Score<G> {
    /// Does what the options say.
    pub fn execute(self) -> Result<ExitCode, Failure> {
        let record = self.record().map_err(Failure::Usage)?;
        print(&record).context("standard output")?;
        Ok(ExitCode::from(match record.ruling.verdict {
            Verdict::Ok => 0,
            Verdict::Ie => 3,
            _ => 1,
        }))
    }

    fn record(self) -> Result<Record> {
        let text = read_text(&self.case)?;
        let output = fs::read(&self.output).with_context(|| self.output.display().to_string())?;
        let parsed = read_case(&self.game, &text);
        let (case, rest) = parsed.map_err(|malformed| at(&self.case, &malformed))?;
        let job = Job {
            game: self.game,
            seed: 0,
            repetition: 1,
            file: None,
            stem: String::new(),
        };
        Ok(job.replay(&case, rest, &output))
    }
}

fn print(record: &Record) -> io::Result<()> {
    let mut out = io::stdout().lock();
    let reason = record
        .ruling
        .reason
        .as_deref()
        .unwrap_or("every rule was kept");
    writeln!(
        out,
        "Score = {:?}, Verdict = {}: {reason}",
        record.score, record.ruling.verdict
    )?;
    if let Some(bound) = record.bound {
        writeln!(out, "{} = {:?}", bound.kind, bound.value)?;
    }
    if let Some(share) = record.share {
        writeln!(out, "share = {share}")?;
    }
    for (name, value) in &record.details {
        writeln!(out, "{name} = {value}")?;
    }
    Ok(())
}
