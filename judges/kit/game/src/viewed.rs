//! A dialogue whose scenes go to a viewer.

use crate::dialogue::{Dialogue, MessageAt};
use crate::game::Referee;
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

impl Viewed<'_> {
    /// Plays a case over `inner`; `show` gets the scenes, up to the fault if there is one. Fails with
    /// that fault, or (`IE`) if a scene does not fit its layout.
    pub fn play<G: Referee>(
        game: &G,
        case: &G::Case,
        inner: &mut dyn Dialogue,
        show: &mut dyn FnMut(Scene),
        play: &mut G::Play,
    ) -> Result<(), Fault> {
        let mut viewed = Viewed {
            inner,
            layout: &game.layout(case),
            show,
            last: None,
        };
        let played = game.play(case, &mut viewed, play);
        viewed.pass_on(None)?;
        played
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
