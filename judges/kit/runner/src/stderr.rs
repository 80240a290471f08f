//! Copies a contestant's standard error to a file.

use std::fs::File;
use std::io::{self, ErrorKind, PipeReader, PipeWriter, Read, Write};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

use rustix::fs::{OFlags, fcntl_setfl};

/// Maximum number of bytes that are saved.
const SAVED: u64 = 16 << 20;

/// Maximum length of a text, bytes.
const TEXT: u64 = 1 << 10;

/// Capacity of the largest pipe, bytes: Linux' default for `pipe-max-size`.
const PIPE: usize = 1 << 20;

/// Saves the beginning of a contestant's standard error and drops the rest, so that the contestant
/// never waits and the disk does not fill up.
pub(crate) struct SavedStderr {
    pipe: PipeReader,
    file: File,
    left: u64,
    block: Vec<u8>,
    at_eof: bool,
    /// Reason why the file is incomplete, if it is.
    pub lost: Option<String>,
}

impl SavedStderr {
    pub fn to(file: OwnedFd) -> io::Result<(SavedStderr, PipeWriter)> {
        let (pipe, writer) = io::pipe()?;
        fcntl_setfl(&pipe, OFlags::NONBLOCK)?;
        let saved = SavedStderr {
            pipe,
            file: file.into(),
            left: SAVED,
            block: vec![0; 1 << 16],
            at_eof: false,
            lost: None,
        };
        Ok((saved, writer))
    }

    /// Returns the descriptor to poll; `None` at the end.
    pub fn pipe(&self) -> Option<BorrowedFd<'_>> {
        (!self.at_eof).then(|| self.pipe.as_fd())
    }

    /// Takes the beginning of the available text, which is then not saved.
    pub fn take_text(&mut self) -> io::Result<String> {
        let mut text = Vec::new();
        match (&self.pipe).take(TEXT).read_to_end(&mut text) {
            Err(error) if error.kind() != ErrorKind::WouldBlock => Err(error),
            _ => Ok(String::from_utf8_lossy(text.trim_ascii()).replace('\n', "; ")),
        }
    }

    /// Copies one block; returns its length, or 0.
    pub fn take(&mut self) -> usize {
        let read = self.pipe.read(&mut self.block);
        if matches!(&read, Err(error) if error.kind() == ErrorKind::WouldBlock) {
            return 0;
        }
        let count = read.unwrap_or_else(|error| {
            self.lost = Some(error.to_string());
            0
        });
        self.at_eof = count == 0;
        let saved = self.left.min(count as u64);
        self.left -= saved;
        if let Err(error) = self.file.write_all(&self.block[..saved as usize]) {
            self.left = 0;
            self.lost = Some(error.to_string());
        }
        count
    }

    /// Copies the rest of the pipe after the contestant, even if another process goes on writing.
    pub fn take_rest(&mut self) {
        let mut rest = PIPE;
        while rest > 0 {
            match self.take() {
                0 => return,
                count => rest = rest.saturating_sub(count),
            }
        }
    }
}
