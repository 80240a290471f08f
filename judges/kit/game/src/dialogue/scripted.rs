//! Answers given in advance, such as those of a person's entries.

use super::{Dialogue, MessageAt};
use crate::line::{Line, Lines};
use crate::play_rng::PlayRng;
use crate::verdict::Fault;

/// A contestant's answers so far; a game that requires more ends there. Equal answers meet equal draws.
pub struct ScriptedDialogue<'a> {
    answers: Lines<'a>,
    /// Number of whole lines; one more may be unfinished.
    whole: usize,
    rng: PlayRng,
    /// Text that was sent.
    pub input: String,
    /// True if the game asked for an answer that is missing or unfinished.
    pub awaits: bool,
}

impl<'a> ScriptedDialogue<'a> {
    /// A dialogue with the answers in `output`, whose last line is unfinished unless it has an end.
    pub fn new(output: &'a [u8], rng: PlayRng) -> ScriptedDialogue<'a> {
        ScriptedDialogue {
            answers: Lines::new(output),
            whole: output.iter().filter(|&&byte| byte == b'\n').count(),
            rng,
            input: String::new(),
            awaits: false,
        }
    }
}

impl Dialogue for ScriptedDialogue<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.input += text;
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.awaits |= self.answers.taken >= self.whole;
        self.answers.due()
    }

    fn chance(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault> {
        let index = self.rng.draw(count)?;
        self.input += &(message(index) + "\n");
        Ok(index)
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(self.answers.drain())
    }

    fn finish(&mut self, end: &str) -> Result<(), Fault> {
        self.answers.end(end)
    }
}
