//! Text that is being sent to a running contestant.

use std::io::{self, ErrorKind, Write};

use crate::Fault;

/// Text for a contestant that does not fit into its pipe yet.
#[derive(Debug)]
pub struct Outbox<W> {
    /// The pipe; `None` after it was closed.
    pipe: Option<W>,
    /// Text; the first `sent` bytes have been written to the pipe.
    bytes: Vec<u8>,
    sent: usize,
    /// True if the contestant has closed its standard input.
    is_refused: bool,
    /// True if the pipe must be closed after the last byte.
    is_closing: bool,
}

impl<W: Write> Outbox<W> {
    /// Creates an empty outbox.
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

    /// Closes the pipe after everything is written.
    pub fn close(&mut self) {
        self.is_closing = true;
    }

    /// Closes the pipe immediately.
    pub fn hang_up(&mut self) {
        self.pipe = None;
    }

    /// Returns true if neither side has closed the pipe or is about to.
    pub fn is_open(&self) -> bool {
        self.pipe.is_some() && !self.is_closing && !self.is_refused
    }

    /// Returns the pipe if there is text to write.
    pub fn due(&self) -> Option<&W> {
        self.pipe.as_ref().filter(|_| self.sent < self.bytes.len())
    }

    /// Returns the number of bytes that the contestant has not read; `in_pipe` counts those in the
    /// pipe. Returns `usize::MAX` if the contestant has closed its standard input.
    pub fn unread(&self, in_pipe: impl FnOnce(&W) -> usize) -> usize {
        match &self.pipe {
            _ if self.is_refused => usize::MAX,
            Some(pipe) => in_pipe(pipe) + self.bytes.len() - self.sent,
            None => 0,
        }
    }

    /// Writes at most `most` bytes, or closes the pipe if that is due. Returns false if nothing is
    /// left or the pipe is full. Fails if the pipe is broken; but if the contestant has closed its
    /// standard input, the text is dropped, since it need not read everything.
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
    /// Makes a broken pipe an `IE`.
    fn from(error: io::Error) -> Fault {
        Fault::internal(format!("a contestant's pipe: {error}"))
    }
}
