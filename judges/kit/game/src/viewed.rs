//! A dialogue whose scenes go to a viewer.

use super::{Dialogue, MessageAt};
use crate::line::Line;
use crate::verdict::Fault;
use scene::{Mark, Place, Scene, SceneLayout};

/// Another dialogue, whose scenes are shown.
pub struct Viewed<'a> {
    inner: &'a mut dyn Dialogue,
    layout: &'a SceneLayout,
    show: &'a mut dyn FnMut(Scene),
    /// The last scene: a fault may still mark it.
    last: Option<Scene>,
}

impl<'a> Viewed<'a> {
    /// The dialogue `inner`; `show` gets its scenes, which fit `layout`.
    pub fn new(
        inner: &'a mut dyn Dialogue,
        layout: &'a SceneLayout,
        show: &'a mut dyn FnMut(Scene),
    ) -> Viewed<'a> {
        Viewed {
            inner,
            layout,
            show,
            last: None,
        }
    }

    /// Passes on the last scene; fails (`IE`) if it does not fit the layout.
    pub fn finish(mut self) -> Result<(), Fault> {
        self.pass_on(None)
    }

    /// Passes on the last scene, and keeps the next one.
    fn pass_on(&mut self, next: Option<Scene>) -> Result<(), Fault> {
        if let Some(scene) = self.last.take() {
            self.layout.check(&scene).map_err(Fault::internal)?;
            (self.show)(scene);
        }
        self.last = next;
        Ok(())
    }
}

impl Dialogue for Viewed<'_> {
    fn send(&mut self, text: &str) -> Result<(), Fault> {
        self.inner.send(text)
    }

    fn receive(&mut self) -> Result<Line<'_>, Fault> {
        self.inner.receive()
    }

    fn choose(&mut self, count: usize, message: MessageAt) -> Result<usize, Fault> {
        self.inner.choose(count, message)
    }

    fn close(&mut self) {
        self.inner.close();
    }

    fn drain(&mut self) -> Result<bool, Fault> {
        self.inner.drain()
    }

    fn show(&mut self, scene: &mut dyn FnMut() -> Scene) -> Result<(), Fault> {
        self.pass_on(Some(scene().analysed()))
    }

    fn fault_at(&mut self, place: Place) {
        if let Some(scene) = &mut self.last {
            scene.marks.push((place, Mark::Wrong));
        }
    }
}
