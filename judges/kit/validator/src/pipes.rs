//! The conversation with a contestant at the other end of standard input and output. Limits
//! of time are the judge system's.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::time::{Duration, Instant};

use game::{Dialogue, Fault, Inbox, Line, Verdict, Weights, too_early};

use crate::Conditions;
use crate::choices::SecretChoices;
use crate::streams::GameStreams;
use crate::sys::{output, ready, unread};

/// Bytes written at a time: as many as a pipe that takes any takes at once.
const BLOCK: usize = 4096;

/// Least time for which the end of a contestant's output is waited for.
const LAST_WORDS: Duration = Duration::from_millis(200);

/// The judge's end of a conversation.
#[derive(Debug)]
pub struct ContestantPipes {
    /// `None` once closed.
    to_contestant: Option<File>,
    choices: SecretChoices,
    output_bytes: u64,
    /// When the end of the contestant's output is waited for no more.
    end_of_wait: Instant,
    /// Written by the judge; the pipe has taken what comes before `sent`.
    outbox: Vec<u8>,
    sent: usize,
    /// Bytes sent since the last answer.
    asked: usize,
    /// True once the contestant has closed its standard input.
    is_deaf: bool,
    /// True if its input ends with the last byte sent.
    is_closing: bool,
    /// All that the contestant has written.
    inbox: Inbox,
    /// All that the judge has sent after the case.
    messages: String,
}

impl ContestantPipes {
    /// A conversation that has not begun, over standard input and output.
    pub fn new(choices: SecretChoices, conditions: Conditions) -> ContestantPipes {
        let limit = Duration::from_secs(conditions.seconds);
        ContestantPipes {
            to_contestant: Some(output()),
            choices,
            output_bytes: conditions.output_bytes,
            end_of_wait: Instant::now() + limit * 3 / 2,
            outbox: Vec::new(),
            sent: 0,
            asked: 0,
            is_deaf: false,
            is_closing: false,
            inbox: Inbox::default(),
            messages: String::new(),
        }
    }

    /// Sends the case, which is no message.
    pub fn tell(&mut self, case: &str) {
        self.outbox.extend_from_slice(case.as_bytes());
        self.asked += case.len();
    }

    /// Ends the conversation: closes the contestant's input, and reads its output to the end. Most
    /// systems pass the end of the input on at once. Kattis's runner does when the validator has
    /// ended, and stops both after two time limits: a contestant that waits for the end of its
    /// input is accepted after one and a half.
    ///
    /// # Errors
    /// It wrote more than it was asked for.
    pub fn finish(&mut self) -> Result<(), Fault> {
        self.is_closing = true;
        let end_of_wait = self.end_of_wait.max(Instant::now() + LAST_WORDS);
        loop {
            self.inbox.nothing_unread()?;
            let left = end_of_wait.saturating_duration_since(Instant::now());
            if self.inbox.has_ended() || left.is_zero() {
                return Ok(());
            }
            self.pump(Some(left))?;
        }
    }

    /// Both streams so far.
    pub fn into_transcript(mut self) -> GameStreams {
        GameStreams {
            input: self.messages,
            output: self.inbox.take_bytes(),
        }
    }

    /// Bytes that were sent and that the contestant has not read yet.
    fn not_yet_read(&self) -> usize {
        match &self.to_contestant {
            _ if self.is_deaf => usize::MAX,
            Some(pipe) => unread(pipe) + self.outbox.len() - self.sent,
            None => 0,
        }
    }

    /// Waits until a pipe has something to take or to give, `longest` at most, and does that.
    fn pump(&mut self, longest: Option<Duration>) -> Result<(), Fault> {
        self.close_if_due();
        let ready =
            ready(self.sent < self.outbox.len(), longest).map_err(|error| broken(&error))?;
        if ready.output {
            self.write()?;
        }
        if ready.input {
            self.read()?;
        }
        Ok(())
    }

    fn write(&mut self) -> Result<(), Fault> {
        let Some(pipe) = &mut self.to_contestant else {
            return Ok(());
        };
        let end = self.outbox.len().min(self.sent + BLOCK);
        match pipe.write(&self.outbox[self.sent..end]) {
            Ok(count) => self.sent += count,
            // It need not read what it does not want to know.
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.is_deaf = true;
                self.sent = self.outbox.len();
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(broken(&error)),
        }
        if self.sent == self.outbox.len() {
            self.outbox.clear();
            self.sent = 0;
        }
        self.close_if_due();
        Ok(())
    }

    fn close_if_due(&mut self) {
        if self.is_closing && self.outbox.is_empty() {
            self.to_contestant = None;
        }
    }

    /// Reads one block: a flood is not read on when its first line says enough.
    fn read(&mut self) -> Result<(), Fault> {
        let mut block = [0; 1 << 16];
        match io::stdin().lock().read(&mut block) {
            Ok(0) => self.inbox.end(),
            Ok(count) => self.inbox.receive(&block[..count]),
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            Err(error) => return Err(broken(&error)),
        }
        match self.inbox.len() as u64 > self.output_bytes {
            true => {
                let reason = format!("more than {} bytes of output", self.output_bytes);
                Err(Fault::Verdict(Verdict::Ole, reason))
            }
            false => Ok(()),
        }
    }
}

impl Dialogue for ContestantPipes {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.messages += text;
        self.tell(text);
        Ok(())
    }

    /// A line that the contestant writes before the second question, or a later one, has come, and
    /// before it has begun to read that question, is no answer to it.
    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        let asked = std::mem::take(&mut self.asked);
        let before = self.inbox.lines();
        let can_be_early = asked > 0 && before > 0;
        if can_be_early {
            let ready = ready(false, Some(Duration::ZERO)).map_err(|error| broken(&error))?;
            if ready.input && !self.inbox.has_ended() {
                self.read()?;
            }
            self.inbox.nothing_unread()?;
        }
        while !self.inbox.take()? {
            self.pump(None)?;
        }
        if can_be_early && self.not_yet_read() >= asked {
            return Err(too_early(before, self.inbox.line().bytes()));
        }
        Ok(self.inbox.line())
    }

    fn choose(
        &mut self,
        weights: Weights,
        message: &dyn Fn(usize) -> String,
    ) -> Result<usize, Fault> {
        let choice = self.choices.draw(weights)?;
        self.send(&(message(choice) + "\n"))?;
        Ok(choice)
    }

    fn close(&mut self) {
        self.is_closing = true;
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        self.close();
        while !self.inbox.has_ended() {
            self.pump(None)?;
        }
        Ok(self.inbox.drain())
    }
}

fn broken(error: &io::Error) -> Fault {
    Fault::internal(format!("a contestant's pipe: {error}"))
}
