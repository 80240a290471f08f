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
            Some(text) => known.rewritten(text).map(OsString::from),
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
        let args = || command.get_arguments();
        let long = args().flat_map(spellings).filter(|name| name.len() > 1);
        let general = ["help", "version"].map(String::from);
        OptionNames {
            long: long.chain(general).collect(),
            short: args().filter_map(Arg::get_short).collect(),
        }
    }

    /// Returns the spelling that clap expects; fails with a word that is not an option.
    fn rewritten(&self, text: &str) -> Result<String, String> {
        let Some(rest) = text.strip_prefix('-') else {
            return Ok(text.into());
        };
        let option = rest.strip_prefix('-').unwrap_or(rest);
        let (name, value) = option.split_at(option.find('=').unwrap_or(option.len()));
        let mut names = self.long.iter();
        match names.find(|known| known.eq_ignore_ascii_case(name)) {
            Some(name) => Ok(format!("--{name}{value}")),
            None if self.is_word(rest) => Err(text.into()),
            None => Ok(text.into()),
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
    let long = arg.get_long_and_visible_aliases().unwrap_or_default();
    let short = arg.get_short().map(String::from);
    long.into_iter().map(String::from).chain(short)
}

pub(crate) fn shown(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short(), arg.get_value_names()) {
        (Some(long), ..) => format!("--{long}"),
        (None, Some(short), _) => format!("-{short}"),
        (None, None, Some([name, ..])) => name.to_string(),
        (None, None, _) => arg.get_id().to_string(),
    }
}
