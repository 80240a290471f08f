//! Where the records of a run go: each form of output is a file here.

mod bests;
mod json;
mod lines;
mod progress;
mod scores;
mod total;

use std::io;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;

use super::record::Record;
use crate::game::Total;
use crate::verdict::Verdict;
use bests::Bests;
use json::JsonLines;
use progress::Progress;
use scores::Scores;
use total::RunTotal;

#[cfg(test)]
pub(crate) use bests::scores;

/// One form of output.
trait Output {
    /// Takes the next record, and may note in it what only this output knows.
    ///
    /// # Errors
    /// It cannot be written.
    fn add(&mut self, record: &mut Record) -> Result<()>;

    /// Ends the output after the last record.
    ///
    /// # Errors
    /// It cannot be written.
    fn finish(&mut self) -> Result<()> {
        Ok(())
    }
}

/// Files and summary that the user asked for.
#[derive(Clone, Debug, Default, clap::Args)]
pub(crate) struct OutputOptions {
    /// Write a record of every case to FILE, as JSON Lines
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Compare with the best scores in FILE, and keep them up to date; cases
    /// go by their seeds, so each set of case parameters needs a FILE of its own
    #[arg(long, alias = "bs", value_name = "FILE")]
    bests: Option<PathBuf>,
    /// Write the scores to FILE, one `case,score` line each
    #[arg(long = "saveScores", alias = "ss", value_name = "FILE")]
    scores: Option<PathBuf>,
    /// Do not print the summary
    #[arg(long = "noSummary", alias = "ns")]
    no_summary: bool,
}

/// All outputs of a run.
pub(crate) struct Outputs {
    outputs: Vec<Box<dyn Output>>,
    /// Whether a contestant failed, and whether the judge did.
    failed: bool,
    judge_failed: bool,
}

impl Outputs {
    /// Opens the outputs of a run of `cases` cases.
    ///
    /// # Errors
    /// A file cannot be opened or is malformed.
    pub fn open<T: Total + 'static>(options: &OutputOptions, cases: usize) -> Result<Outputs> {
        // The best scores first: the others show what they note in a record.
        let mut outputs: Vec<Box<dyn Output>> = Vec::new();
        if let Some(path) = &options.bests {
            outputs.push(Box::new(Bests::read(path)?));
        }
        if let Some(path) = &options.json {
            outputs.push(Box::new(JsonLines::create(path)?));
        }
        if let Some(path) = &options.scores {
            outputs.push(Box::new(Scores::create(path)?));
        }
        outputs.push(Box::new(Progress::new(cases)));
        if !options.no_summary {
            outputs.push(Box::new(RunTotal::<T>::default()));
        }
        Ok(Outputs {
            outputs,
            failed: false,
            judge_failed: false,
        })
    }

    /// Takes the next record.
    ///
    /// # Errors
    /// An output cannot be written.
    pub fn add(&mut self, mut record: Record) -> Result<()> {
        self.failed |= !record.is_ok();
        self.judge_failed |= record.ruling.verdict == Verdict::Ie;
        self.outputs
            .iter_mut()
            .try_for_each(|output| output.add(&mut record))
    }

    /// Ends the run and returns its exit status.
    ///
    /// # Errors
    /// An output cannot be written.
    pub fn finish(mut self) -> Result<ExitCode> {
        self.outputs
            .iter_mut()
            .try_for_each(|output| output.finish())?;
        Ok(ExitCode::from(match (self.judge_failed, self.failed) {
            (true, _) => 3,
            (false, failed) => u8::from(failed),
        }))
    }
}

/// Names standard output in an error.
fn on_stdout(written: io::Result<()>) -> Result<()> {
    anyhow::Context::context(written, "standard output")
}
