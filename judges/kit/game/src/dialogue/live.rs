//! The dialogue with a contestant that runs, over a [`Transport`] that moves the bytes.

use std::mem;

use super::{Dialogue, MessageAt};
use crate::inbox::Inbox;
use crate::line::Line;
use crate::play_rng::PlayRng;
use crate::verdict::Fault;

/// Output that the judge waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Awaited {
    /// A line.
    Answer,
    /// Everything up to the end of the output, and the contestant's exit.
    Rest,
    /// The same after the last answer. A transport may limit how long it waits for the rest.
    Exit,
}

/// Both pipes of a contestant that runs.
pub trait Transport {
    /// The contestant's output as far as it was read.
    fn inbox(&mut self) -> &mut Inbox;

    /// Sends `text`, at the latest when the contestant is waited for.
    fn send(&mut self, text: &str);

    /// Returns the number of sent bytes left unread; `usize::MAX` if the input is closed.
    fn unread(&self) -> usize;

    /// Reads output that is there, without waiting; fails if the contestant broke a limit, or its
    /// pipe is broken.
    fn read_available(&mut self) -> Result<(), Fault>;

    /// Waits for output, on the contestant's time, until `is_done` returns true; calls it first,
    /// then after each read and at the end of the output. Fails if the contestant broke a limit, its
    /// pipe is broken, or `is_done` failed.
    fn wait(
        &mut self,
        awaited: Awaited,
        is_done: impl FnMut(&mut Inbox) -> Result<bool, Fault>,
    ) -> Result<(), Fault>;

    /// Closes the contestant's input once it has taken what was sent.
    fn close(&mut self);
}

/// A dialogue with a contestant that runs.
///
/// From the second question on, an answer is too early if it was written before the contestant
/// began to read the question. The first question is sent while the contestant starts.
pub struct LiveDialogue<'a, T> {
    /// The contestant's pipes.
    pub transport: &'a mut T,
    rng: Option<PlayRng>,
    /// Bytes sent since the last answer.
    asked: usize,
}

impl<'a, T: Transport> LiveDialogue<'a, T> {
    /// A dialogue whose contestant is sent `case` first. Without `rng`, a game that draws is at fault.
    pub fn new(transport: &'a mut T, rng: Option<PlayRng>, case: &str) -> LiveDialogue<'a, T> {
        transport.send(case);
        LiveDialogue {
            transport,
            rng,
            asked: case.len(),
        }
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
            // Without a question this takes none of the contestant's time.
            return Ok(self.transport.inbox().line());
        }
        let before = inbox.lines;
        let can_be_early = asked > 0 && before > 0;
        if can_be_early {
            self.transport.read_available()?;
            if let Some(line) = self.transport.inbox().unread() {
                return Err(line.too_early());
            }
        }
        self.transport.wait(Awaited::Answer, Inbox::take)?;
        let is_early = can_be_early && self.transport.unread() >= asked;
        let line = self.transport.inbox().line();
        match is_early {
            true => Err(line.too_early()),
            false => Ok(line),
        }
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

    /// Waits for the end of the contestant's output.
    fn finish(&mut self, end: &str) -> Result<(), Fault> {
        self.close();
        self.transport
            .wait(Awaited::Exit, |inbox| match inbox.unread() {
                Some(line) => Err(line.after_end(end)),
                None => Ok(inbox.has_ended),
            })
    }
}
