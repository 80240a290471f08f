//! Parts of the command lines of judges and reports: examples, completions, manual pages.

use std::fs::{self, File};
use std::io::Write;
use std::path::PathBuf;
use std::process::{self, ExitCode};

use anyhow::{Context, Result};
use clap::{Arg, Command, Error};
use clap_complete::{Shell, generate_to};

use crate::failure::UserError;
use crate::info::{kept_runs, nearest_history};
use crate::print::{eprint_line, print};

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
    #[arg(value_name = "DIR", required = true)]
    folder: Option<PathBuf>,
    /// Print the names of the runs that this program can show
    #[arg(long, hide = true, exclusive = true)]
    names: bool,
}

/// Addition to the completions for bash: names of runs. PROGRAM, FUNCTION and COMMANDS stand for the
/// program, clap's function, and the subcommands with an argument that names a run.
const RUN_NAMES: &str = r#"
FUNCTION_runs() {
    FUNCTION "$@"
    if [[ " COMMANDS " == *" ${COMP_WORDS[1]} "* && $2 != -* && ( $3 != -* || $3 == --run || $3 == --against ) ]]; then
        COMPREPLY=($(compgen -f -W "$("$1" completions --names 2> /dev/null)" -- "$2"))
    fi
}
complete -F FUNCTION_runs -o filenames -o bashdefault -o default PROGRAM
"#;

/// Returns the addition to the completions of `command` for bash.
fn run_names(command: &Command) -> String {
    let names_run = |command: &&Command| {
        let mut names = command.get_arguments().filter_map(Arg::get_value_names);
        names.any(|names| names[0].starts_with("RUN"))
    };
    let commands = command.get_subcommands().filter(names_run);
    let commands: Vec<&str> = commands.map(Command::get_name).collect();
    let function = format!("_{}", command.get_name().replace('-', "__"));
    RUN_NAMES
        .replace("FUNCTION", &function)
        .replace("COMMANDS", &commands.join(" "))
        .replace("PROGRAM", command.get_name())
}

/// Prints the names of the runs in the nearest history, for a judge only those of its game.
fn print_names(program: &str) -> Result<()> {
    let folder = nearest_history()?;
    let mut runs = folder.map_or(Ok(Vec::new()), |folder| kept_runs(&folder))?;
    let game = program.strip_suffix("-judge");
    runs.retain(|run| game.is_none_or(|game| run.info.game == game));
    let names = runs.iter().map(|run| format!("{}\n", run.info.name));
    print(&names.collect::<String>())
}

impl CompletionsArgs {
    /// Writes the files of `command`.
    pub fn execute(self, mut command: Command) -> Result<ExitCode> {
        command = command.disable_help_subcommand(true);
        let name = command.get_name().to_string();
        let Some(folder) = self.folder else {
            print_names(&name)?;
            return Ok(ExitCode::SUCCESS);
        };
        let write = || {
            fs::create_dir_all(&folder)?;
            for shell in [Shell::Zsh, Shell::Fish, Shell::Bash] {
                let path = generate_to(shell, &mut command, &name, &folder)?;
                if shell == Shell::Bash {
                    let file = File::options().append(true).open(path)?;
                    { file }.write_all(run_names(&command).as_bytes())?;
                }
            }
            clap_mangen::generate_to(command, &folder)
        };
        write()
            .with_context(|| folder.display().to_string())
            .map_err(UserError::of)?;
        Ok(ExitCode::SUCCESS)
    }
}
