//! Scores alone: a line `case,score` for every case.

use std::path::Path;

use anyhow::Result;

use super::Output;
use super::lines::LineFile;
use crate::runs::record::Record;

/// A file of scores.
pub(super) struct Scores(LineFile);

impl Scores {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: &Path) -> Result<Scores> {
        LineFile::create(path).map(Scores)
    }
}

impl Output for Scores {
    fn add(&mut self, record: &mut Record) -> Result<()> {
        self.0.push(&format!("{},{}", record.key(), record.score))
    }
}
