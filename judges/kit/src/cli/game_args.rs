//! The options of a game as arguments of the command line.

use std::ops::Deref;
use std::path::PathBuf;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser, ValueParser};
use clap::{Arg, ArgAction, ArgMatches, Args, Command, FromArgMatches};
use game::{Game, GameOption, OptionForm, OptionUse, OptionValue, OptionValues};
use record::Fields;

/// Name of the option that names the sources of a contestant in the linked form.
pub(super) const LINKED: &str = "cpp";

/// A game with its options, and a contestant's sources in its linked form.
#[derive(Clone, Debug)]
pub(crate) struct GameArgs<G> {
    /// The game.
    pub game: G,
    /// Sources of the contestant; none unless it is linked.
    pub sources: Vec<PathBuf>,
    /// Options that draw or score the cases and have not their usual values, as words of a
    /// shell; what seed and variant tell already is left out.
    pub options: Option<String>,
}

impl<G> Deref for GameArgs<G> {
    type Target = G;

    fn deref(&self) -> &G {
        &self.game
    }
}

impl<G: Game> GameArgs<G> {
    fn new(values: &OptionValues, sources: Vec<PathBuf>) -> GameArgs<G> {
        let mut of_cases = Vec::new();
        for usage in [OptionUse::Case, OptionUse::Score] {
            let options: Vec<GameOption> = of_use::<G>(usage).copied().collect();
            of_cases.extend(values.typed(&options));
        }
        let options = shlex::try_join(of_cases.iter().map(String::as_str)).ok();
        GameArgs {
            game: G::new(values),
            sources,
            options: options.filter(|options| !options.is_empty()),
        }
    }

    /// The game whose cases have these parameters: those of its options that are named so; or the
    /// game with only the `flag` that chooses a variant of the cases.
    ///
    /// # Errors
    /// There is no such flag, or an option does not have such a value.
    pub fn of_parameters(parameters: &Fields, flag: Option<&str>) -> Result<GameArgs<G>, String> {
        let options = [OptionUse::Case, OptionUse::Score].map(names::<G>).concat();
        let named = options.into_iter().filter_map(|name| {
            let value = parameters.get(name)?;
            let text = value.as_str().map_or(value.to_string(), str::to_string);
            Some((name, text))
        });
        let named: Vec<(&str, String)> = match flag {
            Some(flag) => vec![(flag, String::new())],
            None => named.collect(),
        };
        let given: Vec<_> = named
            .iter()
            .map(|(name, text)| (*name, &text[..]))
            .collect();
        let values = OptionValues::parse(G::OPTIONS, &given)?;
        Ok(GameArgs::new(&values, Vec::new()))
    }
}

impl<G: Game> FromArgMatches for GameArgs<G> {
    fn from_arg_matches(matches: &ArgMatches) -> Result<GameArgs<G>, clap::Error> {
        let mut values = OptionValues::default();
        for option in G::OPTIONS {
            let value = match option.form {
                OptionForm::Flag => matches.get_flag(option.name).then_some(OptionValue::Flag),
                _ => matches.get_one(option.name).copied(),
            };
            value
                .into_iter()
                .for_each(|value| values.set(option, value));
        }
        let sources = G::LINKED.and_then(|_| matches.get_many(LINKED));
        let sources = sources.into_iter().flatten().cloned().collect();
        Ok(GameArgs::new(&values, sources))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), clap::Error> {
        *self = GameArgs::from_arg_matches(matches)?;
        Ok(())
    }
}

impl<G: Game> Args for GameArgs<G> {
    fn augment_args(command: Command) -> Command {
        let command = G::OPTIONS.iter().map(arg).fold(command, Command::arg);
        let Some(linked) = G::LINKED else {
            return command;
        };
        command.arg(
            Arg::new(LINKED)
                .long(LINKED)
                .value_name("FILES")
                .num_args(1..)
                .value_parser(clap::value_parser!(PathBuf))
                .conflicts_with_all(linked.excludes)
                .help(format!(
                    "Judge a contestant's {}.cpp that you trust: compile FILES with our grader, whose process it shares, and play that program",
                    G::NAME
                )),
        )
    }

    fn augment_args_for_update(command: Command) -> Command {
        GameArgs::<G>::augment_args(command)
    }
}

/// The argument of a game's option.
pub(super) fn arg(option: &GameOption) -> Arg {
    let GameOption { name, form, .. } = *option;
    let arg = Arg::new(name)
        .help(option.meaning)
        .conflicts_with_all(option.excludes);
    let arg = match name.chars().next() {
        Some(short) if name.len() == 1 => arg.short(short),
        _ => arg.long(name),
    };
    match form {
        OptionForm::Flag => arg.action(ArgAction::SetTrue),
        OptionForm::Word { default, .. } => defaulted(arg, default.map(String::from)),
        OptionForm::Whole { default, .. } => {
            defaulted(arg, default.map(|default| default.to_string()))
        }
        _ => arg,
    }
    .value_name(option.value)
    .value_parser(parser(form))
}

fn defaulted(arg: Arg, default: Option<String>) -> Arg {
    match default {
        Some(default) => arg.default_value(default),
        None => arg,
    }
}

fn parser(form: OptionForm) -> ValueParser {
    match form {
        OptionForm::Flag => clap::value_parser!(bool),
        OptionForm::Word { words, .. } => {
            let value = |(word, meaning): &(&'static str, &'static str)| {
                PossibleValue::new(*word).help(*meaning)
            };
            let words = PossibleValuesParser::new(words.iter().map(value));
            words.try_map(move |word| form.parse(&word)).into()
        }
        _ => ValueParser::new(move |text: &str| form.parse(text)),
    }
}

/// Names of the game's options of this use.
pub(super) fn names<G: Game>(usage: OptionUse) -> Vec<&'static str> {
    of_use::<G>(usage).map(|option| option.name).collect()
}

fn of_use<G: Game>(usage: OptionUse) -> impl Iterator<Item = &'static GameOption> {
    let options = G::OPTIONS.iter();
    options.filter(move |option| option.usage == usage)
}
