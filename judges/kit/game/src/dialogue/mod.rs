//! The conversation in which a game's protocol is written, and its ends: a running contestant, a
//! transcript, a person's entries. A game does not see the difference.

mod batch;
mod saved;

use crate::line::Line;
use crate::verdict::Fault;
use scene::{Place, Scene};

pub use batch::Batch;
pub use saved::Saved;

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
    fn choose(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault>;

    /// Ends the contestant's input: nothing is sent after this.
    fn close(&mut self) {}

    /// Ends the contestant's input and reads the rest of its output, which must be blank without
    /// this call; returns true if it is not. Fails if the contestant broke a limit.
    fn drain(&mut self) -> Result<bool, Fault>;

    /// Shows a scene if there is a viewer, else does not call `scene`; fails (`IE`) if the scene
    /// does not fit its layout.
    fn show(&mut self, _scene: &mut dyn FnMut() -> Scene) -> Result<(), Fault> {
        Ok(())
    }

    /// Marks the place of the fault that ends the game in the last scene.
    fn fault_at(&mut self, _place: Place) {}
}
