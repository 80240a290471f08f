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
use game::{
    CaseScore, Details, Dialogue, EntryForm, Fault, Game, GameOption, Limits, OptionForm,
    OptionUse, OptionValues, ParameterRange, Referee, RelativeTotal, Stream, Verdict,
};

pub use generate::Drawn;

/// The raw score of an illegal answer, or of any other failure.
const FAILED: f64 = -1.0;

/// Side of the board.
const SIDE: GameOption = GameOption::new(
    "N",
    "SIDE",
    whole_range(*SIDES.start(), *SIDES.end()),
    OptionUse::Case,
    "Side of the board, 10 to 30, or a range: 10,12",
);
/// Number of colours.
const COLOUR_COUNT: GameOption = GameOption::new(
    "C",
    "COLOURS",
    whole_range(*COLOURS.start() as usize, *COLOURS.end() as usize),
    OptionUse::Case,
    "Number of colours, 2 to 9, or a range",
);
/// Number of holes.
const HOLE_COUNT: GameOption = GameOption::new(
    "H",
    "HOLES",
    whole_range(*HOLES.start(), *HOLES.end()),
    OptionUse::Case,
    "Number of holes, 1 to 10, or a range",
);
/// Chance of a block on a cell.
const FILL: GameOption = GameOption::new(
    "F",
    "FILL",
    OptionForm::RealRange {
        low: 0.0,
        high: 1.0,
    },
    OptionUse::Case,
    "Chance of a block on a cell, 0 to 1, or a range; drawn from 0.2 to 0.8",
);
/// The match's own cases. How its tester draws around a parameter that is given is not known.
const OFFICIAL: GameOption = GameOption::flag(
    "official",
    OptionUse::Variant,
    "Draw the match's own cases, as TopCoder's tester does; a seed is another case than without",
)
.excluding(&["N", "C", "H", "F"]);
/// Time for a tight bound.
const BOUND_TIME: GameOption = GameOption::new(
    "bound",
    "MS",
    OptionForm::Time,
    OptionUse::Bound,
    "Spend this time a case on a tight bound; without it, published cases and seeds 1 to 100, \
     official ones too, have one from a table",
);

const fn whole_range(low: usize, high: usize) -> OptionForm {
    OptionForm::WholeRange {
        low: low as u64,
        high: high as u64,
        step: 1,
    }
}

/// The game, with the case parameters that are fixed; the others are drawn by
/// seed.
#[derive(Clone, Debug, Default)]
pub struct Slider {
    side: Option<ParameterRange<usize>>,
    colours: Option<ParameterRange<u8>>,
    holes: Option<ParameterRange<usize>>,
    fill: Option<ParameterRange<f64>>,
    official: bool,
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

impl Referee for Slider {
    const NAME: &'static str = "slider";
    type Case = Drawn;
    type Play = SliderPlay;

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Drawn, Malformed> {
        let case = Case::read(tokens)?;
        Ok(Drawn { case, fill: None })
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
            bound: Some(bound::bound(&case.case, self.bound_time)),
            details,
        }
    }
}

impl Game for Slider {
    const TITLE: &'static str = "Slider";
    const OPTIONS: &'static [GameOption] =
        &[SIDE, COLOUR_COUNT, HOLE_COUNT, FILL, OFFICIAL, BOUND_TIME];
    const RANDOM_PLAY: bool = false;
    type Total = RelativeTotal;

    fn new(options: &OptionValues) -> Slider {
        Slider {
            side: options.whole_range(&SIDE),
            colours: options.whole_range(&COLOUR_COUNT),
            holes: options.whole_range(&HOLE_COUNT),
            fill: options.real_range(&FILL),
            official: options.flag(&OFFICIAL),
            bound_time: options.time(&BOUND_TIME),
        }
    }

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(10), 1024)
    }

    /// The match's own cases are a variant: no seed of theirs is one of ours.
    fn variant(&self) -> Option<String> {
        self.official.then(|| "official".into())
    }

    fn every_variant(&self) -> Vec<Slider> {
        let is_free = self.side.is_none()
            && self.colours.is_none()
            && self.holes.is_none()
            && self.fill.is_none();
        let official = is_free.then(|| Slider {
            official: true,
            ..self.clone()
        });
        std::iter::once(self.clone()).chain(official).collect()
    }

    fn generate(&self, seed: u64) -> Drawn {
        if self.official {
            return official::draw(seed);
        }
        generate::draw(self, game::rng(Self::NAME, seed, Stream::Case))
    }

    fn parameters(&self, case: &Drawn) -> Details {
        let mut parameters = Details::new([
            ("N", case.case.board().shape().rows.into()),
            ("C", case.case.colours().into()),
            ("H", case.case.holes().into()),
        ]);
        if let Some(fill) = case.fill {
            parameters.push("F", fill);
        }
        parameters
    }

    fn entry_form(&self) -> Box<dyn EntryForm<Drawn>> {
        Box::new(entry::Turns)
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
            self.score = game.score();
            let played = played.map_err(|(square, fault)| {
                square.into_iter().for_each(|at| dialogue.fault_at(at));
                fault
            })?;
            dialogue.show(&mut || view.turn(&played, game.score()));
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
