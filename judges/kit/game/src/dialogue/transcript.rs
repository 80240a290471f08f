//! A dialogue from the two saved streams of an earlier game.

use std::collections::HashMap;

use crate::{Cause, Dialogue, Fault, Inbox, Line, MessageAt};

/// The transcript of a run. A message that this judge could not have sent is a
/// [`Cause::Transcript`], not the contestant's fault. If the messages end early, the previous
/// answer was wrong: `WA`.
pub struct TranscriptDialogue<'a> {
    messages: Inbox,
    answers: Inbox,
    /// Order of the lines, if it is known: true for a message, false for an answer.
    pub order: &'a [bool],
    /// Indices of messages, from earlier random choices.
    indices: HashMap<Vec<u8>, usize>,
    /// True if the game asked for a line that is missing.
    pub awaits: bool,
}

impl<'a> TranscriptDialogue<'a> {
    /// Opens the transcript of a contestant that read `input` after the case and wrote `output`.
    pub fn new(input: &str, output: &[u8]) -> TranscriptDialogue<'a> {
        TranscriptDialogue {
            messages: Inbox::complete(input.as_bytes()),
            answers: Inbox::complete(output),
            order: &[],
            indices: HashMap::new(),
            awaits: false,
        }
    }

    /// Number of messages and answers taken so far.
    pub fn taken(&self) -> usize {
        self.messages.lines + self.answers.lines
    }

    /// Fails if the next line is from the other side. That line counts as taken, so that the fault
    /// has its place.
    fn check_order(&mut self, is_message: bool) -> Result<(), Fault> {
        match self.order.get(self.taken()) {
            Some(&next) if next != is_message => {
                let lines = if next { &mut self.messages } else { &mut self.answers };
                lines.take()?;
                Err(Fault::wrong("a line of the other side is due"))
            }
            _ => Ok(()),
        }
    }

    fn message(&mut self) -> Result<Line<'_>, Fault> {
        self.check_order(true)?;
        if self.messages.take().is_ok() {
            return Ok(self.messages.line());
        }
        self.awaits = true;
        Err(match self.answers.lines {
            0 => foreign(
                self.messages.lines + 1,
                "the judge's messages are missing: the input was not saved",
            ),
            _ => Fault::wrong("the transcript holds no message that follows this answer"),
        })
    }
}

impl Dialogue for TranscriptDialogue<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        for expected in text.lines() {
            let line = self.message()?;
            if line.trimmed() != expected.as_bytes() {
                return Err(unexpected(&line, &format!("`{expected}`")));
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.check_order(false)?;
        let answer = self.answers.due();
        self.awaits |= answer.is_err();
        answer
    }

    fn chance(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault> {
        let text = &self.message()?.trimmed().to_vec()[..];
        let is_it = |index: usize| message(index).as_bytes() == text;
        let known = self.indices.get(text).copied();
        if let Some(index) = known.filter(|&index| index < count && is_it(index)) {
            return Ok(index);
        }
        for index in 0..count {
            let message = message(index).into_bytes();
            if message == text {
                self.indices.insert(message, index);
                return Ok(index);
            }
            self.indices.entry(message).or_insert(index);
        }
        Err(unexpected(&self.messages.line(), &expected(count, message)))
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(self.answers.drain())
    }

    /// Also fails if a message is left ([`Cause::Transcript`]).
    fn finish(&mut self, end: &str) -> Result<(), Fault> {
        match self.messages.unread() {
            Some(line) => Err(unexpected(&line, "no message, since the game is over")),
            None => self.answers.check_end(end),
        }
    }
}

/// Lists the possible messages, each once, and only the first few.
fn expected(count: usize, message: MessageAt) -> String {
    const SHOWN: usize = 4;
    let mut shown: Vec<String> = Vec::new();
    for message in (0..count).map(|index| format!("`{}`", message(index))) {
        if shown.contains(&message) {
            continue;
        }
        if shown.len() == SHOWN {
            return format!("one of {}, …", shown.join(", "));
        }
        shown.push(message);
    }
    match shown.len() {
        0 => "no message: the judge has none to choose from".into(),
        1 => shown.concat(),
        _ => format!("one of {}", shown.join(", ")),
    }
}

/// Returns the fault that this judge would send another message.
fn unexpected(line: &Line, expected: &str) -> Fault {
    foreign(line.number, &format!("expected {expected}, found {}", line.quoted()))
}

/// Returns the fault that line `number` of the messages is not from this judge.
fn foreign(number: usize, rule: &str) -> Fault {
    Fault::new(Cause::Transcript, rule).on_line(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the index of a tile in the game 2048, from a transcript that contains `line`.
    fn chosen(count: usize, line: &str) -> Result<usize, Fault> {
        let tile = |index: usize| if index < 9 { "2" } else { "4" }.to_string();
        TranscriptDialogue::new(line, b"").chance(count, &tile)
    }

    #[test]
    fn a_message_that_is_not_due_meets_each_that_is_once() {
        let not = |expected: &str| {
            let rule = format!("expected {expected}, found `8`");
            Err(foreign(1, &rule))
        };
        assert_eq!(chosen(10, "8\n"), not("one of `2`, `4`"));
        assert_eq!(chosen(9, "8\n"), not("`2`"));
        let none = not("no message: the judge has none to choose from");
        assert_eq!(chosen(0, "8\n"), none);
    }

    #[test]
    fn the_first_message_of_a_text_is_the_one_that_was_drawn() {
        assert_eq!(chosen(9, "2\n"), Ok(0));
        assert_eq!(chosen(10, "4\n"), Ok(9));
    }
}
