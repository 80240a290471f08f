//! Lines of a contestant's output, with arbitrary content.

use std::fmt;

use crate::fault::Fault;

/// Maximum size of a line's part that is shown in a reason, bytes.
const SHOWN: usize = 40;

/// One line of output, without its end.
#[derive(Clone, Copy, Debug)]
pub struct Line<'a> {
    /// Number of the line in the output, from 1.
    pub number: usize,
    /// The line without changes.
    pub bytes: &'a [u8],
}

impl<'a> Line<'a> {
    /// Creates line `number`, counted from 1.
    pub fn new(number: usize, bytes: &'a [u8]) -> Line<'a> {
        Line { number, bytes }
    }

    /// Returns the line without white space at both ends.
    pub fn trimmed(&self) -> &'a [u8] {
        self.bytes.trim_ascii()
    }

    /// Returns true if the line is empty or only white space.
    pub fn is_blank(&self) -> bool {
        self.bytes.iter().all(u8::is_ascii_whitespace)
    }

    /// Returns the words, split at ASCII white space.
    pub fn words(&self) -> impl Iterator<Item = &'a [u8]> {
        let words = self.bytes.split(u8::is_ascii_whitespace);
        words.filter(|word| !word.is_empty())
    }

    /// Returns the whole line as text if it is UTF-8.
    pub fn text(&self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes).ok()
    }

    /// Parses the whole line as `K` whole numbers (optional sign, then digits). Otherwise returns a
    /// fault that says what was `expected`.
    pub fn numbers<const K: usize>(&self, expected: &str) -> Result<[i64; K], Fault> {
        let mut numbers = [0; K];
        let mut words = self.words();
        for slot in &mut numbers {
            let word = words.next();
            let number = word.and_then(|word| std::str::from_utf8(word).ok()?.parse().ok());
            *slot = number.ok_or_else(|| self.not(expected))?;
        }
        match words.next() {
            None => Ok(numbers),
            Some(_) => Err(self.not(expected)),
        }
    }

    /// Returns the fault that this line is not what was expected.
    pub fn not(&self, expected: &str) -> Fault {
        let mark = match self.bytes.starts_with(b"\xef\xbb\xbf") {
            true => ", for it begins with a byte order mark",
            false => "",
        };
        self.breaks(format!("{} is not {expected}{mark}", self.quoted()))
    }

    /// Returns the fault that this line breaks a rule.
    pub fn breaks(&self, rule: impl fmt::Display) -> Fault {
        Fault::wrong(rule.to_string()).on_line(self.number)
    }

    /// Returns the fault that this line was written before it was asked for.
    pub fn too_early(&self) -> Fault {
        self.breaks(format!(
            "{} was written before it was asked for",
            self.quoted()
        ))
    }

    /// Returns the fault that this line comes after the game, which was over for the reason `end`.
    pub fn after_end(&self, end: &str) -> Fault {
        self.breaks(format!(
            "{} was written, but the game was over: {end}",
            self.quoted()
        ))
    }

    /// Returns the line between backticks, printable and shortened, or says that it is empty.
    pub fn quoted(&self) -> String {
        let bytes = self.bytes.trim_ascii_end();
        if bytes.is_empty() {
            return "an empty line".into();
        }
        let text = bytes[..bytes.len().min(SHOWN)].escape_ascii();
        let dots = if bytes.len() > SHOWN { "…" } else { "" };
        format!("`{text}{dots}`")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_are_printable_and_short() {
        let line = Line::new(7, b"\0\xff 1");
        let due = Fault::wrong("`\\x00\\xff 1` is not a pit").on_line(7);
        assert_eq!(line.not("a pit"), due);
        let long = Line::new(1, &[b'9'; 1000]).quoted();
        assert_eq!(long, format!("`{}…`", "9".repeat(SHOWN)));
    }
}
