//! Parts of the command lines of judges and reports: examples, and hints after a mistake.

use std::ffi::OsString;
use std::{io, process};

use clap::error::ErrorKind;
use clap::{Arg, Command, Error};
use scene::printable;
use strsim::osa_distance;

use crate::print::{eprint_line, has_colour, print};

/// The arguments of an example, and its meaning.
pub type Example = (&'static str, &'static str);

/// Parses the examples of a subcommand from lines `ARGS  # MEANING`; a line of options only is for
/// `run`.
pub fn examples_of(lines: &'static str, name: &str) -> Vec<Example> {
    let first = |args: &str| args.split(' ').next() == Some(name);
    let is_own = |args: &str| first(args) || args.starts_with('-') && name == "run";
    let examples = lines.lines().filter_map(|line| line.split_once("  # "));
    examples.filter(|(args, _)| is_own(args)).collect()
}

/// Returns `command` with these examples of `program` below its options; `--help` adds the notes.
pub fn with_examples(
    command: Command,
    program: &str,
    examples: &[Example],
    notes: &str,
) -> Command {
    if examples.is_empty() {
        return command;
    }
    let width = examples.iter().map(|(args, _)| args.len()).max().unwrap_or(0);
    let line = |(args, meaning): &Example| format!("\n  {program} {args:width$}  {meaning}");
    let examples = format!("Examples:{}", examples.iter().map(line).collect::<String>());
    command
        .after_help(format!("{examples}\n\n--help lists all options."))
        .after_long_help(format!("{examples}\n\n{notes}"))
}

/// Returns the words of a command line in a form in which each takes one line of a message.
pub fn printable_words(words: &[OsString]) -> Vec<OsString> {
    words.iter().map(|word| printable(&word.to_string_lossy())).map(OsString::from).collect()
}

/// Prints the error of a command line, or the requested help, and ends the program.
pub fn exit(error: &Error) -> ! {
    if !error.use_stderr() {
        if has_colour(&io::stdout()) {
            error.exit();
        }
        let _ = print(&error.render().to_string());
        process::exit(error.exit_code());
    }
    // Words in this message may be file names with control characters.
    eprint_line(error.render().to_string().trim_end());
    process::exit(error.exit_code());
}

/// Returns an error of `command`, or of its subcommand that comes `first`, with a hint at what the
/// user meant.
pub fn error_of(
    command: &mut Command,
    first: Option<&OsString>,
    kind: ErrorKind,
    message: &str,
    meant: Option<String>,
) -> Error {
    let hint = meant.map_or(String::new(), |meant| format!("; {meant}"));
    let message = format!("{message}{hint}");
    match first.and_then(|name| command.find_subcommand_mut(name)) {
        Some(own) => own.error(kind, message),
        None => command.error(kind, message),
    }
}

/// Returns the names of an option, without dashes.
pub fn spellings(arg: &Arg) -> impl Iterator<Item = String> {
    let long = arg.get_long_and_visible_aliases().unwrap_or_default();
    let short = arg.get_short().map(String::from);
    long.into_iter().map(String::from).chain(short)
}

/// Returns the name of an option with its dashes; of an operand, its name in the help.
pub fn display_name(arg: &Arg) -> String {
    match (arg.get_long(), arg.get_short(), arg.get_value_names()) {
        (Some(long), ..) => format!("--{long}"),
        (None, Some(short), _) => format!("-{short}"),
        (None, None, Some([name, ..])) => name.to_string(),
        (None, None, _) => arg.get_id().to_string(),
    }
}

/// Returns the name of a typed option, without its value.
pub fn option_name(word: &str) -> &str {
    word.split('=').next().unwrap_or_default().trim_start_matches('-')
}

/// Returns true if `command` has the option `word`, typed with or without a value.
pub fn has_option(command: &Command, word: &str) -> bool {
    let name = option_name(word);
    let mut args = command.get_arguments();
    word.starts_with('-') && args.any(|arg| spellings(arg).any(|known| known == name))
}

/// Returns a hint at the other subcommands of `command` that have the option `word`.
pub fn owners(command: &Command, word: &str) -> Option<String> {
    let others = command.get_subcommands().filter(|other| has_option(other, word));
    let others: Vec<&str> = others.map(Command::get_name).collect();
    (!others.is_empty()).then(|| format!("it is an option of {}", others.join(", ")))
}

/// Returns true if `name` abbreviates or extends `known`, or differs from it in at most a third of
/// its letters.
pub fn is_similar(known: &str, name: &str) -> bool {
    let [known, name] = [known, name].map(str::to_lowercase);
    let shorter = known.len().min(name.len());
    let is_part = known.starts_with(&name) || name.starts_with(&known);
    is_part && shorter >= 3 || osa_distance(&known, &name) <= shorter / 3
}

/// Returns the options of `command` that are similar to `name`; `None` if more than two are.
pub fn similar_option(command: &Command, name: &str) -> Option<String> {
    let shown = command.get_arguments().filter(|arg| !arg.is_hide_set());
    let similar = shown.filter(|arg| spellings(arg).any(|known| is_similar(&known, name)));
    let similar: Vec<String> = similar.map(display_name).collect();
    (1..=2).contains(&similar.len()).then(|| similar.join(" or "))
}
