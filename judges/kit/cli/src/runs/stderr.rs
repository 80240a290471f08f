//! A contestant's standard error: shown, saved, and searched for values.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use anyhow::{Result, bail};
use rustix::fs::{MemfdFlags, memfd_create};
use serde_json::{Number, Value};

use records::{Fields, NewFile};
use scene::printable;

/// Maximum number of values of one case.
const MOST_VALUES: usize = 100;

/// Bytes of standard error that are searched for values.
const SEARCHED: u64 = 1 << 20;

/// Maximum length of a value, bytes; the rest is dropped.
const LONGEST: usize = 200;

const LINES: usize = 8;

const PIECE: u64 = 1 << 16;

/// Bytes at the end that are searched for the last lines.
const END: u64 = 4096;

/// Standard error of one case, in a file or in memory; dropped, it leaves no file.
pub(super) struct ErrorOutput {
    pub file: File,
    saved: Option<NewFile>,
}

impl ErrorOutput {
    /// Standard error to be `saved` as a file, if any.
    pub fn new(saved: Option<NewFile>) -> io::Result<ErrorOutput> {
        let file = match &saved {
            Some(saved) => saved.file().try_clone()?,
            None => memfd_create("stderr", MemfdFlags::CLOEXEC)?.into(),
        };
        Ok(ErrorOutput { file, saved })
    }

    /// The same from its beginning, to be read after the case.
    fn reread(&self) -> io::Result<&File> {
        (&self.file).rewind()?;
        Ok(&self.file)
    }

    /// Gives the file, if any, its name; fails if writing it has `failed` for this reason.
    pub fn keep(self, failed: Option<&str>) -> Result<()> {
        match (self.saved, failed) {
            (None, _) => Ok(()),
            (Some(file), None) => file.keep(),
            (Some(file), Some(reason)) => bail!("{}: {reason}", file.shown()),
        }
    }

    /// The values of the lines `[DATA] name = value`; empty if it cannot be read.
    pub fn data(&self) -> Fields {
        let mut text = Vec::new();
        let read = self.reread();
        let read = read.and_then(|file| file.take(SEARCHED).read_to_end(&mut text));
        read.map_or_else(|_| Fields::new(), |_| data(&text))
    }

    /// Copies it to the judge's standard error, which may be closed; escapes unprintable
    /// characters.
    pub fn show(&self) {
        let copied = self.reread().and_then(|file| {
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

    /// Its last lines, unprintable characters escaped; empty if it cannot be read.
    pub fn last_lines(&self) -> Vec<String> {
        let read = || -> io::Result<Vec<u8>> {
            let mut file = &self.file;
            let length = file.metadata()?.len();
            file.seek(SeekFrom::Start(length.saturating_sub(END)))?;
            let mut end = Vec::new();
            file.take(END).read_to_end(&mut end)?;
            Ok(end)
        };
        last_lines(&read().unwrap_or_default())
    }
}

/// The values of lines `[DATA] name = value`, numbers if possible; the last of equal names counts.
pub(super) fn data(text: &[u8]) -> Fields {
    let mut values = Fields::new();
    for line in text.split(|&byte| byte == b'\n') {
        let Some(line) = line.trim_ascii().strip_prefix(b"[DATA] ") else {
            continue;
        };
        let line = String::from_utf8_lossy(line);
        let Some((name, value)) = line.split_once(" = ") else {
            continue;
        };
        let [name, value] = [name, value].map(|part| shortened(part.trim()));
        if !name.is_empty() && (values.len() < MOST_VALUES || values.contains_key(&name)) {
            values.insert(name, typed(value));
        }
    }
    values
}

fn shortened(text: &str) -> String {
    let end = (0..=LONGEST.min(text.len()))
        .rev()
        .find(|&end| text.is_char_boundary(end));
    text[..end.unwrap_or(0)].to_string()
}

fn typed(value: String) -> Value {
    let negative = || value.parse::<i64>().ok().map(Number::from);
    let whole = value.parse::<u64>().ok().map(Number::from);
    let number = whole.or_else(negative);
    let number = number.or_else(|| Number::from_f64(value.parse().ok()?));
    number.map_or(Value::String(value), Value::Number)
}

fn last_lines(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let lines: Vec<&str> = text.lines().collect();
    let first = lines.len().saturating_sub(LINES);
    lines[first..].iter().map(|line| printable(line)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_read_from_lines_of_their_own() {
        let text = b"start\n[DATA] N = 5\nx [DATA] M = 1\n[DATA] f = 2.5e3\r\n\
            [DATA] kind = a = b\n[DATA] N = 7\n[DATA] =\n[DATA] none\n[DATA] bad = nan\n\
            [DATA] low = -9223372036854775808\n[DATA] high = 18446744073709551615";
        let expected = serde_json::json!({
            "N": 7, "f": 2500.0, "kind": "a = b", "bad": "nan", "low": i64::MIN, "high": u64::MAX,
        });
        assert_eq!(Value::Object(data(text)), expected);
    }

    #[test]
    fn many_and_long_values_are_cut() {
        let lines: Vec<String> = (0..1000)
            .map(|i| format!("[DATA] {i} = {}", "é".repeat(1000)))
            .collect();
        let values = data(lines.join("\n").as_bytes());
        assert_eq!(values.len(), MOST_VALUES);
        assert_eq!(values["5"], "é".repeat(LONGEST / 2));
        assert!(data(&[0xff, b'\n', 0xfe]).is_empty());
    }

    #[test]
    fn the_last_lines_are_printable() {
        let text: String = (1..=10).map(|number| format!("{number}\n")).collect();
        assert_eq!(last_lines(text.as_bytes()).concat(), "345678910");
        assert_eq!(last_lines(b"a\x1b[2J\tb"), ["a\\u{1b}[2J\\tb"]);
        assert!(last_lines(b"").is_empty());
    }

    #[test]
    fn only_the_end_is_read() {
        let output = ErrorOutput::new(None).unwrap();
        let mut file = &output.file;
        for number in 0..100_000 {
            writeln!(file, "line {number}").unwrap();
        }
        let lines = output.last_lines();
        assert_eq!(lines.len(), LINES);
        assert_eq!(lines[LINES - 1], "line 99999");
    }
}
