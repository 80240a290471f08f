//! A text file that is written line by line.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Seek, SeekFrom, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use common::tokens::Malformed;

use crate::file::at;

/// Treatment of a file that exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// It is an error, whose message ends with this advice.
    Refuse(&'static str),
    /// Lines are added.
    Resume,
    /// It is emptied.
    Force,
}

/// A file that holds whole lines whenever the judge is killed, and that no
/// other judge writes meanwhile. `-` is standard output.
pub struct LineFile {
    path: PathBuf,
    file: File,
    /// Bytes of whole lines; `None` if the file is no regular one.
    length: Option<u64>,
    /// True if the last of these lines does not end with a newline yet.
    lacks_newline: bool,
    /// False until what does not stay was taken away: not before the first line is
    /// written, since the run may yet turn out to be impossible.
    is_cut: bool,
}

impl LineFile {
    /// Opens the file, and gives every line that stays in it to `read`.
    ///
    /// # Errors
    /// It exists and may not, is written by another judge, cannot be read or
    /// written, or `read` refuses a line.
    pub fn open(
        path: &Path,
        existing: Existing,
        mut read: impl FnMut(&str) -> Result<()>,
    ) -> Result<LineFile> {
        let name = || path.display().to_string();
        if path == Path::new("-") {
            return LineFile::stdout().context("standard output");
        }
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = match options.open(path) {
            Ok(file) => file,
            // A pipe or a terminal that cannot be read.
            Err(_) if path.exists() => File::options().write(true).open(path).with_context(name)?,
            Err(error) => return Err(error).with_context(name),
        };
        let metadata = file.metadata().with_context(name)?;
        if !metadata.is_file() {
            return Ok(LineFile {
                path: path.into(),
                file,
                length: None,
                lacks_newline: false,
                is_cut: true,
            });
        }
        match file.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => bail!("{}: another judge is writing it", name()),
            Err(TryLockError::Error(error)) => return Err(error).with_context(name),
        }
        if let (1.., Existing::Refuse(advice)) = (metadata.len(), existing) {
            bail!("{}: exists already; {advice}", name());
        }
        let mut lines = LineFile {
            path: path.into(),
            file,
            length: Some(0),
            lacks_newline: false,
            is_cut: false,
        };
        if existing == Existing::Resume {
            lines.length = Some(lines.read(&mut read)?);
        }
        Ok(lines)
    }

    /// Standard output, in the place up to which all of this program has written it.
    fn stdout() -> io::Result<LineFile> {
        Ok(LineFile {
            path: "-".into(),
            file: io::stdout().as_fd().try_clone_to_owned()?.into(),
            length: None,
            lacks_newline: false,
            is_cut: true,
        })
    }

    /// Gives every line to `read`, but for a last one that was cut short; returns how many
    /// bytes they are.
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
            if is_whole && std::str::from_utf8(&line).is_err() {
                let rule = "not UTF-8".to_string();
                return Err(at(&self.path, &Malformed::rule(number, rule)));
            }
            let text = String::from_utf8_lossy(&line);
            match read(text.trim_end()) {
                Ok(()) => length += count as u64,
                // The judge was killed while it wrote.
                Err(error) if !is_whole && ends_early(&text, &error) => break,
                Err(error) => {
                    let rule = format!("not a record: {error}");
                    return Err(at(&self.path, &Malformed::rule(number, rule)));
                }
            }
            self.lacks_newline = !is_whole;
        }
        Ok(length)
    }

    /// Takes away whatever follows the whole lines.
    fn cut(&mut self) -> std::io::Result<()> {
        if let Some(length) = self.length {
            self.file.set_len(length)?;
            self.file.seek(SeekFrom::Start(length))?;
        }
        self.is_cut = true;
        Ok(())
    }

    /// Writes `line` in one call; takes a part of it back if the disk is full.
    ///
    /// # Errors
    /// It cannot be written.
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

    /// Leaves the lines of this run in the file, and no others.
    ///
    /// # Errors
    /// It cannot be cut.
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

/// Returns true if `text` is no record, which `error` says, only since its end is missing.
fn ends_early(text: &str, error: &anyhow::Error) -> bool {
    let json = error.downcast_ref::<serde_json::Error>();
    json.is_some_and(serde_json::Error::is_eof)
        && (text.starts_with(START) || START.starts_with(text))
}
