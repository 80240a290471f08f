//! Options that choose cases: those of a run, or a single one, with the options of the game.

use std::path::PathBuf;
use std::slice;

use anyhow::{Context, Error, Result, bail, ensure};
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Id};

use super::contestant_args::ContestantArgs;
use crate::runs::{CaseJob, Cases, Salts, game_options};
use game::OptionEffect::{self, Bound, Case, Contestant, Score, Variant};
use game::{ANALYSES, Game, GameOption, LinkedForm, OptionForm, OptionValues, Seeds, misdeclared};
use records::{MAX_TEXT, Record, read_text};

/// Cases to play: drawn from seeds, or read from files.
#[derive(clap::Args)]
#[command(next_help_heading = "Cases")]
pub(crate) struct CaseArgs<G: Game> {
    /// Seeds: 5, 1-100 (or 1,100), 1+50, {3,7,9}; append *K for K times; @FILE reads them from FILE
    #[arg(long, visible_alias = "sd", value_name = "SEEDS", value_parser = |text: &str| text_or_file(text)?.parse::<Seeds>(), conflicts_with_all = names::<G>(&[OptionEffect::Seeds]))]
    pub seed: Option<Seeds>,
    /// Play the cases in these files instead of drawn ones
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = names::<G>(&DRAWING))]
    pub case: Vec<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs<G>,
}

impl<G: Game> CaseArgs<G> {
    /// Returns the cases of the seeds in the game's own options, else of `--seed`, else of the
    /// `usual` ones. Fails if seeds are given and cannot change the cases, which are from files.
    pub fn cases(&self, usual: Seeds) -> Result<Cases<G>> {
        if let Some(seeds) = &self.seed
            && !self.case.is_empty()
            && !G::RANDOM_PLAY
            && (seeds.are_distinct() || !seeds.has_repeats())
        {
            bail!(
                "'--seed' cannot be used with '--case': nothing is random in the play of {}, so a \
                 case is the same for every seed; --seed 1*3 plays it three times",
                G::NAME
            );
        }
        let game = &self.game.game;
        let seeds = game.seeds().or(self.seed.clone()).unwrap_or(usual);
        let mut cases = Cases::new(game, seeds, &self.case, self.game.salts.clone())?;
        cases.losses = self.game.losses;
        Ok(cases)
    }
}

/// One case: drawn from a seed, or read from a file.
#[derive(clap::Args)]
#[command(next_help_heading = "Cases")]
pub(crate) struct OneCaseArgs<G: Game> {
    /// Seed of the case, 1 unless given; @FILE reads it from FILE
    #[arg(long, visible_alias = "sd", value_name = "SEED", value_parser = one_seed)]
    pub seed: Option<u64>,
    /// Take the case in FILE instead of a drawn one
    #[arg(long, value_name = "FILE", conflicts_with_all = drawing_one::<G>())]
    pub case: Option<PathBuf>,
    #[command(flatten)]
    pub game: GameArgs<G>,
}

/// Parses a list of seeds that holds a single one.
fn one_seed(text: &str) -> Result<u64, String> {
    let seeds: Seeds = text_or_file(text)?.parse()?;
    match seeds.len() {
        1 => Ok(seeds.get(0)),
        count => Err(format!("{count} seeds; expected one, such as {}", seeds.get(0))),
    }
}

/// Returns the options of a single case that cannot change a case from a file.
pub(super) fn drawing_one<G: Game>() -> Vec<&'static str> {
    let mut drawing = names::<G>(&[OptionEffect::Case, OptionEffect::Variant]);
    drawing.extend((!G::RANDOM_PLAY).then_some("seed"));
    drawing
}

impl<G: Game> OneCaseArgs<G> {
    /// Sets the seed, options and salt of a record's case, except typed ones. Fails if the
    /// record has an option that the game lacks.
    pub fn choose(&mut self, record: &Record) -> Result<()> {
        self.seed = self.seed.or(Some(record.case.seed));
        if let (None, Some(options)) = (self.game.recorded(), &record.case.options) {
            let words = shlex::split(options).unwrap_or_default();
            let named = OptionValues::from_args(words);
            self.game.set(&named).map_err(Error::msg)?;
        }
        if let (Salts::None, Some(salt)) = (&self.game.salts, &record.case.salt) {
            self.game.salts = Salts::Same(salt.clone());
        }
        Ok(())
    }

