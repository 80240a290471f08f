//! JSON Lines: a record a line.

use std::path::Path;

use anyhow::Result;

use super::Output;
use super::lines::{Existing, LineFile};
use crate::runs::record::Record;
use crate::runs::run::RunFacts;

/// A file of records, locked while the run goes on.
pub(crate) struct JsonLines(LineFile);

impl JsonLines {
    /// Opens the file, and returns the records of an earlier part of this run:
    /// those of the same command, limits and salt. A last line that was cut short,
    /// since its judge was killed, is taken away.
    ///
    /// # Errors
    /// The file exists and `existing` does not allow it, another judge writes
    /// it, or it holds anything but records.
    pub(super) fn open(
        path: &Path,
        existing: Existing,
        run: &RunFacts,
    ) -> Result<(JsonLines, Vec<Record>)> {
        let mut earlier = Vec::new();
        let file = LineFile::open(path, existing, |line| {
            let record: Record = serde_json::from_str(line)?;
            if run.is_part(&record) {
                earlier.push(record);
            }
            Ok(())
        })?;
        Ok((JsonLines(file), earlier))
    }

    /// Creates the file.
    ///
    /// # Errors
    /// It exists or cannot be written.
    pub fn create(path: &Path) -> Result<JsonLines> {
        LineFile::open(path, Existing::Refuse, |_| Ok(())).map(JsonLines)
    }

    /// Writes a record.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn push(&mut self, record: &Record) -> Result<()> {
        self.0.push(&serde_json::to_string(record)?)
    }
}

impl Output for JsonLines {
    fn add(&mut self, record: &mut Record) -> Result<()> {
        self.0.push(&serde_json::to_string(record)?)
    }

    fn finish(&mut self) -> Result<()> {
        self.0.finish()
    }
}
