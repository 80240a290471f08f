//! A contestant that got every message at once and has written all answers.

use super::{Dialogue, MessageAt};
use crate::draws::Draws;
use crate::line::{Line, Lines};
use crate::verdict::Fault;

/// The whole output of a contestant that was sent all messages at once; the draws are repeated.
pub struct Batch<'a> {
    answers: Lines<'a>,
    draws: Option<Draws>,
}

impl<'a> Batch<'a> {
    /// A dialogue with `output`; `draws` are those of the messages sent. Without them, a game that
    /// draws is at fault.
    pub fn new(output: &'a [u8], draws: Option<Draws>) -> Batch<'a> {
        Batch {
            answers: Lines::new(output),
            draws,
        }
    }

    /// Fails if an answer is left after a whole game.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.answers.end()
    }
}

impl Dialogue for Batch<'_> {
    fn send(&mut self, _text: &str) -> Result<(), Fault> {
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.answers.due()
    }

    fn choose(&mut self, count: usize, _message: MessageAt) -> Result<usize, Fault> {
        Draws::draw_from(&mut self.draws, count)
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        Ok(self.answers.drain())
    }
}
