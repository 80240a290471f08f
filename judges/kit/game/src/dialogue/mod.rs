//! The conversation in which a game's protocol is written, and its other ends: a contestant that
//! runs, a transcript, answers given in advance. A game does not see the difference.

mod live;
mod scripted;
mod transcript;

use crate::line::Line;
use crate::verdict::Fault;

pub use live::{Awaited, LiveDialogue, Transport};
pub use scripted::ScriptedDialogue;
pub use transcript::TranscriptDialogue;

/// Returns the message at an index.
pub type MessageAt<'a> = &'a dyn Fn(usize) -> String;

/// The contestant's end of a protocol, as a game sees it.
pub trait Dialogue {
    /// Sends `text`, line ends included; fails if a transcript continues differently.
    fn send(&mut self, text: &str) -> Result<(), Fault>;

    /// Returns the contestant's next line; fails if the contestant broke a limit, answered too
    /// early, or its output ended.
    fn receive(&mut self) -> Result<Line<'_>, Fault>;

    /// Draws one of `count` messages, all equally likely, sends it as a line and returns its index.
    /// Fails without a message (`IE`), or if a transcript has another line.
    ///
    /// A transcript holds the message, not its index: indices of equal messages must lead to equal
    /// states.
    fn chance(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault>;

    /// Ends the contestant's input: nothing is sent after this.
    fn close(&mut self) {}

    /// Ends the contestant's input and reads the rest of its output, which must be blank without
    /// this call; returns true if it is not. Fails if the contestant broke a limit.
    fn drain(&mut self) -> Result<bool, Fault>;

    /// Ends the conversation after a whole game, which is over for the reason `end`; fails if an
    /// answer is left.
    fn finish(&mut self, end: &str) -> Result<(), Fault>;
}
