//! Errors of the command line, with a hint at the option or command that the user meant.

use std::ffi::OsString;
use std::iter;
use std::path::Path;

use clap::error::{ContextKind, ErrorKind};
use clap::{Command, Error};

use game::Seeds;
use records::quoted;
use records::usage::{error_of, has_option, is_similar, option_name, owners, similar_option};

/// Options with their names in other programs.
const OTHER_NAMES: [(&str, &str); 10] = [
    ("threads", "j t jobs parallel workers cores procs"),
    ("seed", "s n seeds count games tests num"),
    ("case", "i input file"),
    ("exec", "e x cmd command solver bot player"),
    ("time-limit", "timeout time tl limit cpu"),
    ("memory-limit", "m memory ml"),
    ("json", "o output records results"),
    ("out", "o output"),
    ("quiet", "q silent"),
    ("force", "f overwrite"),
];

/// Subcommands of judge-report.
const REPORTS: [&str; 11] = [
    "table", "reward", "compare", "league", "losses", "html", "merge", "list", "diff", "note",
    "prune",
];

/// Returns an `error` of `command` with the words `args`, and a hint at a correct command line.
pub(super) fn explained(error: Error, command: &mut Command, args: &[OsString]) -> Error {
    let own = args.first().and_then(|name| command.find_subcommand(name)).unwrap_or(command);
    let text = |kind| error.get(kind).map(ToString::to_string);
    let (message, meant) = match (text(ContextKind::InvalidSubcommand), error.kind()) {
        (Some(word), _) if command.find_subcommand(&word).is_some() => {
            let place = "it comes first, before all options";
            (format!("'{word}' is a subcommand: {place}"), None)
        }
        (Some(word), _) => {
            let mut names = command.get_subcommands().map(Command::get_name);
            let similar = names.find(|name| is_similar(name, &word));
            let meant = word_meant(own, &word, args, similar);
            (format!("'{word}' is not a subcommand"), meant)
        }
        (None, ErrorKind::UnknownArgument) => {
            let word = text(ContextKind::InvalidArg).unwrap_or_default();
            let meant = if word.starts_with('-') {
                option_meant(command, own, &word)
            } else {
                word_meant(own, &word, args, None)
            };
            (format!("unexpected argument '{word}' found"), meant)
        }
        _ => return error,
    };
    error_of(command, args.first(), error.kind(), &message, meant)
}

/// Returns a hint for an option that `own` lacks.
fn option_meant(command: &Command, own: &Command, word: &str) -> Option<String> {
    let name = option_name(word);
    if let Some(owners) = owners(command, word) {
        Some(owners)
    } else if command.find_subcommand(name).is_some() {
        Some(format!("{name} is a subcommand and comes first"))
    } else if name.eq_ignore_ascii_case("salt") {
        Some("nothing is random in the play of this game".into())
    } else if ["verbose", "v"].contains(&name) && has_option(own, "--quiet") {
        Some("a run of one case prints all there is, --quiet prints less".into())
    } else if ["debugger", "gdb"].contains(&name) && has_option(own, "--saveAll") {
        Some("--saveAll DIR writes the input with which a debugger can start the program".into())
    } else {
        option_named(own, name).map(|option| format!("did you mean {option}?"))
    }
}

/// Returns the options of `command` that other programs call `name`, or with similar spelling.
pub(super) fn option_named(command: &Command, name: &str) -> Option<String> {
    let is_digit = |char: char| char.is_ascii_digit();
    let called = name.to_lowercase();
    let called = called.trim_end_matches(is_digit);
    let others = OTHER_NAMES.iter();
    let others = others.filter(|(_, names)| names.split(' ').any(|name| name == called));
    let others = others.map(|(option, _)| format!("--{option}"));
    let capital = format!("-{}", called.to_uppercase());
    let mut meant: Vec<String> = others.chain(iter::once(capital)).collect();
    meant.retain(|option| has_option(command, option));
    match meant.is_empty() {
        true => similar_option(command, called),
        false => Some(meant.join(" or ")),
    }
}

/// Returns a hint for a `word` of `args` that `own` does not accept; `similar` is a subcommand with
/// a similar spelling.
fn word_meant(
    own: &Command,
    word: &str,
    args: &[OsString],
    similar: Option<&str>,
) -> Option<String> {
    let words: Vec<String> = args.iter().map(|arg| arg.to_string_lossy().into()).collect();
    let (before, rest) = words.split_at(words.iter().position(|other| other == word)?);
    if REPORTS.contains(&word) {
        return Some(format!("type judge-report {}", rest.join(" ")));
    }
    let operands = rest.iter().take_while(|word| !has_option(own, word));
    let operands: Vec<&str> = operands.map(String::as_str).collect();
    if word.parse::<Seeds>().is_ok() && has_option(own, "--seed") {
        let seeds = operands.join(",");
        return Some(match value_at_end(before, "--seed") {
            Some(first) => format!("a list of seeds is written --seed '{{{first},{seeds}}}'"),
            None => format!("seeds are written --seed {word}"),
        });
    }
    if let Some(name) = similar.filter(|_| !Path::new(word).is_file()) {
        return Some(format!("did you mean '{name}'?"));
    }
    let quoted = |words: &[&str]| Some(quoted(&shlex::try_join(words.iter().copied()).ok()?));
    for option in ["--exec", "--against"] {
        if let Some(first) = value_at_end(before, option) {
            let line = quoted(&[&[first], &operands[..]].concat())?;
            return Some(format!("a command is one argument: {option} {line}"));
        }
    }
    let is_typed = |option| before.iter().any(|word| option_name(word) == option);
    if !has_option(own, "--exec") || is_typed("exec") {
        return None;
    }
    match (has_option(own, "--against"), &operands[..]) {
        (true, [first, second]) => {
            let (first, second) = (quoted(&[first])?, quoted(&[second])?);
            Some(format!("type --exec {first} --against {second}"))
        }
        _ => Some(format!("to run a contestant, type --exec {}", quoted(&operands)?)),
    }
}

/// Returns the value of `option` if it is the last option in `words`.
fn value_at_end<'a>(words: &'a [String], option: &str) -> Option<&'a str> {
    match words {
        [.., name, value] if name == option => Some(value),
        [.., last] => last.strip_prefix(option)?.strip_prefix('='),
        [] => None,
    }
}
