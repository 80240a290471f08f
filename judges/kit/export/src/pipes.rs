//! The pipes to a contestant. Limits of time are the judge system's.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

use game::{Awaited, Fault, Inbox, Outbox, Transport};

use crate::sys::{ready, unread};

/// Bytes written at a time: a writable pipe has room for as many.
const BLOCK: usize = 4096;

/// Minimum time for the end of a contestant's output after the last answer.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The judge's ends of the pipes, which block.
pub(crate) struct ContestantPipes {
    outbox: Outbox<File>,
    output: File,
    inbox: Inbox,
    /// When the wait for the contestant to close its output ends.
    end_of_wait: Instant,
}

impl ContestantPipes {
    /// Pipes to a contestant's standard `input` and from its `output` of at most `most` bytes. It may
    /// run for `limit`.
    pub fn new(input: File, output: File, most: u64, limit: Duration) -> Self {
        ContestantPipes {
            outbox: Outbox::new(input),
            output,
            inbox: Inbox::new(most),
            end_of_wait: Instant::now() + limit * 3 / 2,
        }
    }

    /// Waits until a pipe has something to take or to give, `longest` at most, and does that.
    fn pump(&mut self, longest: Option<Duration>) -> Result<(), Fault> {
        let [has_output, takes_input] = ready(&self.output, self.outbox.due(), longest)?;
        if takes_input {
            self.outbox.write(BLOCK)?;
        }
        if has_output {
            self.read()?;
        }
        Ok(())
    }

    /// Reads one block: a flood is not read on when its first line says enough.
    fn read(&mut self) -> Result<(), Fault> {
        let mut block = [0; 1 << 16];
        match self.output.read(&mut block) {
            Ok(0) => self.inbox.has_ended = true,
            Ok(count) => self.inbox.receive(&block[..count])?,
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(error.into()),
        }
        Ok(())
    }
}

impl Transport for ContestantPipes {
    fn inbox(&mut self) -> &mut Inbox {
        &mut self.inbox
    }

    fn send(&mut self, text: &str) {
        self.outbox.push(text);
    }

    fn unread(&self) -> usize {
        self.outbox.unread(unread)
    }

    fn read_available(&mut self) -> Result<(), Fault> {
        let [has_output, _] = ready(&self.output, None, Some(Duration::ZERO))?;
        match has_output && !self.inbox.has_ended {
            true => self.read(),
            false => Ok(()),
        }
    }

    /// Most systems pass the end of the input on at once. Kattis's runner does when the validator
    /// has ended, and stops both after two time limits. So a contestant that waits for the end of
    /// its input after the last answer is accepted after one and a half.
    fn wait(
        &mut self,
        awaited: Awaited,
        mut is_done: impl FnMut(&mut Inbox) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let end = self.end_of_wait.max(Instant::now() + LAST_WORDS);
        while !is_done(&mut self.inbox)? {
            let left = end.saturating_duration_since(Instant::now());
            let left = (awaited == Awaited::Exit).then_some(left);
            if left.is_some_and(|left| left.is_zero()) {
                break;
            }
            self.pump(left)?;
        }
        Ok(())
    }

    fn close(&mut self) {
        self.outbox.close();
    }
}
