//! A contestant's standard error: display, saving, and search for values.

use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use anyhow::{Result, bail};
use game::{Detail, Details};
use records::{NewFile, counted};
use rustix::fs::{MemfdFlags, memfd_create};
use scene::printable;

/// Maximum number of values in a case.
const MOST_VALUES: usize = 100;

/// Number of bytes that are searched for values.
const SEARCHED: u64 = 1 << 20;

/// Maximum length of a name or value, bytes; longer ones are cut.
const LONGEST: usize = 200;

const LINES: usize = 8;

const PIECE: u64 = 1 << 16;

/// Number of bytes, from the end, that are searched for the last lines.
const END: u64 = 4096;

/// Standard error in one case, as a file or in memory; if dropped, it leaves no file.
pub(super) struct ErrorOutput {
    pub file: File,
    saved: Option<NewFile>,
}

impl ErrorOutput {
    /// Stores standard error in the file `saved`, or else in memory.
    pub fn new(saved: Option<NewFile>) -> io::Result<ErrorOutput> {
        let file = match &saved {
            Some(saved) => saved.file().try_clone()?,
            None => memfd_create("stderr", MemfdFlags::CLOEXEC)?.into(),
        };
        Ok(ErrorOutput { file, saved })
    }

    /// Returns at most `most` bytes from position `start` on; none if they cannot be read.
    fn read(&self, start: u64, most: u64) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut file = &self.file;
        let read =
            file.seek(SeekFrom::Start(start)).and_then(|_| file.take(most).read_to_end(&mut bytes));
        read.map_or_else(|_| Vec::new(), |_| bytes)
    }

    /// Gives the file, if any, its final name; fails if writing has `failed`, with this reason.
    pub fn keep(self, failed: Option<&str>) -> Result<()> {
        match (self.saved, failed) {
            (None, _) => Ok(()),
            (Some(file), None) => file.keep(),
            (Some(file), Some(reason)) => bail!("{}: {reason}", file.display_path()),
        }
    }

    /// Returns the values in lines `[DATA] name = value`, as numbers if possible, and in words what
    /// is missing. Of equal names, the last counts. Empty if standard error cannot be read.
    pub fn data(&self) -> (Details, Option<String>) {
        let mut values: Vec<(String, Detail)> = Vec::new();
        let (mut beyond, mut is_cut) = (BTreeSet::new(), false);
        for line in self.read(0, SEARCHED).split(|&byte| byte == b'\n') {
            let Some(line) = line.trim_ascii().strip_prefix(b"[DATA] ") else {
                continue;
            };
            let line = String::from_utf8_lossy(line);
            let Some((name, value)) = line.split_once(" = ") else {
                continue;
            };
            let [name, value] = [name, value].map(|part| {
                let part = part.trim();
                is_cut |= part.len() > LONGEST;
                part[..part.floor_char_boundary(LONGEST)].to_string()
            });
            if name.is_empty() {
                continue;
            }
            if let Some((_, known)) = values.iter_mut().find(|(known, _)| *known == name) {
                *known = typed(value);
            } else if values.len() < MOST_VALUES {
                values.push((name, typed(value)));
            } else {
                beyond.insert(name);
            }
        }
        let names = counted(beyond.len(), "name");
        let beyond = (!beyond.is_empty()).then(|| format!("without {names} beyond {MOST_VALUES}"));
        let cut = is_cut.then(|| format!("a name or value is cut after {LONGEST} bytes"));
        let missing: Vec<String> = beyond.into_iter().chain(cut).collect();
        let is_any = !missing.is_empty();
        (Details(values), is_any.then(|| missing.join("; ")))
    }

    /// Copies it to the judge's standard error, if that is open; escapes unprintable characters.
    pub fn show(&self) {
        let mut file = &self.file;
        let copied = file.rewind().and_then(|()| {
            let (mut input, mut stderr) = (BufReader::new(file), io::stderr().lock());
            let mut line = Vec::new();
            while input.by_ref().take(PIECE).read_until(b'\n', &mut line)? > 0 {
                let (text, end) = match line.strip_suffix(b"\n") {
                    Some(text) => (text, "\n"),
                    None => (&line[..], ""),
                };
                write!(stderr, "{}{end}", printable(&String::from_utf8_lossy(text)))?;
                line.clear();
            }
            stderr.flush()
        });
        let _ = copied;
    }

    /// Returns the last lines with unprintable characters escaped; none if they cannot be read.
    pub fn last_lines(&self) -> Vec<String> {
        let length = self.file.metadata().map_or(0, |facts| facts.len());
        let text = self.read(length.saturating_sub(END), END);
        let text = String::from_utf8_lossy(&text);
        let lines: Vec<&str> = text.lines().collect();
        let first = lines.len().saturating_sub(LINES);
        lines[first..].iter().map(|line| printable(line)).collect()
    }
}

/// Returns a value as a number; a whole number that is too large for that, with all its digits.
fn typed(value: String) -> Detail {
    let digits = value.trim_start_matches(['-', '+']);
    let is_whole = digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = value.parse().ok();
    let number = number.filter(|number: &f64| !is_whole && number.is_finite());
    match value.parse() {
        Ok(whole) => Detail::Whole(whole),
        Err(_) => number.map_or(Detail::Text(value), Detail::Number),
    }
}
