//! The interface that a new judge implements.

use std::any::Any;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::Read;

use common::tokens::{Malformed, Tokens};

use crate::bound::Bound;
use crate::details::Details;
use crate::dialogue::Dialogue;
use crate::entry::{EntryForm, LineEntries};
use crate::failure::Failure;
use crate::limits::Limits;
use crate::seed::Seeds;
use crate::total::{CaseResult, Total};
use crate::verdict::{Fault, Verdict};
use scene::SceneLayout;

/// A game: its cases, its protocol and its scoring. The value itself holds the
/// case parameters given on the command line.
pub trait Game: clap::Args + Clone + Send + Sync {
    /// The game's name, which is also its solver's file name.
    const NAME: &'static str;

    /// One test input. Its `Display` is the text that the contestant reads.
    type Case: Display + Send + Sync;

    /// State of a run as far as it has come: [`Game::score`] scores it, even if the
    /// contestant fails halfway.
    type Play: Default;

    /// The official result of a run.
    type Total: Total + 'static;

    /// Uses of the game's options.
    const OPTIONS: OptionUses = OptionUses::NONE;

    /// True where the judge makes random choices during play, which the seed draws.
    const RANDOM_PLAY: bool = true;

    /// Returns the score of a case played by the rules on a scale that begins at 0,
    /// for tools that take no other.
    fn scaled(result: &CaseResult) -> f64 {
        result.score
    }

    /// Returns what a contestant may use for one case.
    fn limits(&self) -> Limits;

    /// Returns the games to play for every seed: more than one where a set of
    /// parameters stands for several (all subtasks, say).
    fn variants(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// Returns the name of this one among several variants, fit for a file name.
    fn variant(&self) -> Option<String> {
        None
    }

    /// Returns the seeds to play where the parameters name them (all instances, say).
    fn seeds(&self) -> Option<Seeds> {
        None
    }

    /// Builds the contestant, where the parameters name its source.
    ///
    /// # Errors
    /// The source cannot be built, which is the user's fault, or the host has no room for it.
    fn build(&self) -> Result<Option<Built>, Failure> {
        Ok(None)
    }

    /// Draws the case of `seed`, the same for ever.
    fn generate(&self, seed: u64) -> Self::Case;

    /// Reads a case and nothing behind it.
    ///
    /// # Errors
    /// The line that is malformed, and the rule it breaks.
    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Self::Case, Malformed>;

    /// Returns what distinguishes the case, for the record.
    fn parameters(&self, case: &Self::Case) -> Details;

    /// Returns the cells and pieces that the scenes shown by [`Game::play`] are made of.
    fn layout(&self, case: &Self::Case) -> SceneLayout;

    /// Returns all that the judge sends after the case, for a contestant that
    /// takes it at once; `None` where messages depend on answers. `choose`
    /// makes the choices of [`Dialogue::choose`], in the same order.
    fn messages(
        &self,
        _case: &Self::Case,
        _choose: &mut dyn FnMut(usize) -> usize,
    ) -> Option<String> {
        None
    }

    /// Plays the case, which the contestant has been sent, and referees it.
    ///
    /// # Errors
    /// The rule that the contestant broke.
    fn play(
        &self,
        case: &Self::Case,
        dialogue: &mut dyn Dialogue,
        play: &mut Self::Play,
    ) -> Result<(), Fault>;

    /// Returns the game as a person plays it: one game of a batch, one round of many.
    #[must_use]
    fn by_hand(&self) -> Self {
        self.clone()
    }

    /// Returns the form of a person's entries.
    fn entry_form(&self) -> Box<dyn EntryForm<Self::Case>> {
        Box::new(LineEntries("a line of the protocol"))
    }

    /// Scores what was played; a run whose verdict is not `OK` gets what the
    /// statement gives a failed one.
    fn score(&self, case: &Self::Case, play: &Self::Play, verdict: Verdict) -> CaseScore;
}

/// Uses of a game's options, as the ids that clap knows them by: an
/// option that would have no effect is refused.
#[derive(Clone, Copy, Debug)]
pub struct OptionUses {
    /// They draw cases: without effect on a case that comes from a file.
    pub cases: &'static [&'static str],
    /// They name the seeds to play: see [`Game::seeds`].
    pub seeds: &'static [&'static str],
    /// They name the contestant: see [`Game::build`].
    pub contestant: &'static [&'static str],
    /// They score: without effect where cases are only written.
    pub scores: &'static [&'static str],
}

impl OptionUses {
    /// No options.
    pub const NONE: OptionUses = OptionUses {
        cases: &[],
        seeds: &[],
        contestant: &[],
        scores: &[],
    };
}

/// A contestant built from its source.
pub struct Built {
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Dropped when the run is over, to clean up what was built.
    pub keep: Box<dyn Any>,
}

impl Built {
    /// A contestant that needed no building.
    pub fn ready(command: Vec<OsString>) -> Built {
        Built {
            command,
            keep: Box::new(()),
        }
    }
}

/// The score of one case.
#[derive(Clone, Debug, Default)]
pub struct CaseScore {
    /// The raw score.
    pub score: f64,
    /// The statement's normalised score of this one case, if there is one.
    pub normalised: Option<f64>,
    /// The most that could be scored, as far as known.
    pub bound: Option<Bound>,
    /// Anything else the game reports.
    pub details: Details,
}
