//! Output of a contestant, while it arrives or complete.

use std::mem;
use std::ops::Range;

use crate::{Cause, Fault, Line, Verdict};

/// Output of a contestant so far, taken line by line.
#[derive(Debug, Default)]
pub struct Inbox {
    bytes: Vec<u8>,
    /// Range of the last line taken.
    line: Range<usize>,
    /// Number of bytes that are no longer needed.
    read: usize,
    /// Number of bytes after `read` that were searched and contain no line end.
    searched: usize,
    /// Number of lines taken so far.
    pub(crate) lines: usize,
    received: u64,
    most: u64,
    /// True once the output has ended.
    pub has_ended: bool,
}

impl Inbox {
    /// Returns an empty inbox for at most `most` bytes of output.
    pub fn new(most: u64) -> Inbox {
        Inbox { most, ..Inbox::default() }
    }

    /// Returns the inbox of a complete output.
    pub fn complete(output: &[u8]) -> Inbox {
        Inbox { bytes: output.into(), has_ended: true, ..Inbox::default() }
    }

    /// Adds bytes from the contestant. Fails if the output gets too long (`OLE`).
    pub fn receive(&mut self, bytes: &[u8]) -> Result<(), Fault> {
        self.bytes.extend_from_slice(bytes);
        self.received += bytes.len() as u64;
        if self.received <= self.most {
            return Ok(());
        }
        let reason = format!("more than {} bytes of output", self.most);
        Err(Fault::new(Cause::Verdict(Verdict::Ole), reason))
    }

    /// Returns true if the contestant has written nothing so far.
    pub fn is_unused(&self) -> bool {
        self.received == 0
    }

    /// Takes the next line and frees the previous one. Returns false if the line has not arrived
    /// yet; the last line needs no line end. Fails if the output has ended.
    pub fn take(&mut self) -> Result<bool, Fault> {
        let from = self.read + self.searched;
        let length = self.bytes[from..].iter().position(|&byte| byte == b'\n');
        let (end, read) = match length {
            Some(length) => (from + length, from + length + 1),
            None if !self.has_ended => {
                self.forget();
                self.searched = self.bytes.len();
                return Ok(false);
            }
            None if self.read < self.bytes.len() => (self.bytes.len(), self.bytes.len()),
            None => return Err(Fault::ended(self.lines)),
        };
        self.line = self.read..end;
        self.read = read;
        self.searched = 0;
        self.lines += 1;
        Ok(true)
    }

    /// Takes the next line of a complete output; fails at the end.
    pub fn due(&mut self) -> Result<Line<'_>, Fault> {
        self.take().map(|_| self.line())
    }

    /// Fails if another line is not blank. The game was over for the reason `end`.
    pub fn check_end(&self, end: &str) -> Result<(), Fault> {
        self.unread().map_or(Ok(()), |line| Err(line.after_end(end)))
    }

    /// Returns the last line taken.
    pub fn line(&self) -> Line<'_> {
        Line::new(self.lines, &self.bytes[self.line.clone()])
    }

    /// Returns the first line that was not taken and is not blank; it may be incomplete.
    pub fn unread(&self) -> Option<Line<'_>> {
        let lines = self.bytes[self.read..].split(|&byte| byte == b'\n');
        (self.lines + 1..).zip(lines).find_map(|(number, bytes)| {
            let line = Line::new(number, bytes);
            (!line.is_blank()).then_some(line)
        })
    }

    /// Discards everything received so far. Returns true if it is more than white space.
    pub fn drain(&mut self) -> bool {
        let rest = &self.bytes[self.read..];
        let more = !rest.iter().all(u8::is_ascii_whitespace);
        self.read = self.bytes.len();
        self.forget();
        more
    }

    /// Takes the remaining bytes.
    pub fn take_bytes(&mut self) -> Vec<u8> {
        self.forget();
        mem::take(&mut self.bytes)
    }

    /// Frees bytes that are no longer needed.
    fn forget(&mut self) {
        self.bytes.drain(..self.read);
        self.read = 0;
        self.searched = 0;
        self.line = 0..0;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    /// Returns the lines of `output` if it arrives in `parts`.
    fn taken(output: &[u8], parts: usize) -> Vec<Vec<u8>> {
        let mut inbox = Inbox::new(u64::MAX);
        let mut lines = Vec::new();
        let mut chunks = output.chunks(parts);
        loop {
            match inbox.take() {
                Ok(true) => lines.push(inbox.line().bytes.to_vec()),
                Ok(false) => match chunks.next() {
                    Some(chunk) => inbox.receive(chunk).unwrap(),
                    None => inbox.has_ended = true,
                },
                Err(fault) => {
                    assert_eq!(fault, Fault::ended(lines.len()));
                    return lines;
                }
            }
        }
    }

    #[test]
    fn lines_are_those_of_the_whole_output_however_it_comes() {
        for output in ["", "\n", "a", "ab\n", "ab\n\ncd", "1 2\r\n\n3\n\n", "\n\nlast"] {
            let mut whole = Inbox::complete(output.as_bytes());
            let lines: Vec<Vec<u8>> =
                std::iter::from_fn(|| Some(whole.due().ok()?.bytes.to_vec())).collect();
            for parts in 1..=4 {
                let taken = taken(output.as_bytes(), parts);
                assert_eq!(taken, lines, "{output:?} by {parts}");
            }
        }
    }

    #[test]
    fn blank_lines_may_come_unasked_but_no_others() {
        let mut inbox = Inbox::new(12);
        inbox.receive(b"a\n \nb\n").unwrap();
        assert_eq!(inbox.take(), Ok(true));
        let early = inbox.unread().map(|line| (line.number, line.quoted()));
        assert_eq!(early, Some((3, "`b`".into())));
        assert!(inbox.drain());
        inbox.receive(b"\n\t\n").unwrap();
        assert!(inbox.unread().is_none());
        assert!(!inbox.drain());
    }
}
