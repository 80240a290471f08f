//! A game played before, from its two saved streams.

use std::collections::HashMap;

use super::Dialogue;
use crate::line::{Line, Lines};
use crate::verdict::Fault;

/// The transcript of a run. Every message of the judge's must be one that this
/// judge could have sent; if it is not, the transcript is at fault and not the
/// contestant: [`Fault::Transcript`]. Where the messages end early, the judge stopped the run
/// because of the answer before: `WA`.
pub struct Saved<'a> {
    messages: Lines<'a>,
    answers: Lines<'a>,
    /// Index that a message had when it was chosen last.
    indices: HashMap<&'a [u8], usize>,
}

impl<'a> Saved<'a> {
    /// The transcript of a contestant that read `input` after the case, and
    /// wrote `output`.
    pub fn new(input: &'a [u8], output: &'a [u8]) -> Saved<'a> {
        Saved {
            messages: Lines::new(input),
            answers: Lines::new(output),
            indices: HashMap::new(),
        }
    }

    /// Checks that neither stream holds more than a whole game.
    ///
    /// # Errors
    /// A message ([`Fault::Transcript`]) or an answer (`WA`) is left.
    pub fn finish(mut self) -> Result<(), Fault> {
        match self.messages.find(|line| !line.is_blank()) {
            Some(line) => Err(foreign(&line, "part of the game, which is over")),
            None => self.answers.end(),
        }
    }

    fn message(&mut self) -> Result<Line<'a>, Fault> {
        self.messages
            .next()
            .ok_or_else(|| match self.answers.taken() {
                0 => Fault::Transcript {
                    line: self.messages.taken() + 1,
                    problem: "the judge's messages are missing: the input was not saved".into(),
                },
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

    fn choose(
        &mut self,
        options: usize,
        message: &dyn Fn(usize) -> String,
    ) -> Result<usize, Fault> {
        let line = self.message()?;
        let text = line.trimmed();
        let is_it = |index: usize| message(index).as_bytes() == text;
        let known = self.indices.get(text).copied();
        let index = known
            .filter(|&index| index < options && is_it(index))
            .or_else(|| (0..options).find(|&index| is_it(index)))
            .ok_or_else(|| foreign(&line, &expected(options, message)))?;
        self.indices.insert(text, index);
        Ok(index)
    }

    fn close(&mut self) {}

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(self.answers.drain())
    }
}

/// Describes the messages that could have been chosen; all of them if they are few.
fn expected(options: usize, message: &dyn Fn(usize) -> String) -> String {
    const SHOWN: usize = 4;
    let shown: Vec<String> = (0..options.min(SHOWN))
        .map(|index| format!("`{}`", message(index)))
        .collect();
    let more = if options > SHOWN { ", …" } else { "" };
    format!("one of {}{more}", shown.join(", "))
}

/// The fault that a message is not one that this judge sends.
fn foreign(line: &Line, expected: &str) -> Fault {
    Fault::Transcript {
        line: line.number(),
        problem: format!("{} is not {expected}", line.shown()),
    }
}
