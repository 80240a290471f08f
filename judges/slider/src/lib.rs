//! The judge of Slider (TopCoder Marathon Match 126).

mod bound;
mod entry;
mod generate;
mod official;
mod scene;
mod secure_random;

use std::io::Read;
use std::time::Duration;

use ::scene::{Place, SceneLayout};
use common::slider::Case;
use common::slider::answer::{self, AnswerReplay, AnswerScore, Rule};
use common::slider::case::{COLOURS, HOLES, SIDES};
use common::tokens::{Malformed, Tokens};
use judge_kit::{
    CaseScore, Details, Dialogue, EntryForm, Fault, Game, Limits, OptionUses, ParameterRange,
    RelativeTotal, Stream, Verdict, details, milliseconds,
};

pub use generate::Drawn;

/// The raw score of an illegal answer, or of any other failure.
const FAILED: f64 = -1.0;

/// The game, with the case parameters that are fixed; the others are drawn by
/// seed.
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Slider {
    /// Side of the board, 10 to 30, or a range: 10,12
    #[arg(short = 'N', value_name = "SIDE", value_parser = ParameterRange::within(SIDES))]
    side: Option<ParameterRange<usize>>,
    /// Number of colours, 2 to 9, or a range
    #[arg(short = 'C', value_name = "COLOURS", value_parser = ParameterRange::within(COLOURS))]
    colours: Option<ParameterRange<u8>>,
    /// Number of holes, 1 to 10, or a range
    #[arg(short = 'H', value_name = "HOLES", value_parser = ParameterRange::within(HOLES))]
    holes: Option<ParameterRange<usize>>,
    /// Chance of a block on a cell, 0 to 1, or a range; drawn from 0.2 to 0.8
    #[arg(short = 'F', value_name = "FILL", value_parser = ParameterRange::within(0.0..=1.0))]
    fill: Option<ParameterRange<f64>>,
    /// Draw the match's own cases, as TopCoder's tester does; a seed is another case
    /// than without
    // How the tester draws around a parameter that is given is not known.
    #[arg(long, conflicts_with_all = ["side", "colours", "holes", "fill"])]
    official: bool,
    /// Spend this time a case on a tight bound; without it, published cases and
    /// seeds 1 to 100, official ones too, have one from a table
    #[arg(long = "bound", value_name = "MS", value_parser = milliseconds)]
    bound_time: Option<Duration>,
}

/// An answer as far as it was played.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SliderPlay {
    /// Score of the turns so far.
    pub score: AnswerScore,
    /// True if something other than white space follows the turns; it is ignored.
    pub trailing: bool,
}

impl Game for Slider {
    const NAME: &'static str = "slider";
    const OPTIONS: OptionUses = OptionUses {
        cases: &["side", "colours", "holes", "fill", "official"],
        scores: &["bound_time"],
        ..OptionUses::NONE
    };
    const RANDOM_PLAY: bool = false;
    type Case = Drawn;
    type Play = SliderPlay;
    type Total = RelativeTotal;

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(10), 1024)
    }

    /// The match's own cases are a variant: no seed of theirs is one of ours.
    fn variant(&self) -> Option<String> {
        self.official.then(|| "official".into())
    }

    fn generate(&self, seed: u64) -> Drawn {
        if self.official {
            return official::draw(seed);
        }
        generate::draw(self, judge_kit::rng(Self::NAME, seed, Stream::Case))
    }

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Drawn, Malformed> {
        let case = Case::read(tokens)?;
        Ok(Drawn { case, fill: None })
    }

    fn parameters(&self, case: &Drawn) -> Details {
        let mut parameters = details([
            ("N", case.case.board().shape().rows.into()),
            ("C", case.case.colours().into()),
            ("H", case.case.holes().into()),
        ]);
        if let Some(fill) = case.fill {
            parameters.insert("F".to_string(), fill.into());
        }
        parameters
    }

    fn layout(&self, case: &Drawn) -> SceneLayout {
        scene::layout(&case.case)
    }

    /// Keeps the contestant's input open until the last turn has arrived, as the
    /// original tester does.
    fn play(
        &self,
        case: &Drawn,
        dialogue: &mut dyn Dialogue,
        play: &mut SliderPlay,
    ) -> Result<(), Fault> {
        let played = play.turns(&case.case, dialogue);
        play.trailing = dialogue.drain()?;
        played
    }

    fn entry_form(&self) -> Box<dyn EntryForm<Drawn>> {
        Box::new(entry::Turns)
    }

    fn score(&self, case: &Drawn, play: &SliderPlay, verdict: Verdict) -> CaseScore {
        let counts = play.score;
        let (score, details) = match verdict {
            Verdict::Ok => {
                let details = details([
                    ("turns", counts.turns.into()),
                    ("wasted", counts.wasted.into()),
                    ("fallen", counts.fallen.into()),
                    ("trailing_output", play.trailing.into()),
                ]);
                (counts.points as f64, details)
            }
            _ => (FAILED, Details::new()),
        };
        CaseScore {
            score,
            normalised: None,
            bound: Some(bound::bound(&case.case, self.bound_time)),
            details,
        }
    }
}

impl SliderPlay {
    /// Receives and plays the turns that the contestant announces.
    fn turns(&mut self, case: &Case, dialogue: &mut dyn Dialogue) -> Result<(), Fault> {
        let mut view = scene::View::new(case);
        dialogue.show(&mut || view.start());
        let empty = "line 1: the output is empty where the number of turns should be";
        let count = dialogue.receive();
        let count = count.map_err(|fault| fault.or_ended(|| Fault::wrong(empty)))?;
        let announced = answer::announced(count.bytes(), case.turns());
        let announced = announced.map_err(|rule| count.breaks(rule))?;
        let mut game = AnswerReplay::new(case);
        for found in 0..announced {
            let rule = Rule::Ended { announced, found };
            let ended = || Fault::Ended(format!("line {}: {rule}", found + 2));
            let line = dialogue.receive().map_err(|fault| fault.or_ended(ended))?;
            let played = game.play(line.bytes());
            let played = played.map_err(|rule| (square(case, &rule), line.breaks(rule)));
            let line = String::from_utf8_lossy(line.bytes()).into_owned();
            self.score = game.score();
            let outcome = played.map_err(|(square, fault)| {
                square.into_iter().for_each(|at| dialogue.fault_at(at));
                fault
            })?;
            dialogue.show(&mut || view.turn(line.trim(), outcome, game.board(), game.score()));
        }
        Ok(())
    }
}

/// Returns the square of the board that a broken rule is about.
fn square(case: &Case, rule: &Rule) -> Option<Place> {
    match *rule {
        Rule::Square { row, col, .. } => case.board().shape().index(row, col).map(Place::cell),
        _ => None,
    }
}
