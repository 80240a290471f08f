//! The judge of Slider (TopCoder Marathon Match 126).

mod bound;
#[cfg(feature = "cases")]
mod cases;
mod drawn;
#[cfg(feature = "cases")]
mod entry;
#[cfg(feature = "cases")]
mod generate;
mod losses;
#[cfg(feature = "cases")]
mod official;
mod scenes;
#[cfg(feature = "cases")]
mod secure_random;

use std::io::Read;

use common::slider::Case;
use common::slider::answer::{self, AnswerReplay, AnswerScore};
use common::slider::board::TurnEffect;
use common::tokens::{Malformed, Tokens};
use game::{CaseScore, Details, Dialogue, Fault, Losses, ParameterRange, Referee, Verdict};
use scene::{Place, SceneLayout};

pub use drawn::Drawn;

/// The raw score of an illegal answer, or of any other failure.
const FAILED: f64 = -1.0;

/// The game, with the fixed case parameters; the others are drawn by seed.
#[derive(Clone, Debug, Default)]
pub struct Slider {
    /// Side of the board.
    pub side: Option<ParameterRange<usize>>,
    /// Number of colours.
    pub colours: Option<ParameterRange<u8>>,
    /// Number of holes.
    pub holes: Option<ParameterRange<usize>>,
    /// Probability of a block on a cell.
    pub fill: Option<ParameterRange<f64>>,
    /// True for the cases of the match itself.
    pub official: bool,
    /// Number of steps towards a tight bound.
    pub bound_steps: Option<u64>,
    /// True if the contestant's input ends after the case.
    pub closes_input: bool,
}

/// The part of an answer that was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SliderPlay {
    /// Score of the turns so far.
    pub score: AnswerScore,
    /// True if something other than white space follows the turns; it is ignored.
    pub trailing: bool,
    /// The turns so far.
    pub turns: Vec<TurnEffect>,
    /// True if all announced turns have been played.
    pub is_finished: bool,
}

impl Referee for Slider {
    const NAME: &'static str = "slider";
    const HAS_LOSSES: bool = true;
    type Case = Drawn;
    type Play = SliderPlay;

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Drawn, Malformed> {
        let case = Case::read(tokens)?;
        Ok(Drawn { case, fill: None })
    }

    fn layout(&self, case: &Drawn) -> SceneLayout {
        scenes::layout(&case.case)
    }

    /// Keeps the contestant's input open until the last turn has arrived, as the original tester
    /// does (`com.topcoder.marathon.MarathonTester` closes it in `end`, after the whole run),
    /// unless the game is set to close it at once.
    fn play(
        &self,
        case: &Drawn,
        dialogue: &mut dyn Dialogue,
        play: &mut SliderPlay,
    ) -> Result<(), Fault> {
        if self.closes_input {
            dialogue.close();
        }
        let played = play.turns(&case.case, self.bound_steps, dialogue);
        play.trailing = dialogue.drain()?;
        played
    }

    fn losses(&self, case: &Drawn, play: &SliderPlay) -> Option<Losses> {
        let losses = || losses::losses(&case.case, &play.turns, self.bound_steps);
        play.is_finished.then(losses)
    }

    fn score(&self, case: &Drawn, play: &SliderPlay, verdict: Verdict) -> CaseScore {
        let counts = play.score;
        let (score, details) = match verdict {
            Verdict::Ok => {
                let details = Details::new([
                    ("turns", counts.turns.into()),
                    ("wasted", counts.wasted.into()),
                    ("fallen", counts.fallen.into()),
                    ("trailing_output", play.trailing.into()),
                ]);
                (counts.points as f64, details)
            }
            _ => (FAILED, Details::default()),
        };
        CaseScore {
            score,
            normalised: None,
            bound: Some(bound::bound(&case.case, self.bound_steps)),
            details,
        }
    }
}

impl SliderPlay {
    /// Receives and plays the turns that the contestant announces.
    fn turns(
        &mut self,
        case: &Case,
        bound_steps: Option<u64>,
        dialogue: &mut dyn Dialogue,
    ) -> Result<(), Fault> {
        let mut view = scenes::View::new(case, bound_steps);
        dialogue.show(&mut || view.start())?;
        let empty = "the output is empty where the number of turns should be";
        let count = dialogue.receive();
        let count = count.map_err(|fault| fault.or_ended(|| Fault::wrong(empty).at("line 1")))?;
        let announced = answer::announced(count.bytes, case.turns());
        let announced = announced.map_err(|rule| count.breaks(rule))?;
        let mut game = AnswerReplay::new(case);
        for found in 0..announced {
            let rule = || answer::ended(announced, found);
            let ended = || Fault::Ended(rule().into()).at(format!("line {}", found + 2));
            let line = dialogue.receive().map_err(|fault| fault.or_ended(ended))?;
            let played = match game.play(line.bytes) {
                Ok(played) => played,
                Err(broken) => {
                    let fault = line.breaks(broken.text);
                    if let Some(square) = broken.square {
                        dialogue.fault_at(Place::cell(square));
                    }
                    return Err(fault);
                }
            };
            self.score = game.score();
            self.turns.push(played);
            dialogue.show(&mut || view.turn(&played, game.score()))?;
        }
        self.is_finished = true;
        Ok(())
    }
}
