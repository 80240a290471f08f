//! JSON Lines: a record a line.

use std::path::Path;

use anyhow::Result;

use super::Output;
use super::lines::LineFile;
use crate::runs::record::Record;

/// A file of records.
pub(super) struct JsonLines(LineFile);

impl JsonLines {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: &Path) -> Result<JsonLines> {
        LineFile::create(path).map(JsonLines)
    }
}

impl Output for JsonLines {
    fn add(&mut self, record: &mut Record) -> Result<()> {
        self.0.push(&serde_json::to_string(record)?)
    }
}
