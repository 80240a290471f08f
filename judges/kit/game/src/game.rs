//! Interface that a new game implements.

use std::fmt::Display;

use common::tokens::{Malformed, Tokens};
use scene::{Place, Scene, SceneLayout};

use crate::option::NO_VALUES;
use crate::{
    CaseScore, Details, Dialogue, EntryForm, Fault, GameOption, Limits, Losses, Measure, Move,
    Objective, OptionValues, PlayRng, Played, Reference, ScoreRanges, Seeds, Totals, Verdict,
};

/// The referee of a game: it reads a case, plays it over a [`Dialogue`], and scores it. It uses
/// only the standard library, so that other judge systems can include it.
pub trait Referee {
    /// Name of the game and of its solver's file.
    const NAME: &'static str;

    /// Direction in which a score is better.
    const OBJECTIVE: Objective = Objective::Maximise;

    /// State that ends the game: `all pits are empty`. Used if a contestant continues after it.
    const END: &'static str;

    /// One test input. Its `Display` is the text of a case file: the hidden lines, if there are any,
    /// then what contestants read.
    type Case: Display + Send + Sync;

    /// History of a play: random choices, answers and their results. Score, losses and scenes are
    /// read from it, even if the contestant fails halfway.
    type Play: Default + Send;

    /// Reads a case and nothing after it. Fails at a malformed line with the rule that it breaks.
    fn read_case(&self, tokens: &mut Tokens<&[u8]>) -> Result<Self::Case, Malformed>;

    /// Returns the number of lines at the start of a case's text that are hidden: the judge does not
    /// send them. A person who plays sees them nowhere, so scenes may show them in their `analysis`
    /// only, and parameters and [`Line::not`](crate::Line::not) must not contain them. By hand, nothing
    /// is taken back, and an entry that breaks a rule ends the game.
    fn hidden_lines(&self, _case: &Self::Case) -> usize {
        0
    }

    /// Plays the case, which was sent before. Fails with the rule that the contestant broke.
    fn play(&self, case: &Self::Case, dialogue: &mut dyn Dialogue, play: &mut Self::Play)
    -> Played;

    /// Scores a play. For a verdict other than `OK`, returns the statement's score of a failed
    /// play; if the score is a cost, one that no correct play exceeds.
    fn score(&self, case: &Self::Case, play: &Self::Play, verdict: Verdict) -> CaseScore;

    /// Returns the score or cost of a correct play on a scale from 1, for systems in which 0 means failure.
    fn scaled(scored: &CaseScore, _parameters: &Details) -> f64 {
        1.0 + scored.score
    }
}

