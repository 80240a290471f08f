//! Options as marathon competitors type them: one dash or two, any case, two-letter names.

use std::ffi::OsString;

use clap::{Arg, Args, Command, Id};

/// Rewrites the options in `args` of `command`, or of its subcommand that comes first, into the
/// spelling that clap expects; fails with the first unknown option with one dash.
pub(crate) fn canonical(args: Vec<OsString>, command: &Command) -> Result<Vec<OsString>, String> {
    let first = args
        .first()
        .and_then(|first| command.find_subcommand(first));
    let known = OptionNames::of(first.unwrap_or(command));
    let mut are_options = true;
    let spelled = args.into_iter().map(|arg| {
        are_options &= arg != "--";
        match arg.to_str().filter(|_| are_options) {
            Some(text) => known.rewritten(text).map(|new| new.unwrap_or(arg)),
            None => Ok(arg),
        }
    });
    spelled.collect()
}

struct OptionNames {
    long: Vec<String>,
    /// Options of one letter; their value may follow directly.
    short: Vec<char>,
}

impl OptionNames {
    fn of(command: &Command) -> OptionNames {
        let mut known = OptionNames {
            long: vec!["help".to_string(), "version".to_string()],
            short: Vec::new(),
        };
        for arg in command.get_arguments() {
            known
                .long
                .extend(spellings(arg).filter(|name| name.len() > 1));
            known.short.extend(arg.get_short());
        }
        known
    }

    /// Returns the spelling that clap expects, `None` if it is the same; fails with a word that is
    /// not an option.
    fn rewritten(&self, text: &str) -> Result<Option<OsString>, String> {
        let Some(rest) = text.strip_prefix('-') else {
            return Ok(None);
        };
        let option = rest.strip_prefix('-').unwrap_or(rest);
        let (name, value) = match option.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (option, None),
        };
        let mut names = self.long.iter();
        let name = names.find(|known| known.eq_ignore_ascii_case(name));
        match (name, value) {
            (Some(name), Some(value)) => Ok(Some(format!("--{name}={value}").into())),
            (Some(name), None) => Ok(Some(format!("--{name}").into())),
            (None, _) if self.is_word(rest) => Err(text.to_string()),
            (None, _) => Ok(None),
        }
    }

    /// Returns true for a word: not a number, a letter with its value, or a second dash.
    fn is_word(&self, rest: &str) -> bool {
        let is_value = |rest: &str| rest.starts_with(|char: char| !char.is_alphabetic());
        let mut chars = rest.chars();
        let is_short = chars
            .next()
            .is_some_and(|first| self.short.contains(&first) && is_value(chars.as_str()));
        !chars.as_str().is_empty() && !is_value(rest) && !is_short
    }
}

pub(super) fn ids<A: Args>() -> Vec<Id> {
    let group = A::augment_args(Command::new("group"));
    let args = group.get_arguments();
    args.map(|arg| arg.get_id().clone()).collect()
}

pub(super) fn spellings(arg: &Arg) -> impl Iterator<Item = String> {
    let aliases = arg.get_all_aliases().unwrap_or_default();
    let long = arg.get_long().into_iter().chain(aliases);
    let short = arg.get_short().map(String::from);
    long.map(String::from).chain(short)
}

pub(crate) fn shown(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short()) {
        (Some(long), _) => format!("--{long}"),
        (None, Some(short)) => format!("-{short}"),
        (None, None) => {
            let names = arg.get_value_names().unwrap_or_default();
            names
                .first()
                .map_or(arg.get_id().to_string(), ToString::to_string)
        }
    }
}
