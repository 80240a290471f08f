//! Scores alone: a line `case,score` for every case.

use std::path::Path;

use anyhow::Result;

use super::Output;
use records::{Existing, LineFile, Record};

pub(super) struct ScoresFile(LineFile);

impl ScoresFile {
    /// Creates the file, or empties it unless `existing` refuses that.
    pub fn open(path: &Path, existing: Existing) -> Result<ScoresFile> {
        // A run that goes on gives all its records once more.
        let existing = match existing {
            Existing::Resume => Existing::Force,
            Existing::Refuse(_) => Existing::Refuse("--force starts over"),
            Existing::Force => Existing::Force,
        };
        LineFile::open(path, existing, |_| Ok(())).map(ScoresFile)
    }
}

impl Output for ScoresFile {
    fn add(&mut self, record: &mut Record) -> Result<()> {
        self.0.push(&format!("{},{}", record.key(), record.score))
    }

    fn add_earlier(&mut self, record: &Record) -> Result<()> {
        self.add(&mut record.clone())
    }

    fn finish(&mut self) -> Result<()> {
        self.0.finish()
    }
}
