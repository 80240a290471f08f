//! Text on its way to a contestant that runs.

use std::io::{self, ErrorKind, Write};

use crate::verdict::Fault;

/// Text for a contestant that its pipe has not taken yet.
#[derive(Debug)]
pub struct Outbox<W> {
    /// `None` once closed.
    pipe: Option<W>,
    /// The pipe has taken what comes before `sent`.
    bytes: Vec<u8>,
    sent: usize,
    /// True if the contestant has closed its standard input.
    is_refused: bool,
    /// True if the pipe is closed after the last byte.
    is_closing: bool,
}

impl<W: Write> Outbox<W> {
    /// An empty outbox.
    pub fn new(pipe: W) -> Outbox<W> {
        Outbox {
            pipe: Some(pipe),
            bytes: Vec::new(),
            sent: 0,
            is_refused: false,
            is_closing: false,
        }
    }

    /// Adds text.
    pub fn push(&mut self, text: &str) {
        self.bytes.extend_from_slice(text.as_bytes());
    }

    /// Closes the pipe once all is written.
    pub fn close(&mut self) {
        self.is_closing = true;
    }

    /// Closes the pipe now.
    pub fn hang_up(&mut self) {
        self.pipe = None;
    }

    /// Returns true if the pipe is open and stays so.
    pub fn is_open(&self) -> bool {
        self.pipe.is_some() && !self.is_closing
    }

    /// The pipe, if there is something to write.
    pub fn due(&self) -> Option<&W> {
        self.pipe.as_ref().filter(|_| self.sent < self.bytes.len())
    }

    /// Number of bytes that the contestant has not read, where `in_pipe` counts those in the pipe;
    /// `usize::MAX` if it has closed its standard input.
    pub fn unread(&self, in_pipe: impl FnOnce(&W) -> usize) -> usize {
        match &self.pipe {
            _ if self.is_refused => usize::MAX,
            Some(pipe) => in_pipe(pipe) + self.bytes.len() - self.sent,
            None => 0,
        }
    }

    /// Writes at most `most` bytes at once, or closes the pipe if that is due; returns false if
    /// nothing is left to write, or the pipe takes no more now. Fails if the pipe is broken, unless
    /// the contestant has closed its standard input: it need not read everything.
    pub fn write(&mut self, most: usize) -> io::Result<bool> {
        if let (Some(pipe), true) = (&mut self.pipe, self.sent < self.bytes.len()) {
            let end = self.bytes.len().min(self.sent.saturating_add(most));
            match pipe.write(&self.bytes[self.sent..end]) {
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(false),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    self.is_refused = true;
                    self.sent = self.bytes.len();
                }
                Err(error) => return Err(error),
            }
            if self.sent < self.bytes.len() {
                return Ok(true);
            }
        }
        self.bytes.clear();
        self.sent = 0;
        if self.is_closing {
            self.pipe = None;
        }
        Ok(false)
    }
}

impl From<io::Error> for Fault {
    /// A pipe to a contestant is broken: `IE`.
    fn from(error: io::Error) -> Fault {
        Fault::internal(format!("a contestant's pipe: {error}"))
    }
}
