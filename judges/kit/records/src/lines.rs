//! A text file that is written line by line.

use std::fs::{File, TryLockError};
use std::io::{self, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::create::not_created;
use crate::failure::WrongUsage;
use crate::reading;

/// Treatment of a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Fails with a message that ends with this advice.
    Refuse(&'static str),
    /// Appends lines.
    Resume,
    /// Empties the file.
    Force,
}

/// A file that holds whole lines whenever the judge is killed, locked against other judges. `-` is
/// standard output.
pub struct LineFile {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines; `None` unless it is a regular file.
    length: Option<u64>,
    /// True if the last line lacks its line end.
    lacks_newline: bool,
    /// False until the surplus is cut off, which waits for the first line: the run may still prove
    /// impossible.
    is_cut: bool,
}

impl LineFile {
    /// Opens the file, and passes every line that stays in it to `read`.
    ///
    /// # Errors
    /// The file exists although `existing` forbids it, another judge has locked it, or `read` refuses
    /// a line.
    pub fn open(
        path: &Path,
        existing: Existing,
        mut read: impl FnMut(&str) -> Result<()>,
    ) -> Result<LineFile> {
        let name = || path.display().to_string();
        if path == Path::new("-") {
            let stdout = io::stdout().as_fd().try_clone_to_owned();
            let stdout = stdout.context("standard output")?;
            return Ok(LineFile::new(path, stdout.into(), None));
        }
        let mut options = File::options();
        let file = match options.read(true).append(true).create(true).open(path) {
            // A pipe or a terminal that cannot be read.
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
                bail!(WrongUsage(format!(
                    "{}: another judge is writing it",
                    name()
                )));
            }
            Err(TryLockError::Error(error)) => return Err(error).with_context(name),
        }
        if let (1.., Existing::Refuse(advice)) = (metadata.len(), existing) {
            bail!(WrongUsage(format!("{}: exists already; {advice}", name())));
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
        LineFile {
            path: path.into(),
            file,
            length,
            lacks_newline: false,
            is_cut: false,
        }
    }

    /// Cuts off what follows the whole lines.
    fn cut(&mut self) -> io::Result<()> {
        if let Some(length) = self.length {
            self.file.set_len(length)?;
        }
        self.is_cut = true;
        Ok(())
    }

    /// Writes `line` in one call; removes a partial line if the disk is full.
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

    /// Leaves only the lines of this run in the file.
    pub fn finish(&mut self) -> Result<()> {
        if !self.is_cut {
            self.cut()
                .with_context(|| self.path.display().to_string())?;
        }
        Ok(())
    }
}
