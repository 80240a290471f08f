//! The judge of Lucky Symbols (Australian Informatics Olympiad): offers
//! symbols, referees a hundred rounds, and scores them under both readings of
//! the bonus rule.

mod bound;
mod linked;
mod referee;
mod subtask;

use std::path::PathBuf;
use std::time::Duration;

use clap::ValueEnum;
use common::io::{Problem, Tokens};
use common::lucky::round::Score;
use common::lucky::{self, Case, ROUNDS};
use judge_kit::{
    Bound, Built, Fault, Game, Limits, Malformed, Marks, Parameters, Record, Stream, Verdict, Wire,
};

pub use referee::{Match, draw};
pub use subtask::Subtask;

/// The game. A seed draws one case of every subtask asked for, and the symbols
/// of its hundred rounds.
#[derive(Clone, Debug, clap::Args)]
pub struct Lucky {
    /// Play this subtask, 1 to 7, instead of all seven
    #[arg(long, value_name = "NUMBER")]
    subtask: Option<Subtask>,
    /// How often a pair of adjacent squares pays in the score
    #[arg(long, value_enum, default_value_t = Pairs::Once)]
    pairs: Pairs,
    /// Bound cases with values and bonuses by what perfect foresight could gain (takes seconds)
    #[arg(long)]
    bound: bool,
    /// Judge a contestant's lucky.cpp: compile FILES with our grader, and play that program
    #[arg(long, value_name = "FILES", num_args = 1..)]
    cpp: Vec<PathBuf>,
}

/// How often a pair of adjacent squares pays.
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

    /// Average points of a round.
    fn average(self, total: Score) -> f64 {
        let points = match self {
            Pairs::Once => total.once(),
            Pairs::Twice => total.twice(),
        };
        points as f64 / ROUNDS as f64
    }
}

impl Lucky {
    fn bound_of(&self, case: &Case, play: &Match) -> Option<Bound> {
        let times = self.pairs.times();
        bound::quick(case, times).or_else(|| {
            self.bound
                .then(|| bound::clairvoyant(case, &play.symbols, times))?
        })
    }
}

impl Game for Lucky {
    const NAME: &'static str = "lucky";
    type Case = Case;
    type Play = Match;

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

    fn parse_case<'a>(&self, text: &'a str) -> Result<(Case, &'a str), Malformed> {
        let case = Case::read(&mut Tokens::new(text.as_bytes())).map_err(malformed)?;
        let words = 4 + case.values().len() + 3 * case.pairs().count();
        Ok((case, behind_words(text, words)))
    }

    fn format_case(&self, case: &Case) -> String {
        case.text()
    }

    fn parameters(&self, case: &Case) -> Parameters {
        let subtask = Subtask::of(case).map(|subtask| subtask.number().into());
        Parameters::from_iter(
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

    fn referee(
        &self,
        case: &Case,
        seed: u64,
        wire: &mut Wire,
        play: &mut Match,
    ) -> Result<(), Fault> {
        play.symbols = draw(case.values().len(), seed);
        let text = self.format_case(case);
        if self.cpp.is_empty() {
            wire.send(&text);
            return play.live(case, wire);
        }
        let output = wire.exchange(&(text + &referee::format_calls(&play.symbols)))?;
        play.saved(case, &output)
    }

    fn replay(
        &self,
        case: &Case,
        input: &str,
        output: &[u8],
        play: &mut Match,
    ) -> Result<(), Fault> {
        play.symbols = referee::parse_calls(case.values().len(), input)
            .map_err(|fault| fault.at("the calls behind the case"))?;
        play.saved(case, output)
    }

    fn score(&self, case: &Case, play: &Match, verdict: Verdict) -> Marks {
        let total = match verdict {
            Verdict::Ok => play.total,
            _ => Score::default(),
        };
        let average = |points: u64| points as f64 / ROUNDS as f64;
        let percentage = Subtask::of(case).map(|subtask| subtask.percentage(total));
        let mut details = Parameters::from_iter([
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
        Marks {
            score: self.pairs.average(total),
            normalised: percentage.map(|share| share as f64 / 100.0),
            bound: self.bound_of(case, play),
            details,
        }
    }

    fn total(&self, records: &[Record]) -> String {
        let mean = |of: &dyn Fn(&Record) -> Option<f64>| {
            let found: Vec<f64> = records.iter().filter_map(of).collect();
            (!found.is_empty()).then(|| found.iter().sum::<f64>() / found.len() as f64)
        };
        let number = |record: &Record| record.parameters.get("subtask")?.as_u64();
        let (mut points, mut most, mut missing) = (0.0, 0, Vec::new());
        for subtask in Subtask::all() {
            let of = |record: &Record| {
                let is_of_it = number(record) == Some(subtask.number().into());
                record.normalised.filter(|_| is_of_it)
            };
            match mean(&of) {
                Some(share) => {
                    points += share * f64::from(subtask.points());
                    most += subtask.points();
                }
                None => missing.push(subtask.to_string()),
            }
        }
        let averages = |name| mean(&|record| record.details.get(name)?.as_f64()).unwrap_or(0.0);
        let missing = match missing.len() {
            0 => String::new(),
            _ => format!(" (no case of subtask {})", missing.join(", ")),
        };
        format!(
            "{points:.2} of {most} points{missing}; average {:.2} with pairs once, {:.2} with pairs twice",
            averages("once"),
            averages("twice")
        )
    }
}

/// What follows the line that the first `count` words of `text` end on.
fn behind_words(text: &str, count: usize) -> &str {
    let mut rest = text;
    for _ in 0..count {
        rest = rest.trim_ascii_start();
        let end = rest.find(|c: char| c.is_ascii_whitespace());
        rest = &rest[end.unwrap_or(rest.len())..];
    }
    match rest.split_once('\n') {
        Some((gap, next)) if gap.trim().is_empty() => next,
        _ => rest,
    }
}

fn malformed(error: lucky::Malformed) -> Malformed {
    match error {
        lucky::Malformed::Token(error) => {
            let problem = match &error.problem {
                Problem::Ended { expected } => format!("the file ends where {expected} should be"),
                Problem::Unexpected { token, expected } => {
                    format!("`{token}` stands where {expected} should be")
                }
                Problem::Stream(error) => error.to_string(),
            };
            Malformed::new(error.line, problem)
        }
        lucky::Malformed::Rule { line, rule } => Malformed::new(line.max(1), rule),
    }
}
