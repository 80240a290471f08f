//! A contestant that is asked line by line.

use rand_chacha::ChaCha8Rng;

use crate::Wire;
use game::{Dialogue, Fault, Line, Weights};

/// A running contestant; choices are drawn from the seed.
pub(crate) struct Live<'a, 'w> {
    wire: &'a mut Wire<'w>,
    choices: ChaCha8Rng,
}

impl<'a, 'w> Live<'a, 'w> {
    /// A dialogue over `wire` whose choices are drawn from `choices`.
    pub fn new(wire: &'a mut Wire<'w>, choices: ChaCha8Rng) -> Live<'a, 'w> {
        Live { wire, choices }
    }
}

impl Dialogue for Live<'_, '_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.wire.send(text);
        Ok(())
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.wire.receive()
    }

    fn choose(
        &mut self,
        weights: Weights,
        message: &dyn Fn(usize) -> String,
    ) -> Result<usize, Fault> {
        let choice = weights.draw(&mut self.choices)?;
        self.wire.send(&(message(choice) + "\n"));
        Ok(choice)
    }

    fn close(&mut self) {
        self.wire.close();
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        self.wire.drain()
    }
}
