//! The judge of Lucky Symbols (Australian Informatics Olympiad): offers
//! symbols, referees a hundred rounds, and scores them under both readings of
//! the bonus rule.

mod bound;
mod linked;
mod scene;
mod subtask;
mod total;

use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use ::scene::{Place, SceneLayout};
use clap::ValueEnum;
use common::lucky::round::{IllegalAction, Round, ScoreParts, parse_action};
use common::lucky::{Action, Case, ROUNDS, Symbol, TURNS};
use common::tokens::{Malformed, Tokens};
use judge_kit::{
    Built, CaseResult, CaseScore, Details, Dialogue, EntryForm, Failure, Fault, Game, Limits,
    LineEntries, OptionUses, Stream, Verdict, details, milliseconds,
};

pub use subtask::Subtask;
pub use total::LuckyTotal;

/// The game. A seed draws one case of every subtask asked for, and the symbols
/// of its hundred rounds.
#[derive(Clone, Debug, clap::Args)]
pub struct Lucky {
    /// Play this subtask, 1 to 7, instead of all seven
    #[arg(long, value_name = "NUMBER")]
    subtask: Option<Subtask>,
    /// Times that a pair of adjacent squares pays in the score
    #[arg(long, value_enum, default_value_t = Pairs::Once)]
    pairs: Pairs,
    /// Spend this time a case on a bound by perfect foresight, where the case has
    /// values and bonuses; without it, the first seeds have one from a table
    #[arg(long = "bound", value_name = "MS", value_parser = milliseconds)]
    bound_time: Option<Duration>,
    /// Judge a contestant's lucky.cpp: compile FILES with our grader, and play that program
    #[arg(long, value_name = "FILES", num_args = 1.., conflicts_with = "rounds")]
    cpp: Vec<PathBuf>,
    /// Rounds of a case; only the official number has a percentage
    #[arg(long, value_name = "K", default_value_t = ROUNDS as u8, value_parser = clap::value_parser!(u8).range(1..=ROUNDS as i64))]
    rounds: u8,
}

/// Times that a pair of adjacent squares pays.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Pairs {
    /// Once, as the rules say
    Once,
    /// Once for each of the two squares, as the official thresholds need it
    Twice,
}

impl Pairs {
    fn times(self) -> u32 {
        match self {
            Pairs::Once => 1,
            Pairs::Twice => 2,
        }
    }

    /// Points under this reading.
    fn points(self, total: ScoreParts) -> u64 {
        match self {
            Pairs::Once => total.once(),
            Pairs::Twice => total.twice(),
        }
    }
}

/// The rounds of a case so far.
#[derive(Debug, Default)]
pub struct LuckyPlay {
    /// The symbols offered, round after round.
    pub symbols: Vec<Symbol>,
    /// Number of rounds that are over.
    pub rounds: usize,
    /// Sum of their points.
    pub total: ScoreParts,
}

impl Lucky {
    /// Number of rounds of a case.
    fn rounds(&self) -> usize {
        self.rounds.into()
    }
}

impl Game for Lucky {
    const NAME: &'static str = "lucky";
    const OPTIONS: OptionUses = OptionUses {
        cases: &["subtask"],
        contestant: &["cpp"],
        scores: &["pairs", "bound_time", "rounds"],
        ..OptionUses::NONE
    };
    type Case = Case;
    type Play = LuckyPlay;
    type Total = LuckyTotal;

    /// Points of all rounds together.
    fn scaled(result: &CaseResult) -> f64 {
        let rounds = result.parameters.get("rounds");
        let rounds = rounds.and_then(|rounds| rounds.as_u64());
        result.score * rounds.unwrap_or(ROUNDS as u64) as f64
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::new(Duration::from_secs(2), 512);
        // Each of the 100,000 answers may have to wait for a processor.
        limits.wall = Duration::from_secs(30);
        limits
    }

    fn variants(&self) -> Vec<Lucky> {
        let asked = |subtask: &Subtask| self.subtask.is_none_or(|asked| asked == *subtask);
        let variant = |subtask| Lucky {
            subtask: Some(subtask),
            ..self.clone()
        };
        Subtask::all().filter(asked).map(variant).collect()
    }

    fn variant(&self) -> Option<String> {
        self.subtask.map(|subtask| format!("subtask-{subtask}"))
    }

    fn build(&self) -> Result<Option<Built>, Failure> {
        let wanted = !self.cpp.is_empty();
        wanted.then(|| linked::build(&self.cpp)).transpose()
    }

