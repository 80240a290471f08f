//! The interface that a new game implements.

use std::fmt::Display;
use std::io::Read;

use common::tokens::{Malformed, Tokens};
use scene::{Place, Scene, SceneLayout};

use crate::bound::ScoreRanges;
use crate::details::Details;
use crate::dialogue::Dialogue;
use crate::entry::{EntryForm, Move};
use crate::limits::Limits;
use crate::losses::Losses;
use crate::measure::Measure;
use crate::option::{GameOption, NO_VALUES, OptionValues};
use crate::play_rng::PlayRng;
use crate::seed::Seeds;
use crate::total::{CaseResult, CaseScore, Total};
use crate::verdict::{Fault, Verdict};

/// The referee of a game: reads a case, plays it over a [`Dialogue`], and scores. It needs only the
/// standard library, so that other judge systems can include it.
pub trait Referee {
    /// The game's name, which is also its solver's file name.
    const NAME: &'static str;

    /// State in which the game is over, for a contestant that goes on: `all pits are empty`.
    const END: &'static str;

    /// One test input. Its `Display` is the text that the contestant reads.
    type Case: Display + Send + Sync;

    /// The history of a play: what was drawn and answered, and what it led to. Score, losses and
    /// scenes are read from it, also if the contestant fails halfway.
    type Play: Default + Send;

    /// Reads a case and nothing after it; fails at a malformed line with the rule that it breaks.
    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Self::Case, Malformed>;

    /// Plays the case, which the contestant has been sent; fails with the rule that the contestant
    /// broke.
    fn play(
        &self,
        case: &Self::Case,
        dialogue: &mut dyn Dialogue,
        play: &mut Self::Play,
    ) -> Result<(), Fault>;

    /// Scores a play; without verdict `OK`, as the statement scores a failed one.
    fn score(&self, case: &Self::Case, play: &Self::Play, verdict: Verdict) -> CaseScore;

    /// Returns the score of a correct play on a scale from 1, for tools in which 0 is a failure.
    fn scaled(result: &CaseResult) -> f64 {
        1.0 + result.scored.score
    }
}

/// A game with its options: what its referee knows, its cases, what can be seen of a play, and how a
/// person enters moves.
pub trait Game: Referee + Clone + Default + Send + Sync + 'static {
    /// The game's name as people write it.
    const TITLE: &'static str;

    /// Two lines: the messages that a contestant reads, and its answers.
    const PROTOCOL: &'static str;

    /// The rules and the protocol as people read them: Markdown.
    const RULES: &'static str = "";

    /// Names of the parameters of a case, in the order of display, and their meanings.
    const PARAMETERS: &'static [(&'static str, &'static str)] = &[];

    /// The measure by which plays of a case are compared.
    const MEASURE: Measure = Measure::Relative;

    /// The official result of a run.
    type Total: Total + 'static;

    /// The game's options.
    const OPTIONS: &'static [GameOption] = &[];

    /// Options whose default differs for play by hand: one game of a batch, one round of many.
    const BY_HAND: &'static [(&'static str, &'static str)] = &[];

    /// Form of a person's entries.
    const ENTRIES: EntryForm<Self::Case> = EntryForm::lines("a line of the protocol");

    /// Things that the score counts.
    const COUNTED: &'static str = "points";

    /// True if the judge makes random draws during play.
    const RANDOM_PLAY: bool = true;

    /// True if the game has [`Game::losses`].
    const HAS_LOSSES: bool = false;

    /// The form in which a contestant's source is compiled with the judge's, if any.
    const LINKED: Option<LinkedForm> = None;

    /// The game with these options; the usual one without any.
    fn new(_options: OptionValues) -> Self {
        Self::default()
    }

    /// Returns the options that are given.
    fn options(&self) -> &OptionValues {
        &NO_VALUES
    }

    /// The game with these options, by name, the value of a flag empty; fails if an option is
    /// unknown or its value has another form.
    fn with(options: &[(&str, &str)]) -> Result<Self, String> {
        OptionValues::parse(Self::OPTIONS, options).map(Self::new)
    }

    /// Returns what a contestant may use for one case.
    fn limits(&self) -> Limits;

    /// Returns the variants that each seed is played in: several if the options stand for a set,
    /// such as all subtasks.
    fn variants(&self) -> Vec<Self> {
        let assigned = self.options().variants(Self::OPTIONS, false);
        assigned.into_iter().map(Self::new).collect()
    }

    /// Returns the variants that can be chosen by name.
    fn every_variant(&self) -> Vec<Self> {
        let assigned = self.options().variants(Self::OPTIONS, true);
        assigned.into_iter().map(Self::new).collect()
    }

    /// Returns the name of this variant, fit for a file name, unless it is the usual one.
    fn variant(&self) -> Option<String> {
        self.options().variant(Self::OPTIONS)
    }

    /// Returns the seeds to play if the options determine them, such as all instances.
    fn seeds(&self) -> Option<Seeds> {
        None
    }

    /// Draws the case of `seed`, the same for ever.
    fn generate(&self, seed: u64) -> Self::Case;

    /// Returns what distinguishes the case, for the record.
    fn parameters(&self, case: &Self::Case) -> Details;

    /// Returns the proven ranges of score and bound ratio of the case's records; a record outside is
    /// `IE`, since duels rely on them. By default any score, and a ratio from 0 to 1.
    fn ranges(&self, _case: &Self::Case) -> ScoreRanges {
        ScoreRanges::new(f64::NEG_INFINITY..=f64::INFINITY)
    }

    /// Returns all that the judge sends after the case to a contestant of a [`LinkedForm`], with
    /// the draws of [`Dialogue::chance`] in the same order. Fails (`IE`) if a draw has no message.
    fn messages(&self, _case: &Self::Case, _rng: &mut PlayRng) -> Result<String, Fault> {
        Ok(String::new())
    }

    /// Returns the cells and pieces of the scenes of a case.
    fn layout(&self, case: &Self::Case) -> SceneLayout;

    /// Passes the scenes of a play to `show`, whether it is finished or not: the position at the
    /// start, and after every turn.
    fn scenes(&self, case: &Self::Case, play: &Self::Play, show: &mut dyn FnMut(Scene));

    /// Returns the place of the answer that broke a rule, in the last scene.
    fn fault_place(&self, _play: &Self::Play) -> Option<Place> {
        None
    }

    /// Returns the turns at which a finished play lost points; `None` if it is not finished.
    fn losses(&self, _case: &Self::Case, _play: &Self::Play) -> Option<Losses> {
        None
    }

    /// Returns the moves that a person can point at after `entries`, which led to `play`: at least
    /// one for each place of the layout, legal or refused.
    fn moves(&self, _case: &Self::Case, _entries: &[String], _play: &Self::Play) -> Vec<Move> {
        Vec::new()
    }
}

/// A form of a game in which a contestant's C++ source is compiled with the judge's own, and takes
/// all messages at once.
#[derive(Clone, Copy, Debug)]
pub struct LinkedForm {
    /// Sources of one folder, by file name.
    pub sources: &'static [(&'static str, &'static str)],
    /// Name of the source that is compiled with the contestant's.
    pub grader: &'static str,
    /// Names of options that it does not support.
    pub excludes: &'static [&'static str],
}
