//! The options of a game as arguments of the command line.

use std::path::PathBuf;

use anyhow::bail;
use clap::builder::{PossibleValue, PossibleValuesParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches, Id};
use game::OptionEffect::{self, Bound, Case, Contestant, Score, Seeds, Variant};
use game::{ANALYSES, Game, GameOption, LinkedForm, OptionForm, OptionValues, misdeclared};

use super::limits::text_or_file;
use super::options::ids;
use crate::runs::{Salts, game_options};

/// Name of the option for the source files of a contestant in the linked form.
const LINKED: &str = "cpp";
/// Subcommand whose options have other defaults: the values for play by hand.
const BY_HAND: &str = "play";

/// All effects of options that change how a case is drawn.
pub(super) const DRAWING: [OptionEffect; 3] = [Case, Variant, Seeds];

/// Effects of the options that a run has.
const OF_RUNS: &[OptionEffect] = &[Case, Variant, Seeds, Score, Bound, Contestant];

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
                OptionForm::Flag if given(matches, option.name) == Some(true) => {
                    Some(String::new())
                }
                OptionForm::Flag => None,
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

/// Returns the ids of the options in group `A`, and of the game's options for contestants.
pub(super) fn of_contestant<G: Game, A: Args>() -> Vec<Id> {
    let linked = G::LINKED.map(|_| LINKED.into());
    let own = names::<G>(&[Contestant]).into_iter().map(Id::from);
    ids::<A>().into_iter().chain(linked).chain(own).collect()
}

/// Checks that the game's options agree; a contradiction is an internal failure.
pub(super) fn check_declarations<G: Game>() -> anyhow::Result<()> {
    let by_hand = || OptionValues::parse(G::OPTIONS, G::BY_HAND).err();
    match misdeclared(G::OPTIONS).or_else(by_hand) {
        Some(wrong) => bail!("the game {}: {wrong}", G::NAME),
        None => Ok(()),
    }
}
