//! A game played before, from its two saved streams.

use std::collections::HashMap;

use super::{Dialogue, MessageAt};
use crate::line::{Line, Lines};
use crate::verdict::Fault;

/// The transcript of a run. A message that this judge could not have sent is a
/// [`Fault::Transcript`], not the contestant's fault. If the messages end early, the preceding
/// answer was wrong: `WA`.
pub struct Saved<'a> {
    messages: Lines<'a>,
    answers: Lines<'a>,
    /// Indices that messages had in earlier draws.
    indices: HashMap<Vec<u8>, usize>,
}

impl<'a> Saved<'a> {
    /// The transcript of a contestant that read `input` after the case and wrote `output`.
    pub fn new(input: &'a [u8], output: &'a [u8]) -> Saved<'a> {
        Saved {
            messages: Lines::new(input),
            answers: Lines::new(output),
            indices: HashMap::new(),
        }
    }

    /// Fails if a message ([`Fault::Transcript`]) or an answer (`WA`) is left after a whole game.
    pub fn finish(mut self) -> Result<(), Fault> {
        match self.messages.find(|line| !line.is_blank()) {
            Some(line) => Err(foreign(&line, "part of the game, which is over")),
            None => self.answers.end(),
        }
    }

    fn message(&mut self) -> Result<Line<'a>, Fault> {
        self.messages
            .next()
            .ok_or_else(|| match self.answers.taken {
                0 => Fault::Transcript(
                    self.messages.taken + 1,
                    "the judge's messages are missing: the input was not saved".into(),
                ),
                _ => Fault::wrong("the transcript holds no message that follows this answer"),
            })
    }
}

impl Dialogue for Saved<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        for expected in text.lines() {
            let line = self.message()?;
            if line.trimmed() != expected.as_bytes() {
                return Err(foreign(&line, &format!("`{expected}`, which is due")));
            }
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.answers.due()
    }

    fn choose(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault> {
        let line = self.message()?;
        let text = line.trimmed();
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
        Err(foreign(&line, &expected(count, message)))
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(self.answers.drain())
    }
}

/// Lists the messages that could have been drawn, each once; at most the first few.
fn expected(count: usize, message: MessageAt) -> String {
    const SHOWN: usize = 4;
    let mut shown: Vec<String> = Vec::new();
    for index in 0..count {
        let message = format!("`{}`", message(index));
        if shown.contains(&message) {
            continue;
        }
        if shown.len() == SHOWN {
            return format!("one of {}, …", shown.join(", "));
        }
        shown.push(message);
    }
    match shown.is_empty() {
        true => "due: the judge has none to choose from".into(),
        false => format!("one of {}", shown.join(", ")),
    }
}

/// The fault that this judge does not send a message.
fn foreign(line: &Line, expected: &str) -> Fault {
    let problem = format!("{} is not {expected}", line.shown());
    Fault::Transcript(line.number, problem.into())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Chooses a tile of 2048 from a transcript that holds `line`.
    fn chosen(count: usize, line: &str) -> Result<usize, Fault> {
        let tile = |index: usize| if index < 9 { "2" } else { "4" }.to_string();
        Saved::new(line.as_bytes(), b"").choose(count, &tile)
    }

    #[test]
    fn a_message_that_is_not_due_meets_each_that_is_once() {
        let not = |expected: &str| {
            let problem = format!("`8` is not {expected}");
            Err(Fault::Transcript(1, problem.into()))
        };
        assert_eq!(chosen(10, "8\n"), not("one of `2`, `4`"));
        assert_eq!(chosen(9, "8\n"), not("one of `2`"));
        let none = not("due: the judge has none to choose from");
        assert_eq!(chosen(0, "8\n"), none);
    }

    #[test]
    fn the_first_message_of_a_text_is_the_one_that_was_drawn() {
        assert_eq!(chosen(9, "2\n"), Ok(0));
        assert_eq!(chosen(10, "4\n"), Ok(9));
    }
}
