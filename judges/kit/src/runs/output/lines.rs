//! A text file that is written line by line.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A file that holds whole lines whenever the judge is killed.
pub(super) struct LineFile {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines.
    length: u64,
}

impl LineFile {
    /// Creates the file, or empties it.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn create(path: &Path) -> Result<LineFile> {
        let file = File::create(path).with_context(|| path.display().to_string())?;
        Ok(LineFile {
            path: path.into(),
            file,
            length: 0,
        })
    }

    /// Writes `line` in one call; takes a part of it back if the disk is full.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn push(&mut self, line: &str) -> Result<()> {
        let line = format!("{line}\n");
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.file.set_len(self.length);
            return Err(error).with_context(|| self.path.display().to_string());
        }
        self.length += line.len() as u64;
        Ok(())
    }
}
