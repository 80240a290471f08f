//! A case to be played, and a refereed play of it.

mod by_hand;
mod ending;
mod judged_play;
mod loss_curve;
#[cfg(feature = "serde")]
mod saved_game;

use std::sync::{Arc, OnceLock};

use common::tokens::Malformed;
use scene::SceneLayout;

use crate::dialogue::ScriptedDialogue;
use crate::draw::{Salt, Stream, rng};
use crate::fault::{Cause, Fault};
use crate::game::Game;
use crate::play_rng::PlayRng;
use crate::referee::{case_parts, read_case, referee, referee_transcript};
use crate::ruling::Ruling;

pub use ending::ending;
pub use judged_play::{ANALYSES, JudgedPlay, show_scenes};
pub use loss_curve::LossCurve;
#[cfg(feature = "serde")]
pub use saved_game::SavedGame;

/// A case, and the inputs of the judge's random choices during its play.
pub struct CasePlay<G: Game> {
    /// The game with its options.
    pub game: G,
    /// The seed of the case and of the random choices during play.
    pub seed: u64,
    /// Salt of the random choices during play.
    pub salt: Option<Salt>,
    /// Name of the case file; `None` for the seed's own case.
    pub file: Option<String>,
    /// The case, generated at its first use.
    case: OnceLock<Arc<G::Case>>,
    /// True if the case is generated from the seed.
    pub is_drawn: bool,
}

/// Messages of the judge after a case.
#[derive(Clone, Copy, Debug)]
pub struct Messages<'a> {
    /// The messages, one per line.
    pub text: &'a str,
    /// Number of lines of the case, which come before the messages.
    lines_before: usize,
}

/// A play of prepared answers.
pub struct ScriptedPlay<G: Game> {
    /// The play, judged as if the contestant wrote no more.
    pub judged: JudgedPlay<G>,
    /// Text that was sent after the case.
    pub input: String,
    /// True if the game waits for an answer that is missing or incomplete.
    pub awaits: bool,
    /// Reason for the early end, if the game was not played to its end.
    fault: Option<Fault>,
}

impl<G: Game> Clone for CasePlay<G> {
    fn clone(&self) -> CasePlay<G> {
        CasePlay {
            salt: self.salt.clone(),
            file: self.file.clone(),
            case: self.case.clone(),
            is_drawn: self.is_drawn,
            ..CasePlay::new(self.game.clone(), self.seed)
        }
    }
}

impl<G: Game> CasePlay<G> {
    /// Returns the case that the seed generates.
    pub fn new(game: G, seed: u64) -> CasePlay<G> {
        CasePlay { game, seed, salt: None, file: None, case: OnceLock::new(), is_drawn: true }
    }

    /// Returns the play of a case from a file, with the same random choices.
    #[must_use]
    pub fn of_file(self, name: &str, case: &Arc<G::Case>) -> CasePlay<G> {
        CasePlay { file: Some(name.into()), case: Arc::clone(case).into(), is_drawn: false, ..self }
    }

    /// Reads a case at the start of `text`: a saved input. Returns it with the same
    /// random choices, and the messages after it; fails if the case is malformed. If it equals this
    /// case, this one is returned, since only a generated case has all parameters.
    pub fn read<'a>(&self, text: &'a str) -> Result<(CasePlay<G>, Messages<'a>), Malformed> {
        let (case, messages) = read_case(&self.game, text)?;
        let before = &text[..text.len() - messages.len()];
        let messages = Messages { text: messages, lines_before: before.matches('\n').count() };
        if case.to_string() == self.case().to_string() {
            return Ok((self.clone(), messages));
        }
        let read = CasePlay { case: Arc::new(case).into(), is_drawn: false, ..self.clone() };
        Ok((read, messages))
    }

    /// Returns the case.
    pub fn case(&self) -> &Arc<G::Case> {
        let draw = || Arc::new(self.game.generate(self.seed));
        self.case.get_or_init(draw)
    }

    /// Returns the text of the case in two parts: its hidden lines, and what a contestant reads.
    pub fn parts(&self) -> [String; 2] {
        case_parts(&self.game, self.case())
    }

    /// Returns true if the case has hidden lines. Then no entry can be taken back.
    pub fn has_secret(&self) -> bool {
        self.game.hidden_lines(self.case()) > 0
    }

    /// Returns the cells and kinds of pieces for its scenes.
    pub fn layout(&self) -> SceneLayout {
        self.game.layout(self.case())
    }

    /// Returns the judge's random numbers during play. Each variant and each salt has its own
    /// sequence.
    pub fn rng(&self) -> PlayRng {
        let name = match self.game.variant() {
            Some(variant) => format!("{}/{variant}", G::NAME),
            None => G::NAME.into(),
        };
        let mut rng = rng(&name, self.seed, Stream::Play);
        if let Some(salt) = &self.salt {
            rng = salt.mix(rng);
        }
        PlayRng::new(&rng.get_seed(), rng.get_stream())
    }

    /// Referees a contestant that got these messages and wrote `output`. Fails if a message is one
    /// that this judge would not send.
    pub fn judge(&self, messages: Messages, output: &[u8]) -> Result<JudgedPlay<G>, Malformed> {
        let mut play = G::Play::default();
        let played = referee_transcript(&self.game, self.case(), messages.text, output, &mut play);
        if let Err(fault) = &played
            && fault.cause == Cause::Transcript
        {
            let line = messages.lines_before + fault.line.unwrap_or_default();
            return Err(Malformed::rule(line, fault.clone().without_line().to_string()));
        }
        Ok(JudgedPlay { case: self.clone(), ruling: Ruling::of(played), play })
    }

    /// Repeats a play: the contestant wrote `output`, of which the referee read the first `answers`
    /// lines (all if unknown), and got this `ruling`. The judge makes the random choices of this case.
    pub fn repeat(&self, output: &[u8], answers: Option<usize>, ruling: Ruling) -> JudgedPlay<G> {
        let mut dialogue = ScriptedDialogue::new(output, self.rng()).limited(answers);
        let mut play = G::Play::default();
        // The output does not show early answers, limits and crashes; the ruling does.
        let _ = referee(&self.game, self.case(), &mut dialogue, &mut play);
        JudgedPlay { case: self.clone(), ruling, play }
    }

    /// Referees a contestant that writes `output`; the judge makes the random choices of this case.
    pub fn play(&self, output: &[u8]) -> ScriptedPlay<G> {
        let mut dialogue = ScriptedDialogue::new(output, self.rng());
        let mut play = G::Play::default();
        let played = referee(&self.game, self.case(), &mut dialogue, &mut play);
        ScriptedPlay {
            awaits: dialogue.awaits && played.is_err(),
            input: dialogue.input,
            fault: played.clone().err(),
            judged: JudgedPlay { case: self.clone(), ruling: Ruling::of(played), play },
        }
    }
}

impl Messages<'static> {
    /// Returns an empty list of messages after this case.
    pub fn none<G: Game>(case: &CasePlay<G>) -> Messages<'static> {
        Messages { text: "", lines_before: case.case().to_string().lines().count() }
    }
}