    /// Returns the case in `file`, or without a file the case of the seed, in this `variant` if
    /// any. Fails if these options stand for several cases.
    pub fn job(&self, file: Option<&PathBuf>, variant: Option<&str>) -> Result<CaseJob<G>> {
        let names =
            |games: &[G]| games.iter().filter_map(G::variant).collect::<Vec<_>>().join(", ");
        let all = self.game.game.every_variant();
        let game = match variant {
            None => &self.game.game,
            Some(name) => all
                .iter()
                .find(|game| game.variant().as_deref() == Some(name))
                .with_context(|| format!("--variant {name}: expected one of {}", names(&all)))?,
        };
        let seed = self.seed.unwrap_or(1);
        let files = file.map_or(&[][..], slice::from_ref);
        let cases = Cases::new(game, seed.into(), files, self.game.salts.clone())?;
        let variants = || names(&game.variants());
        let problem = "has several cases: choose one with --variant:";
        ensure!(cases.len() == 1, "seed {seed} {problem} {}", variants());
        Ok(cases.get(0))
    }
}

/// Name of the option for the source files of a contestant in the linked form.
const LINKED: &str = "cpp";
/// Subcommand whose options have other defaults: the values for play by hand.
const BY_HAND: &str = "play";

/// All effects of options that change how a case is drawn.
pub(super) const DRAWING: [OptionEffect; 3] = [Case, Variant, OptionEffect::Seeds];

/// Effects of the options that a run has.
const OF_RUNS: &[OptionEffect] = &[Case, Variant, OptionEffect::Seeds, Score, Bound, Contestant];

/// Returns the effects of the game's options that a subcommand has.
fn effects(command: &str) -> &'static [OptionEffect] {
    match command {
        "gen" => &DRAWING,
        "score" => &[Score, Bound],
        BY_HAND => &[Case, Variant, Score, Bound],
        "show" => &[Case, Variant, Score, Bound, Contestant],
        _ => OF_RUNS,
    }
}

/// A game with those of its options that the subcommand has.
#[derive(Clone, Debug)]
pub(crate) struct GameArgs<G> {
    pub game: G,
    pub salts: Salts,
    pub losses: bool,
    /// Source files of a contestant in the linked form.
    pub sources: Vec<PathBuf>,
}

impl<G: Game> GameArgs<G> {
    /// Sets options by name; fails if one is unknown or its value has the wrong form.
    pub fn set(&mut self, options: &[(String, String)]) -> Result<(), String> {
        let mut values = self.game.options().clone();
        values.extend(OptionValues::parse(G::OPTIONS, options)?);
        self.game = G::new(values);
        Ok(())
    }

    /// Returns the options that draw or score the cases and differ from their defaults, as shell
    /// words; not the seed and the variant.
    pub fn recorded(&self) -> Option<String> {
        game_options::<G>(self.game.options())
    }

    /// Returns true if options that draw or score the case differ from the defaults by hand.
    pub fn are_given(&self) -> bool {
        let usual = OptionValues::parse(G::OPTIONS, G::BY_HAND).unwrap_or_default();
        self.recorded() != game_options::<G>(&usual)
    }
}

