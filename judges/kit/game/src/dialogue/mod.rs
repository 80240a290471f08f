//! The interface in which a game's protocol is written. The other end is a running contestant, a
//! transcript, or prepared answers; the game does not see the difference.

mod live;
mod scripted;
mod transcript;

use crate::fault::Fault;
use crate::line::Line;

pub use live::{Awaited, LiveDialogue, Transport};
pub use scripted::ScriptedDialogue;
pub use transcript::TranscriptDialogue;

/// Function that returns the message with an index.
pub type MessageAt<'a> = &'a dyn Fn(usize) -> String;

/// The contestant's end of a protocol, from the game's view.
pub trait Dialogue {
    /// Sends `text`, including line ends. Fails if a transcript continues differently.
    fn send(&mut self, text: &str) -> Result<(), Fault>;

    /// Returns the contestant's next line. Fails if the contestant exceeded a limit, answered too
    /// early, or has ended its output.
    fn receive(&mut self) -> Result<Line<'_>, Fault>;

    /// Chooses one of `count` messages with equal probability, sends it as a line, and returns its
    /// index. Fails without a message (`IE`), or if a transcript has another line.
    ///
    /// A transcript contains the message but not its index, so indices of equal messages must lead
    /// to equal states.
    fn chance(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault>;

    /// Ends the contestant's input: nothing is sent after this.
    fn close(&mut self) {}

    /// Ends the contestant's input and reads the rest of its output. Returns true if the rest is
    /// more than white space; without this call, that is a fault. Fails if a limit is exceeded.
    fn drain(&mut self) -> Result<bool, Fault>;

    /// Ends the conversation after a complete game, with the reason `end`. Fails at another answer.
    fn finish(&mut self, end: &str) -> Result<(), Fault>;
}
