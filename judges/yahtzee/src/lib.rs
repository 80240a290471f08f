//! The judge of Yahtzee with all rolls known in advance: only the best total is
//! right. `crates/yahtzee/README.md` has the rules and the format.

mod check;
mod entry;
mod games;
mod scene;

use std::fmt;
use std::io::Read;
use std::time::Duration;

use ::scene::SceneLayout;
use common::tokens::{Malformed, Tokens};
use common::yahtzee::{Case, Dice, ROUNDS};
use game::{
    Bound, CaseResult, CaseScore, Details, Dialogue, EntryForm, Fault, Game, GameOption, Limits,
    Line, OptionForm, OptionUse, OptionValues, Referee, Stream, Total, Verdict,
};

use games::RollDistribution;

/// Games in a case.
const GAMES: GameOption = GameOption::new(
    "games",
    "N",
    OptionForm::Whole {
        low: 1,
        high: 1_000_000,
        default: Some(1000),
    },
    OptionUse::Case,
    "Games in a case",
);
/// Distribution of the rolls.
const KIND: GameOption = GameOption::new(
    "kind",
    "KIND",
    OptionForm::Word {
        words: RollDistribution::WORDS,
        default: Some("random"),
    },
    OptionUse::Variant,
    "Distribution of the rolls of a case",
);
/// Every distribution.
const ALL: GameOption = GameOption::flag(
    "all",
    OptionUse::Variant,
    "For every seed a case of each kind",
)
.excluding(&["kind"]);

/// The game. A case is a batch of games.
#[derive(Clone, Debug)]
pub struct Yahtzee {
    games: u32,
    kind: RollDistribution,
    all: bool,
}

/// The checked part of an answer.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct YahtzeePlay {
    /// Number of games before the first wrong line.
    pub right: usize,
    /// Sum of their totals.
    pub points: u64,
}

impl YahtzeePlay {
    /// Checks the lines of an answer up to the first wrong one. Skips blank lines.
    fn answers(&mut self, case: &Case, dialogue: &mut dyn Dialogue) -> Result<(), Fault> {
        let games = case.games().len();
        for (number, dice) in (1..).zip(case.games()) {
            let ended = || Fault::Ended(format!("the output ends before game {number} of {games}"));
            let view = || scene::View::new(number - 1, dice);
            dialogue.show(&mut || view().start());
            let checked = next_line(dialogue, |line| {
                check::check(&dice.map(Dice::roll), &line).map_err(|fault| (fault, partial(&line)))
            })?;
            let card = checked.ok_or_else(ended)?.map_err(|(fault, words)| {
                dialogue.show(&mut || view().partial(&words));
                fault.at(format!("game {number}"))
            })?;
            let mut entries = None;
            for entry in 0..ROUNDS {
                dialogue.show(&mut || {
                    let entries = entries.get_or_insert_with(|| view().entries(&card));
                    entries[entry].clone()
                });
            }
            self.right += 1;
            self.points += u64::from(card.total());
        }
        let more = |line: Line| line.not("the answer of a game, all games are answered");
        next_line(dialogue, more)?.map_or(Ok(()), Err)
    }
}

/// Longest word of a line that is kept, in bytes: a word may be as long as an output.
const WORD: usize = 20;

/// The words of a line, as many as a card has scores, each shortened.
fn partial(line: &Line) -> Vec<String> {
    let words = line.words().take(ROUNDS);
    words
        .map(|word| &word[..word.len().min(WORD)])
        .map(|word| String::from_utf8_lossy(word).into_owned())
        .collect()
}

/// Applies `read` to the next line that is not blank; `None` at the end of the
/// output.
fn next_line<T>(
    dialogue: &mut dyn Dialogue,
    read: impl FnOnce(Line) -> T,
) -> Result<Option<T>, Fault> {
    loop {
        match dialogue.receive() {
            Ok(line) if line.is_blank() => {}
            Ok(line) => return Ok(Some(read(line))),
            Err(Fault::Ended(_)) => return Ok(None),
            Err(fault) => return Err(fault),
        }
    }
}

impl Referee for Yahtzee {
    const NAME: &'static str = "yahtzee";
    type Case = Case;
    type Play = YahtzeePlay;

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn layout(&self, _case: &Case) -> SceneLayout {
        scene::layout()
    }

    fn play(
        &self,
        case: &Case,
        dialogue: &mut dyn Dialogue,
        play: &mut YahtzeePlay,
    ) -> Result<(), Fault> {
        dialogue.close();
        let played = play.answers(case, dialogue);
        dialogue.drain()?;
        played
    }

    /// Scores the number of games if all of them are right, else 0.
    fn score(&self, case: &Case, play: &YahtzeePlay, verdict: Verdict) -> CaseScore {
        let passed = verdict == Verdict::Ok;
        let games = case.games().len() as f64;
        CaseScore {
            score: if passed { games } else { 0.0 },
            normalised: Some(f64::from(u8::from(passed))),
            bound: Some(Bound::new("maximum", games)),
            details: Details::new([("right", play.right.into()), ("points", play.points.into())]),
        }
    }
}

impl Game for Yahtzee {
    const TITLE: &'static str = "Yahtzee";
    const OPTIONS: &'static [GameOption] = &[GAMES, KIND, ALL];
    const BY_HAND: &'static [(&'static str, &'static str)] = &[("games", "1")];
    const RANDOM_PLAY: bool = false;
    type Total = YahtzeeTotal;

    fn new(options: &OptionValues) -> Yahtzee {
        let kind = options.word(&KIND).and_then(RollDistribution::named);
        Yahtzee {
            games: options.whole(&GAMES).unwrap_or(1),
            kind: kind.unwrap_or(RollDistribution::Random),
            all: options.flag(&ALL),
        }
    }

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(3), 64)
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
        Case::new(games.collect())
    }

    fn parameters(&self, case: &Case) -> Details {
        Details::new([("games", case.games().len().into())])
    }

    fn entry_form(&self) -> Box<dyn EntryForm<Case>> {
        Box::new(entry::Scores)
    }
}

/// Number of games answered right, and of all games.
#[derive(Default)]
pub struct YahtzeeTotal {
    right: f64,
    games: f64,
}

impl Total for YahtzeeTotal {
    fn add(&mut self, result: &CaseResult) {
        self.right += result.score;
        self.games += result.bound.as_ref().map_or(0.0, |bound| bound.value);
    }
}

impl fmt::Display for YahtzeeTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} games", self.right, self.games)
    }
}
