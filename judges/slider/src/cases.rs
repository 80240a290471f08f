//! The cases of the game: options, random draws, limits, totals, and entries by hand.

mod entry;
mod generate;
mod losses;
pub(crate) mod official;
mod scenes;
mod secure_random;

use game::{
    Details, EntryForm, Game, GameOption, Limits, Losses, Move, OptionEffect, OptionValues,
    Referee, ScoreRanges, Stream, Totals,
};
use scene::{Place, Scene, SceneLayout};

use crate::{BOUND_STEPS, CLOSE_INPUT, Drawn, FAILED, Slider, SliderPlay, bound};
use generate::{COLOUR_COUNT, FILL, HOLE_COUNT, SIDE};

/// The match's own cases. It is unknown how its tester draws if a parameter is fixed.
const OFFICIAL: GameOption = GameOption::flag(
    "official",
    OptionEffect::Variant,
    "Draw the match's own cases, as TopCoder's tester does; a seed is another case than without",
)
.excluding(&["N", "C", "H", "F"]);

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
    const OPTIONS: &'static [GameOption] =
        &[SIDE, COLOUR_COUNT, HOLE_COUNT, FILL, OFFICIAL, BOUND_STEPS, CLOSE_INPUT];
    const ENTRIES: EntryForm<Drawn> = entry::TURNS;
    const RANDOM_PLAY: bool = false;
    const SOLVER_WORK: u64 = 30_000;
    const HAS_LOSSES: bool = true;

    fn new(options: OptionValues) -> Slider {
        Slider { options }
    }

    fn options(&self) -> &OptionValues {
        &self.options
    }

    fn limits(&self) -> Limits {
        Limits::new(10_000, 1024)
    }

    fn generate(&self, seed: u64) -> Drawn {
        if self.options.flag(&OFFICIAL) {
            return official::draw(seed);
        }
        generate::draw(&self.options, game::rng(Self::NAME, seed, Stream::Case))
    }

    fn ranges(&self, case: &Drawn) -> ScoreRanges {
        ScoreRanges::new(FAILED..=bound::of_case(&case.case, None).value)
    }

    fn parameters(&self, case: &Drawn) -> Details {
        let parameters = Details::new([
            ("N", case.case.board().shape().rows.into()),
            ("C", case.case.colours().into()),
            ("H", case.case.board().holes().into()),
        ]);
        parameters.with("F", case.fill)
    }

    fn total(totals: &Totals) -> String {
        totals.of_best()
    }

    fn layout(&self, case: &Drawn) -> SceneLayout {
        scenes::layout(&case.case)
    }

    fn scenes(&self, case: &Drawn, play: &SliderPlay, show: &mut dyn FnMut(Scene)) {
        let mut view = scenes::View::new(&case.case, self.bound_steps());
        show(view.start());
        play.turns.iter().for_each(|turn| show(view.turn(turn)));
    }

    fn fault_place(&self, play: &SliderPlay) -> Option<Place> {
        play.wrong.map(Place::cell)
    }

    fn losses(&self, case: &Drawn, play: &SliderPlay) -> Option<Losses> {
        let losses = || losses::losses(&case.case, &play.turns, self.bound_steps());
        play.is_finished.then(losses)
    }

    fn moves(&self, case: &Drawn, entries: &[String], _play: &SliderPlay) -> Vec<Move> {
        entry::moves(case, entries)
    }
}
