//! A file with the records of a run.

use std::collections::HashSet;

use anyhow::Result;

use super::super::history::RunInProgress;
use records::{CaseKey, LineFile, Record, json, see};

/// A file of records; records that it already contains are not written again.
pub(super) struct RecordFile {
    pub file: LineFile,
    pub known: HashSet<(CaseKey, usize)>,
    /// The run of the history that has this file, if any.
    pub run: Option<RunInProgress>,
}

impl RecordFile {
    pub fn add(&mut self, record: &Record) -> Result<()> {
        if let Some(run) = &mut self.run {
            run.is_empty = false;
        }
        match self.known.contains(&record.play_id()) {
            true => Ok(()),
            false => self.file.push(&json(record)?),
        }
    }

    /// Completes the file; `has_changed` is true if the program changed during the run.
    pub fn finish(&mut self, has_changed: bool) -> Result<()> {
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
