//! The conversation with a contestant of one's own, without limits.

use std::io::{BufRead, Write};

use game::{Dialogue, Fault, Line, Weights, ended, too_early};
use validator::SecretChoices;

/// A conversation over a writer and a reader. Each answer is copied.
#[derive(Debug)]
pub struct LocalDialogue<To, From, Copy> {
    /// `None` once closed.
    to_contestant: Option<To>,
    from_contestant: From,
    copy: Copy,
    /// `None` where the judge draws nothing.
    choices: Option<SecretChoices>,
    line: Vec<u8>,
    lines: usize,
}

impl<To: Write, From: BufRead, Copy: Write> LocalDialogue<To, From, Copy> {
    /// A conversation that has not begun.
    pub fn new(
        to_contestant: Option<To>,
        from_contestant: From,
        copy: Copy,
        choices: Option<SecretChoices>,
    ) -> LocalDialogue<To, From, Copy> {
        LocalDialogue {
            to_contestant,
            from_contestant,
            copy,
            choices,
            line: Vec::new(),
            lines: 0,
        }
    }

    /// Sends text. A contestant need not read it.
    pub fn tell(&mut self, text: &str) {
        if let Some(to) = &mut self.to_contestant {
            let _ = to.write_all(text.as_bytes()).and_then(|()| to.flush());
        }
    }

    /// Ends the conversation.
    ///
    /// # Errors
    /// There is more output than was asked for.
    pub fn finish(&mut self) -> Result<(), Fault> {
        self.to_contestant = None;
        let lines = self.lines;
        while self.next()? {
            if !self.line.trim_ascii().is_empty() {
                return Err(too_early(lines, &self.line));
            }
        }
        Ok(())
    }

    /// Reads and copies the next line, and returns whether there is one.
    fn next(&mut self) -> Result<bool, Fault> {
        self.line.clear();
        let broken = |error| Fault::internal(format!("a contestant's output: {error}"));
        let read = self.from_contestant.read_until(b'\n', &mut self.line);
        let count = read.map_err(broken)?;
        let copied = self.copy.write_all(&self.line);
        copied
            .and_then(|()| self.copy.flush())
            .map_err(|error| Fault::internal(format!("standard output: {error}")))?;
        if self.line.ends_with(b"\n") {
            self.line.pop();
        }
        self.lines += usize::from(count > 0);
        Ok(count > 0)
    }
}

impl<To: Write, From: BufRead, Copy: Write> Dialogue for LocalDialogue<To, From, Copy> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.tell(text);
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        match self.next()? {
            true => Ok(Line::new(self.lines, &self.line)),
            false => Err(ended(self.lines)),
        }
    }

    fn choose(
        &mut self,
        weights: Weights,
        message: &dyn Fn(usize) -> String,
    ) -> Result<usize, Fault> {
        let choices = self.choices.as_mut();
        let choices = choices.ok_or(Fault::internal("the case has no secret behind it"))?;
        let choice = choices.draw(weights)?;
        self.tell(&(message(choice) + "\n"));
        Ok(choice)
    }

    fn close(&mut self) {
        self.to_contestant = None;
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        self.close();
        let mut more = false;
        while self.next()? {
            more |= !self.line.trim_ascii().is_empty();
        }
        Ok(more)
    }
}
