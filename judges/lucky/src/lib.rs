//! The judge of Lucky Symbols (Australian Informatics Olympiad): offers
//! symbols, referees a hundred rounds, and scores them under both readings of
//! the bonus rule.

mod bound;
mod compiler;
mod linked;
mod scene;
mod subtask;
mod total;

use std::io::Read;
use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use common::lucky::round::{Round, ScoreParts, parse_action};
use common::lucky::{Case, ROUNDS, Symbol, TURNS};
use common::tokens::{Malformed, Tokens};
use judge_kit::scene::SceneLayout;
use judge_kit::{
    Built, CaseScore, Details, Dialogue, Fault, Game, Limits, OptionUses, Record, Stream, Verdict,
    milliseconds,
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
    #[arg(long, value_name = "FILES", num_args = 1..)]
    cpp: Vec<PathBuf>,
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

    /// Mean points of a round.
    fn average(self, total: ScoreParts) -> f64 {
        let points = match self {
            Pairs::Once => total.once(),
            Pairs::Twice => total.twice(),
        };
        points as f64 / ROUNDS as f64
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

impl Game for Lucky {
    const NAME: &'static str = "lucky";
    const OPTIONS: OptionUses = OptionUses {
        cases: &["subtask"],
        contestant: &["cpp"],
        scores: &["pairs", "bound_time"],
        ..OptionUses::NONE
    };
    type Case = Case;
    type Play = LuckyPlay;
    type Total = LuckyTotal;

    /// Points of all rounds together.
    fn scaled(record: &Record) -> f64 {
        record.score * ROUNDS as f64
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

    fn build(&self) -> anyhow::Result<Option<Built>> {
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

    fn write_case(&self, case: &Case) -> String {
        case.text()
    }

    fn parameters(&self, case: &Case) -> Details {
        let subtask = Subtask::of(case).map(|subtask| subtask.number().into());
        Details::from_iter(
            [
                ("R".to_string(), case.shape().rows.into()),
                ("C".to_string(), case.shape().cols.into()),
                ("N".to_string(), case.values().len().into()),
                ("E".to_string(), case.pairs().count().into()),
            ]
            .into_iter()
            .chain(subtask.map(|number| ("subtask".to_string(), number))),
        )
    }

    /// The calls of all rounds, which the linked form takes at once.
    fn layout(&self, case: &Case) -> SceneLayout {
        scene::layout(case)
    }

    fn messages(&self, case: &Case, choose: &mut dyn FnMut(usize) -> usize) -> Option<String> {
        if self.cpp.is_empty() {
            return None;
        }
        let mut calls = String::new();
        for _ in 0..ROUNDS {
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
        for number in 1..=ROUNDS {
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

    fn score(&self, case: &Case, play: &LuckyPlay, verdict: Verdict) -> CaseScore {
        let total = match verdict {
            Verdict::Ok => play.total,
            _ => ScoreParts::default(),
        };
        let average = |points: u64| points as f64 / ROUNDS as f64;
        let percentage = Subtask::of(case).map(|subtask| subtask.percentage(total));
        let mut details = Details::from_iter([
            ("once".to_string(), Pairs::Once.average(total).into()),
            ("twice".to_string(), Pairs::Twice.average(total).into()),
            ("value".to_string(), average(total.value).into()),
            ("equal_pairs".to_string(), average(total.equal).into()),
            (
                "different_pairs".to_string(),
                average(total.different).into(),
            ),
            ("rounds".to_string(), play.rounds.into()),
        ]);
        details.extend(percentage.map(|share| ("percentage".to_string(), share.into())));
        CaseScore {
            score: self.pairs.average(total),
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
        round.play(symbol, action).map_err(|illegal| {
            Fault::wrong(format!(
                "line {}: {}: {illegal}",
                answer.number(),
                answer.shown()
            ))
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
