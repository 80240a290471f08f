//! The pipes to a contestant. The judge system enforces the time limits.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::time::{Duration, Instant};

use game::{Awaited, Fault, Inbox, Outbox, Transport};

use crate::sys::{ready, unread};

/// Number of bytes written at a time: a pipe that is ready for writing has this much space.
const BLOCK: usize = 4096;

/// Minimum time after the last answer for the contestant to close its output.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The judge's ends of the pipes, in blocking mode.
pub(crate) struct BlockingPipes {
    outbox: Outbox<File>,
    output: File,
    inbox: Inbox,
    /// End of the wait for the contestant to close its output.
    end_of_wait: Instant,
}

impl BlockingPipes {
    /// Connects to a contestant's standard `input` and to its `output` of at most `most` bytes. The
    /// contestant may run for `limit`.
    pub fn new(input: File, output: File, most: u64, limit: Duration) -> Self {
        BlockingPipes {
            outbox: Outbox::new(input),
            output,
            inbox: Inbox::new(most),
            end_of_wait: Instant::now() + limit * 3 / 2,
        }
    }

    /// Waits at most `longest` for a pipe to become ready, then reads or writes.
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

    /// Reads one block, so that no more of a flood is read if its first line is already wrong.
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

impl Transport for BlockingPipes {
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
        if has_output && !self.inbox.has_ended { self.read() } else { Ok(()) }
    }

    /// Waits for output. Most systems pass the end of the input on at once. Kattis's runner does so
    /// only when the validator exits, and kills both after two time limits. So after one and a half
    /// limits, a contestant that still waits for the end of its input is accepted.
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
