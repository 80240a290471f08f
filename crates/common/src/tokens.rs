//! A fast reader of tokens separated by white space, with line numbers. It never waits for bytes
//! after the requested token, so it also serves interactive protocols.

use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::str::FromStr;

/// A rejected input. Its `Display` is `line N: ` and the problem.
#[derive(Debug)]
pub struct Malformed {
    /// Line of the input, from 1.
    pub line: usize,
    /// The problem on that line, in words.
    pub problem: String,
}

impl Malformed {
    /// Returns the error for a `line`, counted from 1, that breaks `rule`.
    pub fn rule(line: usize, rule: String) -> Malformed {
        Malformed { line, problem: rule }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.problem)
    }
}

impl std::error::Error for Malformed {}

const SHOWN: usize = 40;

/// The tokens of a byte stream.
///
/// ```
/// use common::tokens::Tokens;
/// let mut tokens = Tokens::new("3 -1\n x".as_bytes());
/// assert_eq!(tokens.number::<usize>("a size").unwrap(), 3);
/// assert_eq!(tokens.number::<i32>("a cell").unwrap(), -1);
/// let error = tokens.number::<i32>("a cell").unwrap_err();
/// assert_eq!(error.to_string(), "line 2: `x` stands where a cell should be");
/// ```
pub struct Tokens<R> {
    input: BufReader<R>,
    /// Number of bytes taken so far.
    offset: usize,
    line: usize,
    token: Vec<u8>,
}

impl<R: Read> Tokens<R> {
    /// Creates a reader that reads `input` in blocks of up to 64 KiB.
    pub fn new(input: R) -> Tokens<R> {
        Tokens {
            input: BufReader::with_capacity(1 << 16, input),
            offset: 0,
            line: 1,
            token: Vec::new(),
        }
    }

    /// Returns the line of the last token, from 1.
    pub fn line(&self) -> usize {
        self.line
    }

    /// Returns the offset of the end of the last token, in bytes.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Reads the next token; returns `None` at the end of the input.
    ///
    /// # Errors
    /// Reading from the stream failed.
    pub fn token(&mut self) -> Result<Option<&[u8]>, Malformed> {
        self.token.clear();
        while let Some(byte) = self.peek()? {
            if !byte.is_ascii_whitespace() {
                self.token.push(byte);
            } else if !self.token.is_empty() {
                break;
            } else if byte == b'\n' {
                self.line += 1;
            }
            self.input.consume(1);
            self.offset += 1;
        }
        Ok((!self.token.is_empty()).then_some(&self.token))
    }

    /// Reads the next token as a number. Error messages call the number `expected`.
    ///
    /// # Errors
    /// The input ended, or the token is not a number of type `T`.
    pub fn number<T: FromStr>(&mut self, expected: &'static str) -> Result<T, Malformed> {
        match self.number_or_end(expected)? {
            Some(number) => Ok(number),
            None => Err(self.breaks(format!("the input ends where {expected} should be"))),
        }
    }

    /// Reads the next token as a number, or returns `None` at the end of the input.
    ///
    /// # Errors
    /// The token is not a number of type `T`.
    pub fn number_or_end<T: FromStr>(
        &mut self,
        expected: &'static str,
    ) -> Result<Option<T>, Malformed> {
        let Some(token) = self.token()? else {
            return Ok(None);
        };
        match std::str::from_utf8(token).ok().and_then(|text| text.parse().ok()) {
            Some(number) => Ok(Some(number)),
            None => Err(self.unexpected(expected)),
        }
    }

    /// Returns the error for a last token that is not the `expected` one.
    pub fn unexpected(&self, expected: &'static str) -> Malformed {
        let shown = String::from_utf8_lossy(&self.token[..self.token.len().min(SHOWN)]);
        self.breaks(format!("`{shown}` stands where {expected} should be"))
    }

    /// Returns the error for the line of the last token, which breaks `rule`.
    pub fn breaks(&self, rule: String) -> Malformed {
        Malformed::rule(self.line, rule)
    }

    fn peek(&mut self) -> Result<Option<u8>, Malformed> {
        loop {
            match self.input.fill_buf() {
                Ok(block) => return Ok(block.first().copied()),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.breaks(error.to_string())),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pipe that delivers one byte per read.
    struct Trickle<'a>(&'a [u8]);

    impl Read for Trickle<'_> {
        fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
            let count = self.0.len().min(1);
            out[..count].copy_from_slice(&self.0[..count]);
            self.0 = &self.0[count..];
            Ok(count)
        }
    }

    #[test]
    fn blocks_do_not_matter() {
        let text = b" 12\r\n\r\n34 56";
        let mut whole = Tokens::new(&text[..]);
        let mut slow = Tokens::new(Trickle(text));
        for (number, line) in [(12, 1), (34, 3), (56, 3)] {
            assert_eq!(whole.number::<i32>("a number").unwrap(), number);
            assert_eq!(slow.number::<i32>("a number").unwrap(), number);
            assert_eq!((whole.line(), slow.line()), (line, line));
            assert_eq!(whole.offset(), slow.offset());
        }
        assert!(slow.number_or_end::<i32>("a number").unwrap().is_none());
    }

    #[test]
    fn a_token_is_answered_at_its_end_without_reading_on() {
        struct Once(bool);
        impl Read for Once {
            fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
                let is_first = !std::mem::replace(&mut self.0, true);
                assert!(is_first, "read again too early");
                out[..2].copy_from_slice(b"7\n");
                Ok(2)
            }
        }
        assert_eq!(Tokens::new(Once(false)).number::<u8>("a pit").unwrap(), 7);
    }
}