impl<G: Game> FromArgMatches for GameArgs<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, clap::Error> {
        let mut values = OptionValues::default();
        for option in G::OPTIONS {
            let value: Option<String> = match option.form {
                OptionForm::Flag => given(matches, option.name)
                    .filter(|is_set| *is_set)
                    .map(|_: bool| String::new()),
                _ => given(matches, option.name),
            };
            value.into_iter().for_each(|value| values.set(option, value));
        }
        let sources = matches.try_get_many(LINKED).ok().flatten();
        Ok(GameArgs {
            game: G::new(values),
            salts: given(matches, "salt").unwrap_or_default(),
            losses: given(matches, "losses").unwrap_or_default(),
            sources: sources.into_iter().flatten().cloned().collect(),
        })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<G: Game> Args for GameArgs<G> {
    fn augment_args(command: Command) -> Command {
        let name = command.get_name().to_string();
        let effects = effects(&name);
        let known = names::<G>(effects);
        let by_hand = |option_name: &str| {
            let mut values = G::BY_HAND.iter().filter(|_| name == BY_HAND);
            values.find_map(|&(option, value)| (option == option_name).then_some(value))
        };
        let salt = Arg::new("salt")
            .long("salt")
            .value_name("random|TEXT|@FILE")
            .value_parser(|text: &str| text_or_file(text)?.parse::<Salts>())
            .help("Mix TEXT, or the text in FILE, into the draws during play, but not into the cases; `random` draws a fresh salt for every case. A record contains the salt");
        let losses = Arg::new("losses")
            .long("losses")
            .action(ArgAction::SetTrue)
            .help(match &*name {
                "show" => "Show where points were lost: a curve, and the turns that lost the most as events",
                _ => "Note in every record where points were lost, for `judge-report losses`",
            });
        let keeps_plays = effects.contains(&Contestant) && name != "duel";
        let linked = |linked: LinkedForm| {
            Arg::new(LINKED)
                .long(LINKED)
                .value_name("FILES")
                .num_args(1..)
                .value_parser(clap::value_parser!(PathBuf))
                .conflicts_with_all(linked.excludes)
                .conflicts_with("exec")
                .help(format!(
                    "Judge a contestant's {}.cpp that you trust: compile FILES with our grader, whose process it shares, and play that program",
                    G::NAME
                ))
        };
        let is_salted = G::RANDOM_PLAY && effects.contains(&Contestant);
        let command = command
            .args(is_salted.then_some(salt))
            .args(G::LINKED.filter(|_| keeps_plays).map(linked))
            .args((keeps_plays && G::HAS_LOSSES && ANALYSES).then_some(losses));
        command.args(of_use::<G>(effects).map(|option| {
            let excluded = option.excludes.iter().filter(|name| known.contains(name));
            let arg = arg(option).conflicts_with_all(excluded);
            match by_hand(option.name).or(option.default) {
                Some(value) => arg.default_value(value),
                None => arg,
            }
        }))
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}

/// Returns the value of an option; `None` if it is not given or the subcommand does not have it.
fn given<T: Clone + Send + Sync + 'static>(matches: &ArgMatches, name: &str) -> Option<T> {
    matches.try_get_one(name).ok().flatten().cloned()
}

fn arg(option: &GameOption) -> Arg {
    let GameOption { name, form, .. } = *option;
    let arg = Arg::new(name).help(option.meaning);
    let arg = match name.chars().next() {
        Some(short) if name.len() == 1 => arg.short(short),
        _ => arg.long(name),
    };
    let arg = arg.value_name(option.value);
    match form {
        OptionForm::Flag => arg.action(ArgAction::SetTrue),
        OptionForm::Word(words) => {
            let value = |(word, meaning): &(&'static str, &'static str)| {
                PossibleValue::new(*word).help(*meaning)
            };
            arg.value_parser(PossibleValuesParser::new(words.iter().map(value)))
        }
        _ => arg.value_parser(move |text: &str| form.parse(text)),
    }
}

pub(super) fn names<G: Game>(uses: &[OptionEffect]) -> Vec<&'static str> {
    of_use::<G>(uses).map(|option| option.name).collect()
}

fn of_use<G: Game>(uses: &[OptionEffect]) -> impl Iterator<Item = &'static GameOption> {
    G::OPTIONS.iter().filter(|option| uses.contains(&option.effect))
}

/// Returns the ids of the options of contestants, and of the game's options for contestants.
pub(super) fn of_contestant<G: Game>() -> Vec<Id> {
    let linked = G::LINKED.map(|_| LINKED.into());
    let own = names::<G>(&[Contestant]).into_iter().map(Id::from);
    ids::<ContestantArgs<G>>().into_iter().chain(linked).chain(own).collect()
}

/// Checks that the game's options agree; a contradiction is an internal failure.
pub(super) fn check_declarations<G: Game>() -> anyhow::Result<()> {
    let by_hand = || OptionValues::parse(G::OPTIONS, G::BY_HAND).err();
    match misdeclared(G::OPTIONS).or_else(by_hand) {
        Some(wrong) => bail!("the game {}: {wrong}", G::NAME),
        None => Ok(()),
    }
}

pub(super) fn ids<A: Args>() -> Vec<Id> {
    A::augment_args(Command::new("group")).get_arguments().map(|arg| arg.get_id().clone()).collect()
}

/// Returns the value of an option, or the text of the file in `@FILE`: contestants and other users
/// may read a judge's arguments.
pub(super) fn text_or_file(value: &str) -> Result<String, String> {
    let Some(path) = value.strip_prefix('@') else {
        return Ok(value.into());
    };
    let text = read_text(path.as_ref(), MAX_TEXT).map_err(|error| format!("{error:#}"))?;
    Ok(text.trim().into())
}
