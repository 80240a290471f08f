//! The conversation that a game's protocol is written in, and its ends: a
//! contestant that answers now, one that is told everything at once, a transcript, and
//! a person's entries. A game does not know which of them it talks to.

#[cfg(feature = "rand")]
mod batch;
#[cfg(feature = "rand")]
mod person;
mod saved;
mod watched;

use crate::line::Line;
use crate::verdict::Fault;
use crate::weights::Weights;
use scene::{Place, Scene};

#[cfg(feature = "rand")]
pub use batch::Batch;
#[cfg(feature = "rand")]
pub use person::{Person, Told};
pub use saved::Saved;
pub use watched::Watched;

/// The contestant's end of a protocol, as a game sees it.
pub trait Dialogue {
    /// Sends `text`, which holds its own line ends.
    ///
    /// # Errors
    /// A transcript goes on differently: [`Fault::Transcript`].
    fn send(&mut self, text: &str) -> Result<(), Fault>;

    /// Returns the contestant's next line.
    ///
    /// # Errors
    /// The contestant broke a limit, answered too early, or its output ended.
    fn receive(&mut self) -> Result<Line<'_>, Fault>;

    /// Chooses one of the messages that have these weights, sends it as a line of its own and
    /// returns its index. `message` gives the line of an index, without its end.
    ///
    /// # Errors
    /// None can be chosen (`IE`), or a transcript holds none of them: [`Fault::Transcript`].
    fn choose(
        &mut self,
        weights: Weights,
        message: &dyn Fn(usize) -> String,
    ) -> Result<usize, Fault>;

    /// Ends the contestant's input: nothing is sent after this.
    fn close(&mut self) {}

    /// Ends the contestant's input, reads the rest of its output, and returns
    /// whether that is more than white space. Without this call the rest must
    /// be blank.
    ///
    /// # Errors
    /// The contestant broke a limit.
    fn drain(&mut self) -> Result<bool, Fault>;

    /// Shows a scene of the game if there is a viewer; otherwise `scene` is not called.
    ///
    /// # Errors
    /// The scene does not fit its layout: `IE`.
    fn show(&mut self, _scene: &mut dyn FnMut() -> Scene) -> Result<(), Fault> {
        Ok(())
    }

    /// Names the place of the fault that ends the game, for those who watch: it is marked in the
    /// last scene.
    fn fault_at(&mut self, _place: Place) {}
}
