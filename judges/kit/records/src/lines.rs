//! A text file that is written one line at a time.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::create::not_created;
use crate::failure::UserError;
use crate::reading;

/// Treatment of an existing file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Fails; the message ends with this advice.
    Refuse(&'static str),
    /// Appends lines.
    Resume,
    /// Truncates the file.
    Force,
}

/// A file whose complete lines survive when the judge is killed. It is locked against other judges.
/// `-` is standard output.
pub struct LineFile {
    path: PathBuf,
    file: File,
    /// Size of the complete lines, bytes; `None` if it is not a regular file.
    length: Option<u64>,
    /// True if the last line lacks its end.
    lacks_newline: bool,
    /// False until old lines are truncated, at the first write, so that a failed start changes
    /// nothing.
    is_cut: bool,
}

impl LineFile {
    /// Opens the file and passes every line that is kept to `read`.
    ///
    /// # Errors
    /// The file exists although `existing` forbids it; another judge has locked it; or `read`
    /// refuses a line.
    pub fn open(
        path: &Path,
        existing: Existing,
        mut read: impl FnMut(&str) -> Result<()>,
    ) -> Result<LineFile> {
        let name = || path.display().to_string();
        if path == Path::new("-") {
            let stdout = io::stdout().as_fd().try_clone_to_owned().context("standard output")?;
            return Ok(LineFile::new(path, stdout.into(), None));
        }
        let mut options = File::options();
        let file = match options.read(true).append(true).create(true).open(path) {
            // A pipe or a terminal that can only be written.
            Err(_) if path.exists() => File::options().append(true).open(path),
            opened => opened,
        };
        let file = file.map_err(|error| not_created(path, error))?;
        let metadata = file.metadata().with_context(name)?;
        if !metadata.is_file() {
            return Ok(LineFile::new(path, file, None));
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                bail!(UserError(format!("{}: another judge is writing it", name())));
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(name),
        }
        if let (1.., Existing::Refuse(advice)) = (metadata.len(), existing) {
            bail!(UserError(format!("{}: exists already; {advice}", name())));
        }
        let mut lines = LineFile::new(path, file, Some(0));
        if existing == Existing::Resume {
            let whole = reading::read(path, &lines.file, |_, line| read(line))?;
            lines.length = Some(whole.length);
            lines.lacks_newline = whole.lacks_newline;
        }
        Ok(lines)
    }

    fn new(path: &Path, file: File, length: Option<u64>) -> LineFile {
        LineFile { path: path.into(), file, length, lacks_newline: false, is_cut: false }
    }

    /// Truncates the file after its complete lines.
    fn cut(&mut self) -> io::Result<()> {
        if let Some(length) = self.length {
            self.file.set_len(length)?;
        }
        self.is_cut = true;
        Ok(())
    }

    /// Writes `line` in one call. If the disk is full, removes the incomplete line.
    pub fn push(&mut self, line: &str) -> Result<()> {
        self.finish()?;
        let before = if self.lacks_newline { "\n" } else { "" };
        let line = format!("{before}{line}\n");
        if let Err(error) = self.file.write_all(line.as_bytes()) {
            let _ = self.cut();
            return Err(error).with_context(|| self.path.display().to_string());
        }
        self.length = self.length.map(|length| length + line.len() as u64);
        self.lacks_newline = false;
        Ok(())
    }

    /// Removes everything from the file except the lines of this run.
    pub fn finish(&mut self) -> Result<()> {
        if !self.is_cut {
            self.cut().with_context(|| self.path.display().to_string())?;
        }
        Ok(())
    }
}
