//! The cases of the game: options, random draws, limits, totals, and entries by hand.

mod entry;
mod games;
mod losses;
mod scenes;

use common::yahtzee::{Case, Dice, ROUNDS};
use game::{
    Details, EntryForm, Game, GameOption, Limits, LossBasis, Losses, Move, OptionEffect,
    OptionForm, OptionValues, Referee, ScoreRanges, Stream, Totals,
};
use scene::{Scene, SceneLayout};

use crate::{Yahtzee, YahtzeePlay};

const GAMES: GameOption = GameOption::new(
    "games",
    "N",
    OptionForm::Whole(1, 1_000_000),
    OptionEffect::Case,
    "Games in a case",
)
.by_default("1000");
const KIND: GameOption = GameOption::new(
    "kind",
    "KIND",
    OptionForm::Word(games::KINDS),
    OptionEffect::Variant,
    "Distribution of the rolls of a case",
)
.by_default("random");
const ALL: GameOption =
    GameOption::flag("all", OptionEffect::Variant, "For every seed a case of each kind")
        .excluding(&["kind"]);

impl Game for Yahtzee {
    const TITLE: &'static str = "Yahtzee";
    const PROTOCOL: &'static str = "\
A contestant reads games of 13 lines, five dice a line, until its input ends,
and writes a line a game: the 13 scores of the categories, the bonus, the total.";
    const RULES: &'static str = include_str!("../../../crates/yahtzee/README.md");
    const PARAMETERS: &'static [(&'static str, &'static str)] = &[("games", "games in the case")];
    const OPTIONS: &'static [GameOption] = &[GAMES, KIND, ALL];
    const BY_HAND: &'static [(&'static str, &'static str)] = &[("games", "1")];
    const ENTRIES: EntryForm<Case> = entry::SCORES;
    const COUNTED: &'static str = "cards with the highest total";
    const RANDOM_PLAY: bool = false;
    const HAS_LOSSES: bool = true;

    fn new(options: OptionValues) -> Yahtzee {
        Yahtzee { options }
    }

    fn options(&self) -> &OptionValues {
        &self.options
    }

    fn limits(&self) -> Limits {
        Limits::new(3000, 64)
    }

    fn generate(&self, seed: u64) -> Case {
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        let kind = self.options.get(&KIND).unwrap_or_default();
        let count: usize = self.options.whole(&GAMES).unwrap_or(1);
        Case { games: (0..count).map(|_| games::draw(kind, &mut rng)).collect() }
    }

    fn ranges(&self, case: &Case) -> ScoreRanges {
        ScoreRanges::new(0.0..=case.games.len() as f64)
    }

    fn parameters(&self, case: &Case) -> Details {
        Details::new([("games", case.games.len().into())])
    }

    fn total(totals: &Totals) -> String {
        totals.of_bound("games")
    }

    fn layout(&self, _case: &Case) -> SceneLayout {
        scenes::layout()
    }

    fn scenes(&self, case: &Case, play: &YahtzeePlay, show: &mut dyn FnMut(Scene)) {
        scenes::show(case, play, show);
    }

    fn losses(&self, case: &Case, play: &YahtzeePlay) -> Option<Losses> {
        let mut losses = Losses::new(LossBasis::Exact, ("points", 1), ROUNDS as u32);
        for ((round, dice), card) in (0..).zip(&case.games).zip(&play.cards) {
            losses::add(round, &dice.map(Dice::roll), card, &mut losses);
        }
        (play.cards.len() == case.games.len()).then_some(losses)
    }

    fn moves(&self, case: &Case, entries: &[String], _play: &YahtzeePlay) -> Vec<Move> {
        entry::moves(case, entries)
    }
}
