//! Outputs of a run that take its cases one by one.

use std::collections::HashSet;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::super::history::RunInProgress;
use super::super::saved::{Folders, ScoredPlay, stream};
use crate::runs::CaseJob;
use game::Game;
use records::{CaseKey, LineFile, Record, json, see};

/// A case of a run with its record.
pub(super) struct FinishedCase<'a, G: Game> {
    /// Index of the case in the run.
    pub index: usize,
    pub job: &'a CaseJob<G>,
    pub record: &'a Record,
    /// The play; `None` if an earlier part of the run has played the case.
    pub play: Option<&'a ScoredPlay<G>>,
}

/// An output that takes the records of a run.
pub(super) trait Sink<G: Game> {
    fn add(&mut self, played: &FinishedCase<G>) -> Result<()>;

    /// Completes the output; `has_changed` is true if the program changed during the run.
    fn finish(&mut self, _has_changed: bool) -> Result<()> {
        Ok(())
    }
}

/// A file of records; records that it already contains are not written again.
pub(super) struct Records {
    pub file: LineFile,
    pub known: HashSet<(CaseKey, usize)>,
    /// The run of the history that has this file, if any.
    pub run: Option<RunInProgress>,
}

impl<G: Game> Sink<G> for Records {
    fn add(&mut self, played: &FinishedCase<G>) -> Result<()> {
        if let Some(run) = &mut self.run {
            run.is_empty = false;
        }
        match self.known.contains(&played.record.play_id()) {
            true => Ok(()),
            false => self.file.push(&json(played.record)?),
        }
    }

    fn finish(&mut self, has_changed: bool) -> Result<()> {
        self.file.finish()?;
        let Some(run) = self.run.as_mut().filter(|run| !run.is_empty) else {
            return Ok(());
        };
        if has_changed {
            run.mark_changed()?;
        }
        see(&run.folder.records());
        Ok(())
    }
}

/// A file of scores, which a resumed run writes again from the start.
pub(super) struct Scores(pub LineFile);

impl<G: Game> Sink<G> for Scores {
    fn add(&mut self, played: &FinishedCase<G>) -> Result<()> {
        let record = played.record;
        self.0.push(&format!("{},{}", record.key, record.score))
    }

    fn finish(&mut self, _: bool) -> Result<()> {
        self.0.finish()
    }
}

/// Copies of streams that a run saves in another folder.
pub(super) struct Copies {
    pub saved: Folders,
    pub folder: PathBuf,
}

impl<G: Game> Sink<G> for Copies {
    fn add(&mut self, played: &FinishedCase<G>) -> Result<()> {
        let stem = &played.job.stem;
        for (path, ending) in self.saved.targets(stem).iter().zip(["in", "out"]) {
            let copy = stream(&self.folder, stem, ending);
            fs::copy(path, &copy).with_context(|| copy.display().to_string())?;
        }
        Ok(())
    }
}
