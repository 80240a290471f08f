//! Parts of the command lines of judges and reports: examples, completions, manual pages.

use std::fs;
use std::path::PathBuf;
use std::process::{self, ExitCode};

use anyhow::{Context, Result};
use clap::{Command, Error};
use clap_complete::{Shell, generate_to};

use crate::failure::UserError;
use crate::print::eprint_line;

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
    let width = examples.iter().map(|(args, _)| args.len()).max();
    let width = width.unwrap_or(0);
    let lines = examples
        .iter()
        .map(|(args, meaning)| format!("\n  {program} {args:width$}  {meaning}"));
    let examples = format!("Examples:{}", lines.collect::<String>());
    command
        .after_help(format!("{examples}\n\n--help lists all options."))
        .after_long_help(format!("{examples}\n\n{notes}"))
}

/// Prints the error of a command line, or the requested help, and ends the program.
pub fn exit(error: &Error) -> ! {
    if !error.use_stderr() {
        error.exit();
    }
    // Words in this message may be file names with control characters.
    eprint_line(error.render().to_string().trim_end());
    process::exit(error.exit_code());
}

/// Write completions for bash, zsh and fish, and manual pages.
///
/// Existing files are replaced.
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The folder to write them to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl CompletionsArgs {
    /// Writes the files of `command`.
    pub fn execute(self, mut command: Command) -> Result<ExitCode> {
        command = command.disable_help_subcommand(true);
        let name = command.get_name().to_string();
        let write = || {
            fs::create_dir_all(&self.folder)?;
            for shell in [Shell::Bash, Shell::Zsh, Shell::Fish] {
                generate_to(shell, &mut command, &name, &self.folder)?;
            }
            clap_mangen::generate_to(command, &self.folder)
        };
        write()
            .with_context(|| self.folder.display().to_string())
            .map_err(UserError::of)?;
        Ok(ExitCode::SUCCESS)
    }
}
