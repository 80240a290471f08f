//! The cases of the game: options, random draws, limits, totals, and entries by hand.

use common::slider::case::{COLOURS, HOLES, SIDES};
use game::{
    Details, EntryForm, Game, GameOption, Limits, Move, OptionForm, OptionUse, OptionValues,
    Referee, RelativeTotal, ScoreRanges, Stream,
};

use crate::{Drawn, FAILED, Slider, SliderPlay, bound, entry, generate, official};

const SIDE: GameOption = GameOption::new(
    "N",
    "SIDE",
    whole_range(*SIDES.start(), *SIDES.end()),
    OptionUse::Case,
    "Side of the board, 10 to 30, or a range: 10,12",
);
const COLOUR_COUNT: GameOption = GameOption::new(
    "C",
    "COLOURS",
    whole_range(*COLOURS.start() as usize, *COLOURS.end() as usize),
    OptionUse::Case,
    "Number of colours, 2 to 9, or a range",
);
const HOLE_COUNT: GameOption = GameOption::new(
    "H",
    "HOLES",
    whole_range(*HOLES.start(), *HOLES.end()),
    OptionUse::Case,
    "Number of holes, 1 to 10, or a range",
);
const FILL: GameOption = GameOption::new(
    "F",
    "FILL",
    OptionForm::RealRange(0.0, 1.0),
    OptionUse::Case,
    "Chance of a block on a cell, 0 to 1, or a range; drawn from 0.2 to 0.8",
);
/// The match's own cases. It is unknown how its tester draws if a parameter is fixed.
const OFFICIAL: GameOption = GameOption::flag(
    "official",
    OptionUse::Variant,
    "Draw the match's own cases, as TopCoder's tester does; a seed is another case than without",
)
.excluding(&["N", "C", "H", "F"]);
const BOUND_STEPS: GameOption = GameOption::new(
    "bound",
    "STEPS",
    OptionForm::Whole(1, 1_000_000),
    OptionUse::Bound,
    "Take these steps towards a tight bound, 300 for the table's; without it, published cases and seeds 1 to 100, \
     official ones too, have one from a table",
);
const CLOSE_INPUT: GameOption = GameOption::flag(
    "close-input",
    OptionUse::Contestant,
    "End the contestant's input after the case, as systems do that feed it from a file",
);

const fn whole_range(low: usize, high: usize) -> OptionForm {
    OptionForm::WholeRange(low as u64, high as u64, 1)
}

impl Game for Slider {
    const TITLE: &'static str = "Slider";
    const PROTOCOL: &'static str = "\
A contestant reads N, C, H and the board, one number a line (the input stays open unless `--close-input`),
and writes the number of turns T and T lines `ROW COL M|S U|D|L|R`.";
    const RULES: &'static str = include_str!("../../../crates/slider/README.md");
    const PARAMETERS: &'static [(&'static str, &'static str)] = &[
        ("N", "side of the board"),
        ("C", "colours: blocks have the values 1 to C"),
        ("H", "holes"),
        ("F", "chance that a cell got a block"),
    ];
    const OPTIONS: &'static [GameOption] = &[
        SIDE,
        COLOUR_COUNT,
        HOLE_COUNT,
        FILL,
        OFFICIAL,
        BOUND_STEPS,
        CLOSE_INPUT,
    ];
    const ENTRIES: EntryForm<Drawn> = entry::TURNS;
    const RANDOM_PLAY: bool = false;
    type Total = RelativeTotal;

    fn new(options: &OptionValues) -> Slider {
        Slider {
            side: options.range(&SIDE),
            colours: options.range(&COLOUR_COUNT),
            holes: options.range(&HOLE_COUNT),
            fill: options.range(&FILL),
            official: options.flag(&OFFICIAL),
            bound_steps: options.whole(&BOUND_STEPS),
            closes_input: options.flag(&CLOSE_INPUT),
        }
    }

    fn limits(&self) -> Limits {
        Limits::new(10_000, 1024)
    }

    /// The match's own cases are a variant: their seeds differ from ours.
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

    fn ranges(&self, case: &Drawn) -> ScoreRanges {
        ScoreRanges::new(FAILED..=bound::bound(&case.case, None).value)
    }

    fn parameters(&self, case: &Drawn) -> Details {
        let parameters = Details::new([
            ("N", case.case.board().shape().rows.into()),
            ("C", case.case.colours().into()),
            ("H", case.case.board().holes().into()),
        ]);
        parameters.with("F", case.fill)
    }

    fn moves(&self, case: &Drawn, entries: &[String], _play: &SliderPlay) -> Vec<Move> {
        entry::moves(case, entries)
    }
}
