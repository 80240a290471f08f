//! What a new judge has to write.

use std::any::Any;
use std::ffi::OsString;
use std::fmt;

use serde_json::{Map, Value};

use crate::contestant::{Limits, Wire};
use crate::runs::{Parameters, Record};
use crate::verdict::{Fault, Verdict};

/// A game: its case generator, its referee and its scorer. The value itself
/// holds the case parameters given on the command line.
pub trait Game: clap::Args + Clone + Send + Sync {
    /// The game's name, which is also its solver's file name.
    const NAME: &'static str;

    /// One test input.
    type Case: Send + Sync;

    /// What has happened so far in a run; the referee fills it in, so that it
    /// can be scored even if the contestant fails halfway.
    type Play: Default;

    /// What a contestant may use for one case.
    fn limits(&self) -> Limits;

    /// The games to play for every seed; more than one where a set of
    /// parameters stands for several (all subtasks, say).
    fn variants(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// The name of this one among several variants, fit for a file name.
    fn variant(&self) -> Option<String> {
        None
    }

    /// The seeds to play where the parameters name them (all instances, say).
    fn seeds(&self) -> Option<Vec<u64>> {
        None
    }

    /// Builds the contestant, where the parameters name its source.
    ///
    /// # Errors
    /// What keeps it from being built, which is the user's fault.
    fn build(&self) -> anyhow::Result<Option<Built>> {
        Ok(None)
    }

    /// The case of `seed`, the same for ever.
    fn generate(&self, seed: u64) -> Self::Case;

    /// Reads a case from the start of `text`, and gives back what follows it.
    ///
    /// # Errors
    /// The line that is malformed, and why.
    fn parse_case<'a>(&self, text: &'a str) -> Result<(Self::Case, &'a str), Malformed>;

    /// The case as text, as the contestant gets it.
    fn format_case(&self, case: &Self::Case) -> String;

    /// What distinguishes the case, for the record.
    fn parameters(&self, case: &Self::Case) -> Parameters;

    /// Plays `case` with the contestant at the other end of `wire`.
    ///
    /// # Errors
    /// What the contestant did wrong.
    fn referee(
        &self,
        case: &Self::Case,
        seed: u64,
        wire: &mut Wire,
        play: &mut Self::Play,
    ) -> Result<(), Fault>;

    /// Referees a run from its two saved streams: what the contestant read
    /// behind the case, and what it wrote.
    ///
    /// # Errors
    /// What the contestant did wrong, or that the judge's side of the
    /// transcript could not have come from this judge.
    fn replay(
        &self,
        case: &Self::Case,
        input: &str,
        output: &[u8],
        play: &mut Self::Play,
    ) -> Result<(), Fault>;

    /// Scores what was played; a run whose verdict is not `OK` gets what the
    /// statement gives a failed one.
    fn score(&self, case: &Self::Case, play: &Self::Play, verdict: Verdict) -> Marks;

    /// The official result of a whole run, in the statement's terms.
    fn total(&self, records: &[Record]) -> String;
}

/// A contestant built from its source.
pub struct Built {
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Dropped when the run is over: whatever cleans up behind it.
    pub keep: Box<dyn Any>,
}

/// The scores of one case.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The raw score.
    pub score: f64,
    /// The statement's normalised score of this one case, if there is one.
    pub normalised: Option<f64>,
    /// The best score anyone could reach, as far as known.
    pub bound: Option<Bound>,
    /// Whatever else the game reports.
    pub details: Map<String, Value>,
}

/// What a score is compared with.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// What kind of bound: "optimum", "upper bound", "limit".
    pub kind: &'static str,
    /// Its value, in raw score.
    pub value: f64,
}

/// A case file or transcript that breaks its format.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Malformed {
    /// Line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub problem: String,
}

impl Malformed {
    /// `problem` at `line`, counted from 1.
    pub fn new(line: usize, problem: impl Into<String>) -> Malformed {
        Malformed {
            line,
            problem: problem.into(),
        }
    }
}

impl fmt::Display for Malformed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.line, self.problem)
    }
}
