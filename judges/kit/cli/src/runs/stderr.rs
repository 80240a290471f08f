//! A contestant's standard error, the values in it, and its end.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Seek, SeekFrom, Write};

use anyhow::{Result, bail};
use rustix::fs::{MemfdFlags, memfd_create};
use serde_json::{Number, Value};

use records::{Fields, NewFile};
use scene::printable;

/// Most values of one case that are kept.
const MOST_VALUES: usize = 100;

/// Bytes of standard error that are searched for values.
const SEARCHED: u64 = 1 << 20;

/// Longest value, bytes; the rest of it is dropped.
const LONGEST: usize = 200;

/// Most lines that follow a failure.
const LINES: usize = 8;

/// Longest piece of a line that is passed on at a time, bytes.
const PIECE: u64 = 1 << 16;

/// Longest end that lines are looked for in, bytes.
const END: u64 = 4096;

/// Destination of the standard error of one case; dropped, it leaves no file.
pub(super) enum ErrorOutput {
    Saved(NewFile),
    Unsaved(File),
}

impl ErrorOutput {
    /// Standard error to be saved as `file`, if any.
    pub fn new(file: Option<NewFile>) -> io::Result<ErrorOutput> {
        Ok(match file {
            Some(file) => ErrorOutput::Saved(file),
            None => {
                let memory = memfd_create("stderr", MemfdFlags::CLOEXEC)?;
                ErrorOutput::Unsaved(memory.into())
            }
        })
    }

    /// The open file, to be written by a supervisor.
    pub fn file(&self) -> &File {
        match self {
            ErrorOutput::Saved(file) => file.file(),
            ErrorOutput::Unsaved(memory) => memory,
        }
    }

    /// The same from its beginning, to be read after the case.
    fn reread(&self) -> io::Result<&File> {
        let mut file = self.file();
        file.rewind()?;
        Ok(file)
    }

    /// Gives the file, if any, its name; fails if writing it has `failed` for this reason.
    pub fn keep(self, failed: Option<&str>) -> Result<()> {
        match (self, failed) {
            (ErrorOutput::Unsaved(_), _) => Ok(()),
            (ErrorOutput::Saved(file), None) => file.keep(),
            (ErrorOutput::Saved(file), Some(reason)) => bail!("{}: {reason}", file.shown()),
        }
    }

    /// The values of the lines `[DATA] name = value`; none if it cannot be read.
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

    /// Its last lines, unprintable characters escaped; none if it cannot be read.
    pub fn last_lines(&self) -> Vec<String> {
        let read = || -> io::Result<Vec<u8>> {
            let mut file = self.file();
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
        let mut file = output.file();
        for number in 0..100_000 {
            writeln!(file, "line {number}").unwrap();
        }
        let lines = output.last_lines();
        assert_eq!(lines.len(), LINES);
        assert_eq!(lines[LINES - 1], "line 99999");
    }
}
