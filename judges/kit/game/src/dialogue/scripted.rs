//! Prepared answers, for example from a person's entries.

use crate::{Dialogue, Fault, Inbox, Line, MessageAt, PlayRng};

/// Answers of a contestant so far; the game stops when it needs more. The case fixes all draws.
pub struct ScriptedDialogue {
    answers: Inbox,
    /// Number of complete lines; one incomplete line may follow.
    whole: usize,
    /// Number of lines after which the game ends, even if more follow.
    most: usize,
    rng: PlayRng,
    /// Text sent by the game.
    pub input: String,
    /// True if the game waits for an answer that is missing or incomplete.
    pub awaits: bool,
}

impl ScriptedDialogue {
    /// Starts a dialogue with the answers in `output`, or with the first `answers` lines of it. A last
    /// line without an end is incomplete.
    pub fn new(output: &[u8], answers: Option<usize>, rng: PlayRng) -> ScriptedDialogue {
        ScriptedDialogue {
            answers: Inbox::complete(output),
            whole: output.iter().filter(|&&byte| byte == b'\n').count(),
            most: answers.unwrap_or(usize::MAX),
            rng,
            input: String::new(),
            awaits: false,
        }
    }
}

impl Dialogue for ScriptedDialogue {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.input += text;
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.awaits |= self.answers.lines >= self.whole;
        if self.answers.lines >= self.most {
            return Err(Fault::ended(self.most));
        }
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
        self.answers.check_end(end)
    }
}