/// A game with its options: its referee, its cases, scenes of a play, and a person's moves.
pub trait Game: Referee + Clone + Default + Send + Sync + 'static {
    /// Name of the game for people.
    const TITLE: &'static str;

    /// Two lines: the contestant's input, and its answers.
    const PROTOCOL: &'static str;

    /// The rules and the protocol for people, as Markdown.
    const RULES: &'static str = "";

    /// Names and meanings of a case's parameters, in the order of display.
    const PARAMETERS: &'static [(&'static str, &'static str)] = &[];

    /// Measure for comparing plays of a case.
    const MEASURE: Measure = Measure::Relative;

    /// The game's options.
    const OPTIONS: &'static [GameOption] = &[];

    /// Options with another default for play by hand, such as one round instead of many.
    const BY_HAND: &'static [(&'static str, &'static str)] = &[];

    /// Form of a person's entries.
    const ENTRIES: EntryForm<Self::Case> = EntryForm::lines("a line of the protocol");

    /// Objects that the score counts.
    const COUNTED: &'static str = "points";

    /// Work of our solver on a page, in units of `SOLVER_WORK`: about a second in a browser. A fixed
    /// amount, so that its score of a case is the same everywhere.
    const SOLVER_WORK: u64 = 1;

    /// True if the judge makes random choices during play.
    const RANDOM_PLAY: bool = true;

    /// True if the game has [`Game::losses`].
    const HAS_LOSSES: bool = false;

    /// Form in which a contestant's source is compiled together with the judge's, if any.
    const LINKED: Option<LinkedForm> = None;

    /// Returns the game with these options; without options, the standard game.
    fn new(_options: OptionValues) -> Self {
        Self::default()
    }

    /// Returns the given options.
    fn options(&self) -> &OptionValues {
        &NO_VALUES
    }

    /// Returns the game with these options, by name; the value of a flag is empty. Fails if an
    /// option is unknown or its value has a wrong form.
    fn with(options: &[(&str, &str)]) -> Result<Self, String> {
        OptionValues::parse(Self::OPTIONS, options).map(Self::new)
    }

    /// Returns the limits of a contestant for one case.
    fn limits(&self) -> Limits;

    /// Returns the variants in which each seed is played; several if the options stand for a set,
    /// such as all subtasks.
    fn variants(&self) -> Vec<Self> {
        self.options().variants(Self::OPTIONS, false).into_iter().map(Self::new).collect()
    }

    /// Returns all variants that can be chosen by name.
    fn every_variant(&self) -> Vec<Self> {
        self.options().variants(Self::OPTIONS, true).into_iter().map(Self::new).collect()
    }

    /// Returns a name for this variant that fits into a file name; `None` for the standard variant.
    fn variant(&self) -> Option<String> {
        self.options().variant(Self::OPTIONS)
    }

    /// Returns the seeds to play if the options determine them, for example all instances.
    fn seeds(&self) -> Option<Seeds> {
        None
    }

    /// Returns the seed that stands for all seeds of the same case: another one in a game with few
    /// cases, if `seed` is not one of theirs.
    fn first_seed(&self, seed: u64) -> u64 {
        seed
    }

    /// Generates the case of `seed`, which must never change.
    fn generate(&self, seed: u64) -> Self::Case;

    /// Returns the parameters that distinguish the case, for its record.
    fn parameters(&self, case: &Self::Case) -> Details;

    /// Adds a case to the sums of the official result, which includes failed cases.
    fn add_total(scored: &CaseScore, _parameters: &Details, totals: &mut Totals) {
        totals.add_score(scored);
    }

    /// Returns the official result of a run as the statement defines it; the mean of the scores
    /// unless a game has another.
    fn total(totals: &Totals) -> String {
        totals.mean_score()
    }

    /// Returns proven ranges of score and bound ratio. A record outside of them gets `IE`, since
    /// duels rely on them. Default: any score, and a ratio from 0 to 1.
    fn ranges(&self, _case: &Self::Case) -> ScoreRanges {
        ScoreRanges::new(f64::NEG_INFINITY..=f64::INFINITY)
    }

    /// Returns the reference for the mean score of the cases that these options draw, if any.
    fn reference(&self) -> Option<Reference> {
        None
    }

    /// Returns everything that the judge sends after the case in a [`LinkedForm`], with the choices
    /// of [`Dialogue::chance`] in the same order. Fails (`IE`) if a choice lacks its message.
    fn messages(&self, _case: &Self::Case, _rng: &mut PlayRng) -> Result<String, Fault> {
        Ok(String::new())
    }

    /// Returns the cells and kinds of pieces for the scenes of a case.
    fn layout(&self, case: &Self::Case) -> SceneLayout;

    /// Passes the scenes of a play, which may be unfinished, to `show`: the start position, and the
    /// position after every turn.
    fn scenes(&self, case: &Self::Case, play: &Self::Play, show: &mut dyn FnMut(Scene));

    /// Returns the place of the answer that broke a rule, for the last scene.
    fn fault_place(&self, _play: &Self::Play) -> Option<Place> {
        None
    }

    /// Returns the losses of a finished play; `None` if it is unfinished.
    fn losses(&self, _case: &Self::Case, _play: &Self::Play) -> Option<Losses> {
        None
    }

    /// Returns the moves by pointing after `entries`, which led to `play`: at least one for each
    /// place of the layout, legal or refused.
    fn moves(&self, _case: &Self::Case, _entries: &[String], _play: &Self::Play) -> Vec<Move> {
        Vec::new()
    }
}

/// A form of a game in which a contestant's C++ source is compiled together with the judge's own
/// and gets all messages at once.
#[derive(Clone, Copy, Debug)]
pub struct LinkedForm {
    /// Sources in one folder, by file name.
    pub sources: &'static [(&'static str, &'static str)],
    /// Name of the source that is compiled with the contestant's.
    pub grader: &'static str,
    /// Names of options that this form does not support.
    pub excludes: &'static [&'static str],
}
