//! A case in play: its streams, its ruling, its scenes.

mod ending;
mod hand_game;
mod loss_curve;
mod person;
#[cfg(feature = "serde")]
mod saved_game;

use std::sync::{Arc, OnceLock};

use common::tokens::Malformed;
use scene::Scene;

use crate::draw::{Salt, Stream, rng};
use crate::draws::Draws;
use crate::game::Game;
use crate::losses::Losses;
use crate::referee::{read_case, rescore, show_scenes};
use crate::verdict::{Fault, Ruling};

pub use ending::ending;
pub use hand_game::HandGame;
pub use loss_curve::LossCurve;
pub use person::HandState;
#[cfg(feature = "serde")]
pub use saved_game::SavedGame;

/// A case, what the judge has sent after it, and what the contestant has answered.
pub struct CasePlay<G: Game> {
    /// The game with its options.
    pub game: G,
    /// The seed of the case, and of the judge's draws during play.
    pub seed: u64,
    /// Salt of the draws during play.
    pub salt: Option<Salt>,
    /// Name of the file of the case; `None` for the seed's own case.
    pub file: Option<String>,
    /// Text that the contestant read after the case.
    pub input: String,
    /// Bytes that the contestant wrote.
    pub output: Vec<u8>,
    /// Drawn when it is first needed.
    case: OnceLock<Arc<G::Case>>,
    /// True if the case is the seed's own.
    pub is_drawn: bool,
    /// Lines before `input` in the text that held both; `None` for those of the case alone.
    lines_before: Option<usize>,
}

impl<G: Game> CasePlay<G> {
    /// The seed's own case, not yet played.
    pub fn new(game: G, seed: u64) -> CasePlay<G> {
        CasePlay {
            game,
            seed,
            salt: None,
            file: None,
            input: String::new(),
            output: Vec::new(),
            case: OnceLock::new(),
            is_drawn: true,
            lines_before: None,
        }
    }

    /// The same play of a case that was read from a file.
    #[must_use]
    pub fn of_file(self, name: &str, case: &Arc<G::Case>) -> CasePlay<G> {
        CasePlay {
            file: Some(name.into()),
            case: Arc::clone(case).into(),
            is_drawn: false,
            ..self
        }
    }

    /// The same case with these streams.
    pub fn with_streams(&self, input: String, output: Vec<u8>) -> CasePlay<G> {
        CasePlay {
            salt: self.salt.clone(),
            file: self.file.clone(),
            input,
            output,
            case: self.case.clone(),
            is_drawn: self.is_drawn,
            lines_before: self.lines_before,
            ..CasePlay::new(self.game.clone(), self.seed)
        }
    }

    /// The play of a contestant that read `text`, case and messages, and wrote `output`; fails at a
    /// malformed case.
    pub fn read(&self, text: &str, output: Vec<u8>) -> Result<CasePlay<G>, Malformed> {
        let (case, messages) = read_case(&self.game, text)?;
        let before = &text[..text.len() - messages.len()];
        Ok(CasePlay {
            case: Arc::new(case).into(),
            is_drawn: false,
            lines_before: Some(before.matches('\n').count()),
            ..self.with_streams(messages.into(), output)
        })
    }

    /// Uses the case of `own` if both are equal: a seed's own case has more parameters than its
    /// text.
    #[must_use]
    pub fn or_equal(mut self, own: &CasePlay<G>) -> CasePlay<G> {
        if self.case().to_string() == own.case().to_string() {
            self.case.clone_from(&own.case);
            self.is_drawn = own.is_drawn;
        }
        self
    }

    /// The case.
    pub fn case(&self) -> &Arc<G::Case> {
        let draw = || Arc::new(self.game.generate(self.seed));
        self.case.get_or_init(draw)
    }

    /// Returns the judge's draws during play; variants of a seed have sequences of their own, and so
    /// has every salt.
    pub fn draws(&self) -> Draws {
        let name = match self.game.variant() {
            Some(variant) => format!("{}/{variant}", G::NAME),
            None => G::NAME.into(),
        };
        let mut rng = rng(&name, self.seed, Stream::Play);
        if let Some(salt) = &self.salt {
            rng = salt.mix(rng);
        }
        Draws::new(&rng.get_seed(), rng.get_stream())
    }

    /// Rules on the play, and returns its final state; fails at a line of the input, case included,
    /// that this judge did not send.
    pub fn rule(&self) -> Result<(Ruling, G::Play), Malformed> {
        let (played, state) = self.rescored();
        if let Err(Fault::Transcript(line, reason)) = played {
            let before = self.lines_before;
            let before = before.unwrap_or_else(|| self.case().to_string().lines().count());
            return Err(Malformed::rule(before + line, reason.to_string()));
        }
        Ok((Ruling::of(played), state))
    }

    fn rescored(&self) -> (Result<(), Fault>, G::Play) {
        let mut state = G::Play::default();
        let case = self.case();
        let played = rescore(&self.game, case, &self.input, &self.output, &mut state);
        (played, state)
    }

    /// Returns where a finished play lost points; `None` if it is unfinished or the game has no
    /// losses.
    pub fn losses(&self) -> Option<Losses> {
        self.game.losses(self.case(), &self.rescored().1)
    }

    /// Passes the scenes to `show`, with a curve of the `losses`, as [`show_scenes`] does.
    pub fn show(&self, losses: Option<&Losses>, mut show: impl FnMut(Scene)) -> Result<(), String> {
        let mut curve = losses.map(LossCurve::new);
        let show = |mut scene: Scene| {
            curve.iter_mut().for_each(|curve| curve.add_to(&mut scene));
            show(scene);
        };
        show_scenes(&self.game, self.case(), &self.input, &self.output, show)
    }
}