    fn generate(&self, seed: u64) -> Case {
        let subtask = self.subtask.or(Subtask::all().next());
        let mut rng = judge_kit::rng(Self::NAME, seed, Stream::Case);
        subtask.expect("there are seven").draw(&mut rng)
    }

    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        Case::read(tokens)
    }

    fn parameters(&self, case: &Case) -> Details {
        let mut parameters = details([
            ("R", case.shape().rows.into()),
            ("C", case.shape().cols.into()),
            ("N", case.values().len().into()),
            ("E", case.pairs().count().into()),
        ]);
        if let Some(subtask) = Subtask::of(case) {
            parameters.insert("subtask".to_string(), subtask.number().into());
        }
        if self.rounds() != ROUNDS {
            parameters.insert("rounds".to_string(), self.rounds.into());
        }
        parameters
    }

    fn layout(&self, case: &Case) -> SceneLayout {
        scene::layout(case)
    }

    /// The calls of all rounds, which the linked form takes at once.
    fn messages(&self, case: &Case, choose: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        if self.cpp.is_empty() {
            return None;
        }
        let mut calls = String::new();
        for _ in 0..self.rounds() {
            calls += NEW_ROUND;
            for _ in 0..TURNS {
                calls += &(play_turn(choose(case.values().len())) + "\n");
            }
        }
        Some(calls)
    }

    fn play(
        &self,
        case: &Case,
        dialogue: &mut dyn Dialogue,
        play: &mut LuckyPlay,
    ) -> Result<(), Fault> {
        for number in 1..=self.rounds() {
            let mut round = Round::new(case);
            let mut view = scene::View::new(case, number as u32 - 1, self.pairs.times());
            for turn in 1..=TURNS {
                play.turn(case, &mut round, &mut view, dialogue)
                    .map_err(|fault| fault.at(format!("round {number}, turn {turn}")))?;
            }
            dialogue.show(&mut || view.scene(None));
            play.rounds += 1;
            play.total += round.score();
        }
        Ok(())
    }

    /// One round; of the second subtask, which a person can survey, unless another is given.
    fn by_hand(&self) -> Lucky {
        Lucky {
            subtask: self.subtask.or(Subtask::all().nth(1)),
            rounds: 1,
            ..self.clone()
        }
    }

    fn entry_form(&self) -> Box<dyn EntryForm<Case>> {
        Box::new(LineEntries(
            "`place ROW COL`, an empty square, or `discard`",
        ))
    }

    fn score(&self, case: &Case, play: &LuckyPlay, verdict: Verdict) -> CaseScore {
        let total = match verdict {
            Verdict::Ok => play.total,
            _ => ScoreParts::default(),
        };
        let average = |points: u64| points as f64 / self.rounds() as f64;
        let subtask = Subtask::of(case).filter(|_| self.rounds() == ROUNDS);
        let percentage = subtask.map(|subtask| subtask.percentage(total));
        let mut details = details([
            ("once", average(total.once()).into()),
            ("twice", average(total.twice()).into()),
            ("value", average(total.value).into()),
            ("equal_pairs", average(total.equal).into()),
            ("different_pairs", average(total.different).into()),
            ("rounds", play.rounds.into()),
        ]);
        details.extend(percentage.map(|share| ("percentage".to_string(), share.into())));
        CaseScore {
            score: average(self.pairs.points(total)),
            normalised: percentage.map(|share| share as f64 / 100.0),
            bound: bound::bound(case, &play.symbols, self.pairs.times(), self.bound_time),
            details,
        }
    }
}

impl LuckyPlay {
    /// Begins the round if it has not begun, offers one symbol, and plays the contestant's answer.
    fn turn(
        &mut self,
        case: &Case,
        round: &mut Round,
        view: &mut scene::View,
        dialogue: &mut dyn Dialogue,
    ) -> Result<(), Fault> {
        if round.turns() == 0 {
            dialogue.send(NEW_ROUND)?;
        }
        let number = dialogue.choose(case.values().len(), &play_turn)?;
        let symbol = case
            .symbol(number)
            .expect("a choice below the number of symbols");
        self.symbols.push(symbol);
        dialogue.show(&mut || view.scene(Some(symbol)));
        let answer = dialogue.receive()?;
        let action = answer.text().and_then(parse_action);
        let action = action.ok_or_else(|| answer.not("`place ROW COL` or `discard`"))?;
        let played = round.play(symbol, action).map_err(|illegal| {
            let rule = format!("{}: {illegal}", answer.shown());
            (illegal, answer.breaks(rule))
        });
        played.map_err(|(illegal, fault)| {
            if let (IllegalAction::Occupied, Action::Place { row, col }) = (illegal, action) {
                dialogue.fault_at(Place::cell(row * case.shape().cols + col));
            }
            fault
        })?;
        view.play(symbol, action);
        Ok(())
    }
}

/// The call that begins a round.
const NEW_ROUND: &str = "newRound\n";

/// The call that offers the symbol of a number.
fn play_turn(number: usize) -> String {
    format!("playTurn {number}")
}
