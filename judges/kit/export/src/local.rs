//! The pipes to a contestant of one's own, without limits.

use std::io::{BufRead, Write};

use game::{Awaited, Fault, Inbox, Transport};

/// A writer to a contestant and a reader from it. Each line read is copied.
///
/// Output is read line by line, and only when it is due: none is too early.
#[derive(Debug)]
pub(crate) struct LocalPipes<To, From, Copy> {
    /// `None` once closed.
    to_contestant: Option<To>,
    from_contestant: From,
    copy: Copy,
    inbox: Inbox,
}

impl<To: Write, From: BufRead, Copy: Write> LocalPipes<To, From, Copy> {
    /// Pipes for any number of lines.
    pub fn new(to_contestant: Option<To>, from_contestant: From, copy: Copy) -> Self {
        LocalPipes {
            to_contestant,
            from_contestant,
            copy,
            inbox: Inbox::new(u64::MAX),
        }
    }
}

impl<To: Write, From: BufRead, Copy: Write> Transport for LocalPipes<To, From, Copy> {
    fn inbox(&mut self) -> &mut Inbox {
        &mut self.inbox
    }

    /// A contestant need not read everything.
    fn send(&mut self, text: &str) {
        if let Some(to) = &mut self.to_contestant {
            let _ = to.write_all(text.as_bytes()).and_then(|()| to.flush());
        }
    }

    fn unread(&self) -> usize {
        0
    }

    fn read_available(&mut self) -> Result<(), Fault> {
        Ok(())
    }

    fn wait(
        &mut self,
        _awaited: Awaited,
        mut is_done: impl FnMut(&mut Inbox) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let mut line = Vec::new();
        while !is_done(&mut self.inbox)? {
            line.clear();
            if self.from_contestant.read_until(b'\n', &mut line)? == 0 {
                self.inbox.end();
                continue;
            }
            let copied = self.copy.write_all(&line).and_then(|()| self.copy.flush());
            copied.map_err(|error| Fault::internal(format!("standard output: {error}")))?;
            self.inbox.receive(&line)?;
        }
        Ok(())
    }

    fn close(&mut self) {
        self.to_contestant = None;
    }
}
