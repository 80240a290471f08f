//! Lines of a contestant's output, with arbitrary content.

use std::fmt;

use crate::{Cause, Fault};

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
        self.bytes.split(u8::is_ascii_whitespace).filter(|word| !word.is_empty())
    }

    /// Returns the whole line as text if it is UTF-8.
    pub fn text(&self) -> Option<&'a str> {
        std::str::from_utf8(self.bytes).ok()
    }

    /// Parses the whole line as `K` whole numbers (optional sign, then digits). Otherwise returns a
    /// fault that says what was `expected`.
    pub fn numbers<const K: usize>(&self, expected: &str) -> Result<[i64; K], Fault> {
        // One more tells whether there are too many.
        let numbers: Option<Vec<i64>> = self.words().take(K + 1).map(parsed).collect();
        numbers.and_then(|numbers| numbers.try_into().ok()).ok_or_else(|| self.not(expected))
    }

    /// Parses the whole line as whole numbers in the form of [`Line::numbers`], however many. Otherwise
    /// returns a fault that says what was `expected`.
    pub fn number_list(&self, expected: &str) -> Result<Vec<i64>, Fault> {
        self.words().map(parsed).collect::<Option<_>>().ok_or_else(|| self.not(expected))
    }

    /// Returns the fault that this line differs from the `expected` form, which must not depend on
    /// a secret: a person who plays by hand may try again.
    pub fn not(&self, expected: &str) -> Fault {
        Fault { cause: Cause::Form, ..self.breaks(format!("{} is not {expected}", self.quoted())) }
    }

    /// Returns the fault that this line breaks a rule, perhaps because of its encoding.
    pub fn breaks(&self, rule: impl fmt::Display) -> Fault {
        let mark = marked_encoding(self.bytes).map_or(String::new(), |encoding| {
            format!("; the line begins with a byte order mark of {encoding}")
        });
        Fault::wrong(format!("{rule}{mark}")).on_line(self.number)
    }

    /// Returns the fault that this line was written before it was asked for.
    pub fn too_early(&self) -> Fault {
        self.breaks(format!("{} was written before it was asked for", self.quoted()))
    }

    /// Returns the fault that this line comes after the game, which was over for the reason `end`.
    pub fn after_end(&self, end: &str) -> Fault {
        self.breaks(format!("{} was written, but the game was over: {end}", self.quoted()))
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

/// Returns the encoding whose byte order mark comes first in `bytes`, if there is one.
pub fn marked_encoding(bytes: &[u8]) -> Option<&'static str> {
    const MARKS: [(&[u8], &str); 4] = [
        (b"\xef\xbb\xbf", "UTF-8"),
        (b"\xff\xfe\0\0", "UTF-32"),
        (b"\xff\xfe", "UTF-16"),
        (b"\xfe\xff", "UTF-16"),
    ];
    MARKS.iter().find(|(mark, _)| bytes.starts_with(mark)).map(|(_, encoding)| *encoding)
}

/// Parses a word as a whole number: an optional sign, then digits.
fn parsed(word: &[u8]) -> Option<i64> {
    std::str::from_utf8(word).ok()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_any_length() {
        let list = |text: &str| Line::new(1, text.as_bytes()).number_list("numbers").ok();
        assert_eq!(list(" -0 +1\t007 "), Some(vec![0, 1, 7]));
        assert_eq!([list(""), list("1 x"), list("1,2")], [Some(vec![]), None, None]);
    }

    #[test]
    fn reasons_are_printable_and_short() {
        let line = Line::new(7, b"\0\xff 1");
        let due = Fault::new(Cause::Form, "`\\x00\\xff 1` is not a pit").on_line(7);
        assert_eq!(line.not("a pit"), due);
        let long = Line::new(1, &[b'9'; 1000]).quoted();
        assert_eq!(long, format!("`{}…`", "9".repeat(SHOWN)));
    }
}
