//! A dialogue whose scenes are passed on to a viewer.

use super::Dialogue;
use crate::line::Line;
use crate::verdict::Fault;
use crate::weights::Weights;
use scene::{Mark, Place, Scene};

/// Another dialogue, whose scenes are shown.
pub struct Watched<'a> {
    inner: &'a mut dyn Dialogue,
    watch: &'a mut dyn FnMut(Scene),
    /// The last scene: a fault may still mark it.
    last: Option<Scene>,
}

impl<'a> Watched<'a> {
    /// The dialogue `inner`; `watch` gets its scenes.
    pub fn new(inner: &'a mut dyn Dialogue, watch: &'a mut dyn FnMut(Scene)) -> Watched<'a> {
        Watched {
            inner,
            watch,
            last: None,
        }
    }

    /// Passes on the last scene.
    pub fn finish(self) {
        self.last.into_iter().for_each(self.watch);
    }
}

impl Dialogue for Watched<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.inner.send(text)
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.inner.receive()
    }

    fn choose(
        &mut self,
        weights: Weights,
        message: &dyn Fn(usize) -> String,
    ) -> Result<usize, Fault> {
        self.inner.choose(weights, message)
    }

    fn close(&mut self) {
        self.inner.close();
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        self.inner.drain()
    }

    fn show(&mut self, scene: &mut dyn FnMut() -> Scene) {
        let before = self.last.replace(scene().analysed());
        before.into_iter().for_each(&mut *self.watch);
    }

    fn fault_at(&mut self, place: Place) {
        if let Some(scene) = &mut self.last {
            scene.marks.push((place, Mark::Wrong));
        }
    }
}
