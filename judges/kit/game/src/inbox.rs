//! The output of a contestant that runs, as it comes.

use std::mem;
use std::ops::Range;

use crate::line::{Line, ended, too_early};
use crate::verdict::Fault;

/// Bytes that a contestant has written so far, taken line by line.
#[derive(Debug, Default)]
pub struct Inbox {
    bytes: Vec<u8>,
    /// Place of the line taken last.
    line: Range<usize>,
    /// Number of bytes that are done with.
    read: usize,
    /// Number of bytes behind them that hold no line end.
    searched: usize,
    lines: usize,
    has_ended: bool,
}

impl Inbox {
    /// Takes over what the contestant has written.
    pub fn receive(&mut self, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
    }

    /// Marks the end of the output.
    pub fn end(&mut self) {
        self.has_ended = true;
    }

    /// Returns true once the output has ended.
    pub fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Number of lines taken so far.
    pub fn lines(&self) -> usize {
        self.lines
    }

    /// Number of bytes that are kept.
    pub fn len(&self) -> usize {
        self.bytes.len()
    }

    /// Returns true if no bytes are kept.
    pub fn is_empty(&self) -> bool {
        self.bytes.is_empty()
    }

    /// Takes the next line, the last of which needs no end; false if it has not come yet.
    ///
    /// # Errors
    /// The output has ended before it.
    pub fn take(&mut self) -> Result<bool, Fault> {
        let from = self.read + self.searched;
        let length = self.bytes[from..].iter().position(|&byte| byte == b'\n');
        let (end, read) = match length {
            Some(length) => (from + length, from + length + 1),
            None if !self.has_ended => {
                self.searched = self.bytes.len() - self.read;
                return Ok(false);
            }
            None if self.read < self.bytes.len() => (self.bytes.len(), self.bytes.len()),
            None => return Err(ended(self.lines)),
        };
        self.line = self.read..end;
        self.read = read;
        self.searched = 0;
        self.lines += 1;
        Ok(true)
    }

    /// The line taken last.
    pub fn line(&self) -> Line<'_> {
        Line::new(self.lines, &self.bytes[self.line.clone()])
    }

    /// Checks that the contestant has written nothing that it was not asked for.
    ///
    /// # Errors
    /// It has: the first line of that.
    pub fn nothing_unread(&self) -> Result<(), Fault> {
        let mut lines = self.bytes[self.read..].split(|&byte| byte == b'\n');
        match lines.find(|line| !line.trim_ascii().is_empty()) {
            Some(line) => Err(too_early(self.lines, line)),
            None => Ok(()),
        }
    }

    /// Takes all that has come; returns whether it is more than white space.
    pub fn drain(&mut self) -> bool {
        let rest = &self.bytes[self.read..];
        let more = !rest.iter().all(u8::is_ascii_whitespace);
        self.read = self.bytes.len();
        self.searched = 0;
        more
    }

    /// Forgets what was taken.
    pub fn forget(&mut self) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.line = 0..0;
    }

    /// Takes all bytes that are kept.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.read = 0;
        self.searched = 0;
        self.line = 0..0;
        mem::take(&mut self.bytes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Lines;

    /// The lines of `output`, which comes in `parts`; forgotten early or not.
    fn taken(output: &[u8], parts: usize, forgets: bool) -> Vec<Vec<u8>> {
        let mut inbox = Inbox::default();
        let mut lines = Vec::new();
        let mut chunks = output.chunks(parts);
        loop {
            match inbox.take() {
                Ok(true) => lines.push(inbox.line().bytes().to_vec()),
                Ok(false) => match chunks.next() {
                    Some(chunk) => inbox.receive(chunk),
                    None => inbox.end(),
                },
                Err(fault) => {
                    assert_eq!(fault, ended(lines.len()));
                    return lines;
                }
            }
            if forgets {
                inbox.forget();
            }
        }
    }

    #[test]
    fn lines_are_those_of_the_whole_output_however_it_comes() {
        for output in [
            "",
            "\n",
            "a",
            "ab\n",
            "ab\n\ncd",
            "1 2\r\n\n3\n\n",
            "\n\nlast",
        ] {
            let lines = Lines::new(output.as_bytes());
            let lines: Vec<Vec<u8>> = lines.map(|line| line.bytes().to_vec()).collect();
            for parts in 1..=4 {
                for forgets in [false, true] {
                    let taken = taken(output.as_bytes(), parts, forgets);
                    assert_eq!(taken, lines, "{output:?} by {parts}");
                }
            }
        }
    }

    #[test]
    fn blank_lines_may_come_unasked_but_no_others() {
        let mut inbox = Inbox::default();
        inbox.receive(b"a\n \nb\n");
        assert_eq!(inbox.take(), Ok(true));
        assert_eq!(inbox.nothing_unread(), Err(too_early(1, b"b")));
        assert!(inbox.drain());
        inbox.receive(b"\n\t\n");
        assert_eq!(inbox.nothing_unread(), Ok(()));
        assert!(!inbox.drain());
    }
}
