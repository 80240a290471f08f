//! The cases of the game: options, random draws, limits, totals, and entries by hand.

use common::yahtzee::Case;
use game::{
    Details, EntryForm, Game, GameOption, Limits, Move, OptionForm, OptionUse, OptionValues,
    Referee, ScoreRanges, Stream,
};

use crate::total::YahtzeeTotal;
use crate::{RollDistribution, Yahtzee, YahtzeePlay, entry};

const GAMES: GameOption = GameOption::new(
    "games",
    "N",
    OptionForm::Whole(1, 1_000_000),
    OptionUse::Case,
    "Games in a case",
)
.by_default("1000");
const KIND: GameOption = GameOption::new(
    "kind",
    "KIND",
    OptionForm::Word(RollDistribution::WORDS),
    OptionUse::Variant,
    "Distribution of the rolls of a case",
)
.by_default("random");
const ALL: GameOption = GameOption::flag(
    "all",
    OptionUse::Variant,
    "For every seed a case of each kind",
)
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
    type Total = YahtzeeTotal;

    fn new(options: &OptionValues) -> Yahtzee {
        let kind = options.get(&KIND).and_then(RollDistribution::named);
        Yahtzee {
            games: options.whole(&GAMES).unwrap_or(1),
            kind: kind.unwrap_or(RollDistribution::Random),
            all: options.flag(&ALL),
        }
    }

    fn limits(&self) -> Limits {
        Limits::new(3000, 64)
    }

    fn variants(&self) -> Vec<Yahtzee> {
        match self.all {
            true => self.every_variant(),
            false => vec![self.clone()],
        }
    }

    fn every_variant(&self) -> Vec<Yahtzee> {
        let of_kind = |kind| Yahtzee {
            kind,
            all: false,
            ..self.clone()
        };
        RollDistribution::ALL.map(of_kind).to_vec()
    }

    fn variant(&self) -> Option<String> {
        (self.kind != RollDistribution::Random).then(|| self.kind.name().to_string())
    }

    fn generate(&self, seed: u64) -> Case {
        let mut rng = game::rng(Self::NAME, seed, Stream::Case);
        let games = (0..self.games).map(|_| self.kind.draw(&mut rng));
        let games = games.collect();
        Case { games }
    }

    fn ranges(&self, case: &Case) -> ScoreRanges {
        ScoreRanges::new(0.0..=case.games.len() as f64)
    }

    fn parameters(&self, case: &Case) -> Details {
        Details::new([("games", case.games.len().into())])
    }

    fn moves(&self, case: &Case, entries: &[String], _play: &YahtzeePlay) -> Vec<Move> {
        entry::moves(case, entries)
    }
}
