//! A refereed play, from which score, losses and scenes are read.

use scene::{Mark, Scene};

use super::CasePlay;
use super::loss_curve::LossCurve;
use crate::game::Game;
use crate::losses::Losses;
use crate::ruling::Ruling;
use crate::total::CaseScore;

/// True if this program may tell how to play better.
pub const ANALYSES: bool = cfg!(feature = "analysis");

/// A play of a case with its ruling.
pub struct JudgedPlay<G: Game> {
    /// The case.
    pub case: CasePlay<G>,
    /// The ruling on the play.
    pub ruling: Ruling,
    /// The play.
    pub play: G::Play,
}

impl<G: Game> JudgedPlay<G> {
    /// Returns the score of the play under its ruling.
    pub fn scored(&self) -> CaseScore {
        let case = &self.case;
        case.game.score(case.case(), &self.play, self.ruling.verdict)
    }

    /// Returns the losses of a finished play under any ruling; `None` if it is unfinished or
    /// the game lacks losses.
    pub fn losses(&self) -> Option<Losses> {
        if !ANALYSES {
            return None;
        }
        self.case.game.losses(self.case.case(), &self.play)
    }

    /// Passes the scenes to `show` in the form for viewers: with analysis, a curve of `losses`, and
    /// a mark at the fault in the last scene. Fails like [`show_scenes`].
    pub fn show(&self, losses: Option<&Losses>, mut show: impl FnMut(Scene)) -> Result<(), String> {
        let mut curve = losses.map(LossCurve::new);
        let mut show = |mut scene: Scene| {
            curve.iter_mut().for_each(|curve| curve.add_to(&mut scene));
            show(scene);
        };
        let (game, mut last) = (&self.case.game, None);
        show_scenes(game, self.case.case(), &self.play, |scene| {
            let scene = if ANALYSES { scene.analysed() } else { scene };
            last.replace(scene).into_iter().for_each(&mut show);
        })?;
        if let Some(mut scene) = last {
            let wrong = game.fault_place(&self.play);
            scene.marks.extend(wrong.map(|place| (place, Mark::Wrong)));
            show(scene);
        }
        Ok(())
    }
}

/// Passes the scenes of a play to `show`. Fails at the first scene that does not fit its layout;
/// the error begins with the game's name.
pub fn show_scenes<G: Game>(
    game: &G,
    case: &G::Case,
    play: &G::Play,
    mut show: impl FnMut(Scene),
) -> Result<(), String> {
    let layout = game.layout(case);
    let mut checked = Ok(());
    game.scenes(case, play, &mut |scene| {
        if checked.is_ok() {
            checked = layout.check(&scene);
        }
        if checked.is_ok() {
            show(scene);
        }
    });
    checked.map_err(|problem| format!("{}: {problem}", G::NAME))
}
