//! The judge of Slider (TopCoder Marathon Match 126).

mod bound;
#[cfg(feature = "cases")]
mod cases;
mod drawn;

use common::slider::Case;
use common::slider::answer::{self, AnswerReplay, AnswerScore};
use common::slider::board::TurnEffect;
use common::tokens::{Malformed, Tokens};
use game::{
    CaseScore, Cause, Details, Dialogue, Fault, GameOption, OptionEffect, OptionForm, OptionValues,
    Played, Referee, Verdict,
};

pub use bound::{tight_bound, upper_bound};
pub use drawn::Drawn;

/// The raw score of an illegal answer, or of any other failure.
const FAILED: f64 = -1.0;

const BOUND_STEPS: GameOption = GameOption::new(
    "bound",
    "STEPS",
    OptionForm::Whole(1, 1_000_000),
    OptionEffect::Bound,
    "Take these steps towards a tight bound, 300 for the table's; without it, published cases and seeds 1 to 100, \
     official ones too, have one from a table",
);
const CLOSE_INPUT: GameOption = GameOption::flag(
    "close-input",
    OptionEffect::Contestant,
    "End the contestant's input after the case, as systems do that feed it from a file",
);

/// The game. The seed draws the case parameters that no option fixes.
#[derive(Clone, Debug, Default)]
pub struct Slider {
    options: OptionValues,
}

/// The part of an answer that has been played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SliderPlay {
    /// Score of the turns so far.
    pub score: AnswerScore,
    /// True if something other than white space follows the turns. It is ignored.
    pub trailing: bool,
    /// The turns so far.
    pub turns: Vec<TurnEffect>,
    /// True if all announced turns have been played.
    pub is_finished: bool,
    /// The square that the last line names, if it holds no block.
    wrong: Option<usize>,
}

impl Referee for Slider {
    const NAME: &'static str = "slider";
    const END: &'static str = "all turns are played";
    type Case = Drawn;
    type Play = SliderPlay;

    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Drawn, Malformed> {
        let case = Case::read(tokens)?;
        Ok(Drawn { case, fill: None })
    }

    /// Keeps the contestant's input open until the last turn has arrived, unless the game is set to
    /// close it at once. The original tester keeps it open as well:
    /// `com.topcoder.marathon.MarathonTester` closes it in `end`, after the whole run.
    fn play(&self, case: &Drawn, dialogue: &mut dyn Dialogue, play: &mut SliderPlay) -> Played {
        if self.options.flag(&CLOSE_INPUT) {
            dialogue.close();
        }
        let played = play.turns(&case.case, dialogue);
        play.trailing = dialogue.drain()?;
        played
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
            bound: Some(bound::of_case(&case.case, self.bound_steps())),
            details,
        }
    }
}

impl Slider {
    /// Number of steps towards a tight bound.
    fn bound_steps(&self) -> Option<u64> {
        self.options.whole(&BOUND_STEPS)
    }
}

impl SliderPlay {
    /// Receives and plays the turns that the contestant announces.
    fn turns(&mut self, case: &Case, dialogue: &mut dyn Dialogue) -> Played {
        let empty = "the output is empty where the number of turns should be";
        let count = dialogue.receive();
        let count = count.map_err(|fault| fault.or_ended(|| Fault::wrong(empty).on_line(1)))?;
        let announced =
            answer::announced(count.bytes, case.turns()).map_err(|rule| count.breaks(rule))?;
        let mut game = AnswerReplay::new(case);
        for found in 0..announced {
            let rule = || answer::ended(announced, found);
            let ended = || Fault::new(Cause::Ended, rule()).on_line(found + 2);
            let line = dialogue.receive().map_err(|fault| fault.or_ended(ended))?;
            let played = match game.play(line.bytes) {
                Ok(played) => played,
                Err(broken) => {
                    self.wrong = broken.square;
                    return Err(line.breaks(broken.text));
                }
            };
            self.score = game.score();
            self.turns.push(played);
        }
        self.is_finished = true;
        Ok(())
    }
}
