//! A text file that is written line by line.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use common::tokens::Malformed;

use crate::create::not_created;
use crate::file::at;

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
            Err(TryLockError::WouldBlock) => bail!("{}: another judge is writing it", name()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(name),
        }
        if let (1.., Existing::Refuse(advice)) = (metadata.len(), existing) {
            bail!("{}: exists already; {advice}", name());
        }
        let mut lines = LineFile::new(path, file, Some(0));
        if existing == Existing::Resume {
            lines.length = Some(lines.read(&mut read)?);
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

    /// Passes every line to `read`, but for an incomplete last one; returns their number of bytes.
    fn read(&mut self, read: &mut impl FnMut(&str) -> Result<()>) -> Result<u64> {
        let name = || self.path.display().to_string();
        let mut input = BufReader::new(&self.file);
        let (mut line, mut length) = (Vec::new(), 0);
        for number in 1.. {
            line.clear();
            let count = input.read_until(b'\n', &mut line).with_context(name)?;
            if count == 0 {
                break;
            }
            let is_whole = line.ends_with(b"\n");
            let malformed = |rule| Err(at(&self.path, &Malformed::rule(number, rule)));
            if is_whole && std::str::from_utf8(&line).is_err() {
                return malformed("not UTF-8".into());
            }
            let text = String::from_utf8_lossy(&line);
            match read(text.trim_end()) {
                Ok(()) => length += count as u64,
                // The judge was killed while it wrote this line.
                Err(error) if !is_whole && ends_early(&text, &error) => break,
                Err(error) => return malformed(format!("not a record: {error}")),
            }
            self.lacks_newline = !is_whole;
        }
        Ok(length)
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

/// First field of every record.
const START: &str = r#"{"game":"#;

/// Returns true if `text` begins like a record, and `error` says that it ends early.
fn ends_early(text: &str, error: &anyhow::Error) -> bool {
    let json = error.downcast_ref::<serde_json::Error>();
    json.is_some_and(serde_json::Error::is_eof)
        && (text.starts_with(START) || START.starts_with(text))
}
