//! Files of lines: records, or scores. They are written one line at a time, and have one reader.

use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use common::tokens::Malformed;
use scene::printable;

use crate::create::not_created;
use crate::failure::UserError;
use crate::file::{at, misencoded, open};
use crate::print::eprint_line;

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
    /// Opens the file and passes every record that is kept to `take`.
    ///
    /// # Errors
    /// The file exists although `existing` forbids it; another judge has locked it; or `take`
    /// refuses a line.
    pub fn open(
        path: &Path,
        existing: Existing,
        take: impl FnMut(&str) -> Result<()>,
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
            let (length, lacks_newline) = read(path, &lines.file, take)?;
            (lines.length, lines.lacks_newline) = (Some(length), lacks_newline);
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

/// First field of every record.
const START: &str = r#"{"game":"#;

const NO_RECORDS: &str = "not records, which a judge writes with --json FILE or --runs DIR";

/// Maximum length of a line and of a file, bytes.
const MAX_LINE: u64 = 64 << 20;
const MAX_FILE: u64 = 4 << 30;

/// Byte order mark of UTF-8.
const MARK: &str = "\u{feff}";

/// Passes every record in the file at `path` to `take`. `-` is standard input.
///
/// # Errors
/// The file cannot be read, a line is not UTF-8, or `take` refuses a line.
pub fn each_record(path: &Path, take: impl FnMut(&str) -> Result<()>) -> Result<()> {
    read(path, open(path, MAX_FILE)?, take).map(|_| ())
}

/// Passes the records in `input`, the open file `path`, to `take`. Ignores a byte order mark and blank
/// lines. An incomplete last record is skipped with a warning, since its judge was killed. Any other
/// malformed line is an error that names file and line. Returns the size of the complete lines, bytes,
/// and whether the last of them lacks its end.
fn read(
    path: &Path,
    input: impl Read,
    mut take: impl FnMut(&str) -> Result<()>,
) -> Result<(u64, bool)> {
    let name = || path.display().to_string();
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (mut line, mut length, mut lacks_newline, mut size) = (Vec::new(), 0, false, 0);
    // A line of NULs, which only the end of a file may have.
    let mut lost: Option<usize> = None;
    for number in 1.. {
        line.clear();
        let mut limited = input.by_ref().take(MAX_LINE);
        let count = limited.read_until(b'\n', &mut line).with_context(name)?;
        if count == 0 {
            break;
        }
        let problem = |rule: &str| at(path, &Malformed::rule(number, rule.into()));
        size += count as u64;
        if count as u64 == MAX_LINE {
            return Err(problem("a line of more than 64 MiB"));
        }
        if size > MAX_FILE {
            return Err(problem("more than 4 GiB of records"));
        }
        let is_ended = line.ends_with(b"\n");
        let text = String::from_utf8_lossy(&line);
        // After a power cut, the end of a file can read as NULs.
        let text = text.trim().trim_end_matches('\0');
        let text = if number == 1 { text.trim_start_matches(MARK) } else { text };
        if text.is_empty() && line.contains(&0) {
            lost = lost.or(Some(number));
            continue;
        }
        let is_text = std::str::from_utf8(&line).is_ok();
        let taken = match text.trim() {
            "" => Ok(()),
            _ if lost.is_some() => Err(anyhow!("a record after a line of NULs")),
            text if number == 1 && !text.starts_with('{') => Err(anyhow!(NO_RECORDS)),
            _ if is_ended && !is_text => Err(anyhow!("not UTF-8")),
            text => take(text),
        };
        match taken {
            Ok(()) if lost.is_none() => length += count as u64,
            Ok(()) => {}
            Err(error) if (line.contains(&0) || !is_ended) && ends_early(text, &error) => {
                lost = Some(number);
            }
            Err(error) => {
                let line = line.strip_prefix(MARK.as_bytes()).unwrap_or(&line);
                let encoding = misencoded(line).map(|malformed| malformed.problem);
                return Err(problem(&encoding.unwrap_or_else(|| format!("{error:#}"))));
            }
        }
        lacks_newline = !is_ended;
    }
    if let Some(number) = lost {
        let name = printable(&name());
        eprint_line(&format!("warning: {name}:{number}: an incomplete last line is left out"));
        lacks_newline = false;
    }
    Ok((length, lacks_newline))
}

/// Returns true if `text` is the beginning of a record, and `error` says that it ends too early.
fn ends_early(text: &str, error: &anyhow::Error) -> bool {
    error.downcast_ref::<serde_json::Error>().is_some_and(serde_json::Error::is_eof)
        && (text.starts_with(START) || START.starts_with(text))
}
