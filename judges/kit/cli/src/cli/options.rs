//! Spelling of options, as in other marathon testers: one dash or two, any case, two-letter names.

use std::ffi::OsString;

use clap::{Args, Command, Id};
use records::usage::spellings;

/// Rewrites the options in `args` into the spelling that clap expects. They belong to `command`, or
/// to its subcommand that comes first. A word with one dash is a long option.
pub(crate) fn canonical(args: Vec<OsString>, command: &Command) -> Vec<OsString> {
    let first = args.first();
    let command = first.and_then(|first| command.find_subcommand(first)).unwrap_or(command);
    let names = command.get_arguments().flat_map(spellings).filter(|name| name.len() > 1);
    let names: Vec<String> = names.chain(["help", "version"].map(String::from)).collect();
    let end = args.iter().position(|arg| arg == "--").unwrap_or(args.len());
    let spelled = args.into_iter().enumerate();
    spelled
        .map(|(at, arg)| match arg.to_str().filter(|_| at < end) {
            Some(text) => rewritten(text, &names).into(),
            None => arg,
        })
        .collect()
}

/// Returns a word with the spelling that clap expects of the long options `names`.
fn rewritten(text: &str, names: &[String]) -> String {
    let Some(rest) = text.strip_prefix('-') else {
        return text.into();
    };
    let option = rest.strip_prefix('-').unwrap_or(rest);
    let (name, value) = option.split_at(option.find('=').unwrap_or(option.len()));
    match names.iter().find(|known| known.eq_ignore_ascii_case(name)) {
        Some(name) => format!("--{name}{value}"),
        None if is_word(rest) => format!("-{text}"),
        None => text.into(),
    }
}

/// Returns false for a number, for a letter with its value, and after a second dash.
fn is_word(rest: &str) -> bool {
    rest.chars().take(2).filter(|char| char.is_alphabetic()).count() == 2
}

pub(super) fn ids<A: Args>() -> Vec<Id> {
    A::augment_args(Command::new("group")).get_arguments().map(|arg| arg.get_id().clone()).collect()
}
