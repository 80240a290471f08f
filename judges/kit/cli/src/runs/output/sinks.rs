//! Outputs of a run about every case, one after the other.

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
    /// Its play; `None` if an earlier part of the run has played it.
    pub play: Option<&'a ScoredPlay<G>>,
}

/// Something that takes the records of a run.
pub(super) trait Sink<G: Game> {
    fn add(&mut self, played: &FinishedCase<G>) -> Result<()>;

    /// Completes it; `has_changed` if the program changed while the run was played.
    fn finish(&mut self, has_changed: bool) -> Result<()>;
}

/// A file of records; those that it has already are not written again.
pub(super) struct Records {
    pub file: LineFile,
    pub known: HashSet<(CaseKey, usize)>,
}

impl Records {
    fn push(&mut self, record: &Record) -> Result<()> {
        match self.known.contains(&record.play_id()) {
            true => Ok(()),
            false => self.file.push(&json(record)?),
        }
    }
}

impl<G: Game> Sink<G> for Records {
    fn add(&mut self, played: &FinishedCase<G>) -> Result<()> {
        self.push(played.record)
    }

    fn finish(&mut self, _: bool) -> Result<()> {
        self.file.finish()
    }
}

/// A run of the history with its records.
pub(super) struct KeptRecords {
    pub run: RunInProgress,
    pub records: Records,
}

impl<G: Game> Sink<G> for KeptRecords {
    fn add(&mut self, played: &FinishedCase<G>) -> Result<()> {
        self.run.is_empty = false;
        self.records.push(played.record)
    }

    fn finish(&mut self, has_changed: bool) -> Result<()> {
        self.records.file.finish()?;
        if has_changed {
            self.run.mark_changed()?;
        }
        if !self.run.is_empty {
            see(&self.run.folder.records());
        }
        Ok(())
    }
}

/// A file of scores; a resumed run writes all of them once more.
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

/// Copies of streams that the run saves in other folders.
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

    fn finish(&mut self, _: bool) -> Result<()> {
        Ok(())
    }
}
