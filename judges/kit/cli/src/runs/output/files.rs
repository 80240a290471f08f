//! Files with something of every case: records and scores.

use std::collections::HashSet;
use std::path::Path;

use anyhow::Result;

use super::super::cases::{CaseJob, ScoredPlay};
use game::Game;
use records::{CaseName, Existing, LineFile, Record, json};

/// Output with something of every case.
pub(super) trait CaseOutput<G: Game> {
    /// Adds the next case. Without a `play`, an earlier part of the run has played it.
    fn add(
        &mut self,
        job: &CaseJob<G>,
        record: &Record,
        play: Option<&ScoredPlay<G>>,
    ) -> Result<()>;

    /// Completes the output.
    fn finish(&mut self) -> Result<()>;
}

/// A file of records; a play that it already contains is not written again.
pub(crate) struct RecordFile {
    file: LineFile,
    known: HashSet<(CaseName, usize)>,
}

impl RecordFile {
    /// Opens a file; `is_own` gets every record that the file keeps, and returns true for plays of this
    /// command.
    pub fn open(
        path: &Path,
        existing: Existing,
        mut is_own: impl FnMut(Record) -> Result<bool>,
    ) -> Result<RecordFile> {
        let mut known = HashSet::new();
        let file = LineFile::open(path, existing, |line| {
            let record = Record::read(line)?;
            let play = record.play_id();
            if is_own(record)? {
                known.insert(play);
            }
            Ok(())
        })?;
        Ok(RecordFile { file, known })
    }

    pub fn push(&mut self, record: &Record) -> Result<()> {
        match self.known.contains(&record.play_id()) {
            true => Ok(()),
            false => self.file.push(&json(record)?),
        }
    }
}

impl<G: Game> CaseOutput<G> for RecordFile {
    fn add(&mut self, _: &CaseJob<G>, record: &Record, _: Option<&ScoredPlay<G>>) -> Result<()> {
        self.push(record)
    }

    fn finish(&mut self) -> Result<()> {
        self.file.finish()
    }
}

/// A file of scores, which a resumed run writes again from the start.
pub(super) struct ScoreFile(pub LineFile);

impl<G: Game> CaseOutput<G> for ScoreFile {
    fn add(&mut self, _: &CaseJob<G>, record: &Record, _: Option<&ScoredPlay<G>>) -> Result<()> {
        let line = format!("{},{}", record.case, record.score.raw);
        self.0.push(&line)
    }

    fn finish(&mut self) -> Result<()> {
        self.0.finish()
    }
}
