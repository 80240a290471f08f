//! The judge of Yahtzee for players who see all their rolls beforehand: only
//! the best total is right.

mod check;
mod games;
mod optimum;

use std::time::Duration;

use common::yahtzee::{ROUNDS, Roll};
use judge_kit::{
    Bound, Fault, Game, Limits, Malformed, Marks, Parameters, Record, Stream, Verdict, Wire, lines,
};

use games::{Dice, Kind};

/// The game. A case is a batch of games.
#[derive(Clone, Debug, clap::Args)]
pub struct Yahtzee {
    /// Games in a case
    #[arg(long, value_name = "N", default_value = "1000", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    games: u32,
    /// What rolls a case holds
    #[arg(long, value_enum, default_value = "random")]
    kind: Kind,
    /// For every seed a case of each kind
    #[arg(long, conflicts_with = "kind")]
    all: bool,
}

/// A batch of games.
pub struct Case {
    /// The lines that the contestant gets.
    text: String,
    games: Vec<check::Game>,
}

/// How far an answer was right.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Play {
    /// Games answered right, before any other.
    pub right: usize,
    /// The sum of their totals.
    pub points: u64,
}

impl Play {
    /// Goes through the lines of an answer to the first that is wrong.
    fn run(&mut self, games: &[check::Game], output: &[u8]) -> Result<(), Fault> {
        let mut lines = lines(output).filter(|line| !line.is_blank());
        for (index, game) in games.iter().enumerate() {
            let line = lines.next().ok_or_else(|| {
                let (number, games) = (index + 1, games.len());
                Fault::Ended(format!("the output ends before game {number} of {games}"))
            })?;
            let card = check::check(game, &line)
                .map_err(|fault| fault.at(format!("game {}", index + 1)))?;
            self.right += 1;
            self.points += u64::from(card.total());
        }
        match lines.next() {
            Some(line) => Err(line.not("the answer of a game, all games are answered")),
            None => Ok(()),
        }
    }
}

impl Game for Yahtzee {
    const NAME: &'static str = "yahtzee";
    type Case = Case;
    type Play = Play;

    fn limits(&self) -> Limits {
        Limits::new(Duration::from_secs(3), 64)
    }

    fn variants(&self) -> Vec<Yahtzee> {
        if !self.all {
            return vec![self.clone()];
        }
        let of_kind = |kind| Yahtzee {
            kind,
            ..self.clone()
        };
        Kind::ALL.map(of_kind).to_vec()
    }

    fn variant(&self) -> Option<String> {
        (self.kind != Kind::Random).then(|| self.kind.name().to_string())
    }

    fn generate(&self, seed: u64) -> Case {
        let mut rng = judge_kit::rng(Self::NAME, seed, Stream::Case);
        let dice: Vec<Dice> = (0..self.games)
            .flat_map(|_| self.kind.draw(&mut rng))
            .collect();
        let rolls: Vec<Roll> = dice.iter().copied().filter_map(Roll::new).collect();
        Case {
            text: dice
                .iter()
                .map(|[a, b, c, d, e]| format!("{a} {b} {c} {d} {e}\n"))
                .collect(),
            games: rolls.as_chunks().0.to_vec(),
        }
    }

    fn parse_case<'a>(&self, text: &'a str) -> Result<(Case, &'a str), Malformed> {
        let mut rolls = Vec::new();
        let mut last = 1;
        for (number, line) in (1..).zip(text.lines()) {
            if !line.trim_ascii().is_empty() {
                let roll = Roll::parse(line.as_bytes());
                rolls.push(roll.map_err(|problem| Malformed::new(number, problem.to_string()))?);
                last = number;
            }
        }
        let (games, rest) = rolls.as_chunks();
        if !rest.is_empty() {
            let problem = format!(
                "the case ends after {} of a game's {ROUNDS} rolls",
                rest.len()
            );
            return Err(Malformed::new(last, problem));
        }
        let case = Case {
            text: text.to_string(),
            games: games.to_vec(),
        };
        Ok((case, ""))
    }

    fn format_case(&self, case: &Case) -> String {
        case.text.clone()
    }

    fn parameters(&self, case: &Case) -> Parameters {
        Parameters::from_iter([("games".to_string(), case.games.len().into())])
    }

    fn referee(
        &self,
        case: &Case,
        _seed: u64,
        wire: &mut Wire,
        play: &mut Play,
    ) -> Result<(), Fault> {
        let output = wire.exchange(&case.text)?;
        play.run(&case.games, &output)
    }

    fn replay(
        &self,
        case: &Case,
        _input: &str,
        output: &[u8],
        play: &mut Play,
    ) -> Result<(), Fault> {
        play.run(&case.games, output)
    }

    /// The games of the case if all of them are right, else 0.
    fn score(&self, case: &Case, play: &Play, verdict: Verdict) -> Marks {
        let passed = verdict == Verdict::Ok;
        let games = case.games.len() as f64;
        Marks {
            score: if passed { games } else { 0.0 },
            normalised: Some(f64::from(u8::from(passed))),
            bound: Some(Bound {
                kind: "maximum",
                value: games,
            }),
            details: Parameters::from_iter([
                ("right".to_string(), play.right.into()),
                ("points".to_string(), play.points.into()),
            ]),
        }
    }

    fn total(&self, records: &[Record]) -> String {
        let right: f64 = records.iter().map(|record| record.score).sum();
        let games: f64 = records.iter().filter_map(|record| record.bound).sum();
        format!("{right} of {games} games")
    }
}
