//! The help of a command: examples below its options; the long form adds notes.

use clap::Command;

/// The arguments of an example, and what it does.
pub type Example = (&'static str, &'static str);

/// Returns `command` with these examples of `program` below its options; `--help` adds the notes.
pub fn with_examples(
    command: Command,
    program: &str,
    examples: &[Example],
    notes: &str,
) -> Command {
    let width = examples.iter().map(|(args, _)| args.len()).max();
    let width = width.unwrap_or(0);
    let lines = examples
        .iter()
        .map(|(args, meaning)| format!("\n  {program} {args:width$}  {meaning}"));
    let examples = format!("Examples:{}", lines.collect::<String>());
    command
        .after_help(format!("{examples}\n\n--help tells all options."))
        .after_long_help(format!("{examples}\n\n{notes}"))
}
