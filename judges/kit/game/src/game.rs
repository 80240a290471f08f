//! The interface that a new game implements.

use std::fmt::Display;
use std::io::Read;

use common::tokens::{Malformed, Tokens};
use scene::{Scene, SceneLayout};

use crate::bound::{Bound, ScoreRanges};
#[cfg(feature = "rand")]
use crate::case_play::CasePlay;
use crate::details::Details;
use crate::dialogue::Dialogue;
use crate::entry::{Choice, EntryForm, LineEntries};
use crate::limits::Limits;
use crate::losses::Losses;
use crate::option::{GameOption, OptionForm, OptionValues};
use crate::seed::Seeds;
use crate::total::{CaseResult, Total};
use crate::verdict::{Fault, Verdict};
use crate::weights::Weights;

/// The part of a game that referees: it reads a case, plays it over a [`Dialogue`], and scores.
/// It needs nothing but the standard library, so that other judge systems can take it in.
pub trait Referee {
    /// The game's name, which is also its solver's file name.
    const NAME: &'static str;

    /// True if the game tells where points were lost: [`Referee::losses`].
    const TELLS_LOSSES: bool = false;

    /// One test input. Its `Display` is the text that the contestant reads.
    type Case: Display + Send + Sync;

    /// State of a run as far as it has come: [`Referee::score`] scores it, even if the
    /// contestant fails halfway.
    type Play: Default;

    /// Reads a case and nothing behind it.
    ///
    /// # Errors
    /// The line that is malformed, and the rule it breaks.
    fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Self::Case, Malformed>;

    /// Returns the cells and pieces that the scenes shown by [`Referee::play`] are made of.
    fn layout(&self, case: &Self::Case) -> SceneLayout;

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

    /// Scores what was played; a run whose verdict is not `OK` gets what the
    /// statement gives a failed one.
    fn score(&self, case: &Self::Case, play: &Self::Play, verdict: Verdict) -> CaseScore;

    /// Returns the turns at which a finished play lost points; `None` if the play is not
    /// finished, or the game tells no losses.
    fn losses(&self, _case: &Self::Case, _play: &Self::Play) -> Option<Losses> {
        None
    }

    /// Returns the score of a case played by the rules on a scale that begins at 1, for tools
    /// that take 0 for a failure.
    fn scaled(result: &CaseResult) -> f64 {
        1.0 + result.score
    }
}

/// A game: what its referee knows, its options, its cases, and how a person enters moves. The
/// value itself holds the options.
pub trait Game: Referee + Clone + Default + Send + Sync + 'static {
    /// The game's name as people write it.
    const TITLE: &'static str;

    /// Two lines: the messages that a contestant reads, and its answers.
    const PROTOCOL: &'static str;

    /// The rules and the protocol as people read them: Markdown.
    const RULES: &'static str = "";

    /// Names of the parameters of a case, in the order in which they are shown, and what they
    /// mean.
    const PARAMETERS: &'static [(&'static str, &'static str)] = &[];

    /// The official result of a run.
    type Total: Total + 'static;

    /// The game's options.
    const OPTIONS: &'static [GameOption] = &[];

    /// Names of options, and the values that they have where a person plays, unless given: one
    /// game of a batch, one round of many.
    const BY_HAND: &'static [(&'static str, &'static str)] = &[];

    /// Things that the score counts.
    const COUNTED: &'static str = "points";

    /// True where the judge makes random choices during play, which the seed draws.
    const RANDOM_PLAY: bool = true;

    /// The form in which a contestant's source is compiled with the judge's, if there is one.
    const LINKED: Option<LinkedForm> = None;

    /// The game with these options: where there are none, the usual one.
    fn new(_options: &OptionValues) -> Self {
        Self::default()
    }

    /// Returns the game with these options, by name; the value of a flag is empty.
    ///
    /// # Errors
    /// There is no such option, or its value has another form.
    fn with(options: &[(&str, &str)]) -> Result<Self, String> {
        OptionValues::parse(Self::OPTIONS, options).map(|values| Self::new(&values))
    }

    /// Returns what a contestant may use for one case.
    fn limits(&self) -> Limits;

    /// Returns the games to play for every seed: more than one where a set of
    /// parameters stands for several (all subtasks, say).
    fn variants(&self) -> Vec<Self> {
        vec![self.clone()]
    }

    /// Returns the games that a name can choose from: those of all parameters.
    fn every_variant(&self) -> Vec<Self> {
        self.variants()
    }

    /// Returns the name of this one among several variants, fit for a file name.
    fn variant(&self) -> Option<String> {
        None
    }

    /// Returns the seeds to play where the parameters name them (all instances, say).
    fn seeds(&self) -> Option<Seeds> {
        None
    }

    /// Draws the case of `seed`, the same for ever.
    fn generate(&self, seed: u64) -> Self::Case;

    /// Returns what distinguishes the case, for the record.
    fn parameters(&self, case: &Self::Case) -> Details;

    /// Returns the ranges in which score and share of every record of the case lie, as far as they
    /// are proven. The judge checks every record, since duels depend on them: a record outside is
    /// `IE`. By default, any score, and a share from 0 to 1.
    fn ranges(&self, _case: &Self::Case) -> ScoreRanges {
        ScoreRanges::new(f64::NEG_INFINITY..=f64::INFINITY)
    }

    /// Returns all that the judge sends after the case, for the contestant of a
    /// [`LinkedForm`], which takes it at once. `choose` makes the choices of
    /// [`Dialogue::choose`], in the same order.
    ///
    /// # Errors
    /// A choice has no message: `IE`.
    fn messages(
        &self,
        _case: &Self::Case,
        _choose: &mut dyn FnMut(Weights) -> Result<usize, Fault>,
    ) -> Result<String, Fault> {
        Ok(String::new())
    }

    /// Returns the score of a game that a player found who knows the choices of the judge
    /// beforehand: an estimate of what such a player can score, and no bound. `None` if the game
    /// has none.
    #[cfg(feature = "rand")]
    fn foreseen(_play: &CasePlay<Self>) -> Option<f64> {
        None
    }

    /// Returns the form of a person's entries.
    fn entry_form(&self) -> Box<dyn EntryForm<Self::Case>> {
        Box::new(LineEntries("a line of the protocol"))
    }

    /// Returns the moves that a person can point at after `entries`, which led to `scene`: at least
    /// one for each place of the layout, legal or refused.
    fn choices(&self, _case: &Self::Case, _entries: &[String], _scene: &Scene) -> Vec<Choice> {
        Vec::new()
    }
}

/// A form of a game in which a contestant's C++ source is compiled with the judge's own, and
/// takes all messages at once.
#[derive(Clone, Copy, Debug)]
pub struct LinkedForm {
    /// Sources that are written beside each other, by file name.
    pub sources: &'static [(&'static str, &'static str)],
    /// Name of the source that is compiled with the contestant's.
    pub grader: &'static str,
    /// Names of options that it cannot do.
    pub excludes: &'static [&'static str],
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

/// The flag among a game's options that chooses its variant of the cases, if one does.
pub fn variant_flag<G: Game>(game: &G) -> Option<&'static str> {
    let variant = game.variant()?;
    let mut flags = G::OPTIONS
        .iter()
        .filter(|option| option.form == OptionForm::Flag);
    flags.find_map(|flag| (flag.name == variant).then_some(flag.name))
}
