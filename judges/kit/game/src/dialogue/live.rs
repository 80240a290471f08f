//! The dialogue with a running contestant; a [`Transport`] moves the bytes.

use std::mem;

use crate::{Dialogue, Fault, Inbox, Line, MessageAt, PlayRng};

/// Part of the output that the judge waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// One line.
    Answer,
    /// Everything until the end of the output, and the contestant's exit.
    Rest,
    /// The rest after the last answer. A transport may limit this wait.
    Exit,
}

/// Both pipes of a running contestant.
pub trait Transport {
    /// Returns the output that has been read so far.
    fn inbox(&mut self) -> &mut Inbox;

    /// Sends `text`, at the latest when the judge waits for the contestant.
    fn send(&mut self, text: &str);

    /// Returns the number of sent bytes that were not read; `usize::MAX` if the input is closed.
    fn unread(&self) -> usize;

    /// Reads available output without waiting. Fails if a limit is exceeded or the pipe is broken.
    fn read_available(&mut self) -> Result<(), Fault>;

    /// Waits for output, on the contestant's time, until `is_done` returns true. `is_done` is
    /// called first, after each read, and at the end of the output. Fails if the contestant
    /// exceeded a limit, its pipe is broken, or `is_done` failed.
    fn wait(
        &mut self,
        awaited: Awaited,
        is_done: impl FnMut(&mut Inbox) -> Result<bool, Fault>,
    ) -> Result<(), Fault>;

    /// Closes the contestant's input after everything was sent.
    fn close(&mut self);
}

/// A dialogue with a running contestant.
///
/// From the second question on, an answer is too early if it was written before the contestant
/// started to read the question. The first question is sent while the contestant starts.
pub struct LiveDialogue<'a, T> {
    /// The contestant's pipes.
    pub transport: &'a mut T,
    rng: Option<PlayRng>,
    /// Number of bytes sent since the last answer.
    asked: usize,
    /// Number of answers that were received in time.
    pub answers: usize,
}

impl<'a, T: Transport> LiveDialogue<'a, T> {
    /// Starts a dialogue by sending `case`. Without `rng`, a game that makes random choices fails.
    pub fn new(transport: &'a mut T, rng: Option<PlayRng>, case: &str) -> LiveDialogue<'a, T> {
        transport.send(case);
        LiveDialogue { transport, rng, asked: case.len(), answers: 0 }
    }
}

impl<T: Transport> Dialogue for LiveDialogue<'_, T> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.asked += text.len();
        self.transport.send(text);
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        let asked = mem::take(&mut self.asked);
        let inbox = self.transport.inbox();
        if asked == 0 && inbox.take()? {
            // No question was asked, so this takes none of the contestant's time.
            self.answers += 1;
            return Ok(self.transport.inbox().line());
        }
        let can_be_early = asked > 0 && inbox.lines > 0;
        if can_be_early {
            self.transport.read_available()?;
            if let Some(line) = self.transport.inbox().unread() {
                return Err(line.too_early());
            }
        }
        self.transport.wait(Awaited::Answer, Inbox::take)?;
        let is_early = can_be_early && self.transport.unread() >= asked;
        let line = self.transport.inbox().line();
        if is_early {
            return Err(line.too_early());
        }
        self.answers += 1;
        Ok(line)
    }

    fn chance(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault> {
        let missing = || Fault::internal("the case lacks its secret");
        let index = self.rng.as_mut().ok_or_else(missing)?.draw(count)?;
        self.send(&(message(index) + "\n"))?;
        Ok(index)
    }

    fn close(&mut self) {
        self.transport.close();
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        self.close();
        let mut more = false;
        self.transport.wait(Awaited::Rest, |inbox| {
            more |= inbox.drain();
            Ok(inbox.has_ended)
        })?;
        Ok(more)
    }

    /// Waits until the contestant's output ends.
    fn finish(&mut self, end: &str) -> Result<(), Fault> {
        self.close();
        self.transport.wait(Awaited::Exit, |inbox| {
            inbox.check_end(end)?;
            Ok(inbox.has_ended)
        })
    }
}
