//! Completions for shells, and manual pages.

use std::fs::File;
use std::io::Write;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Arg, Command};
use clap_complete::{Shell, generate_to};

use crate::create::create_folder;
use crate::failure::UserError;
use crate::history::RunHistory;
use crate::print::print;

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
    let commands: Vec<&str> =
        command.get_subcommands().filter(names_run).map(Command::get_name).collect();
    let function = format!("_{}", command.get_name().replace('-', "__"));
    RUN_NAMES
        .replace("FUNCTION", &function)
        .replace("COMMANDS", &commands.join(" "))
        .replace("PROGRAM", command.get_name())
}

/// Prints the names of the runs in the nearest history, for a judge only those of its game.
fn print_names(program: &str) -> Result<()> {
    let history = RunHistory::nearest()?;
    let mut runs = history.map_or(Ok(Vec::new()), |history| history.runs())?;
    let game = program.strip_suffix("-judge");
    runs.retain(|run| game.is_none_or(|game| run.game == game));
    let names = runs.iter().map(|run| format!("{}\n", run.name));
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
        create_folder(&folder)?;
        let write = || {
            for shell in [Shell::Zsh, Shell::Fish, Shell::Bash] {
                let path = generate_to(shell, &mut command, &name, &folder)?;
                if shell == Shell::Bash {
                    let file = File::options().append(true).open(path)?;
                    { file }.write_all(run_names(&command).as_bytes())?;
                }
            }
            clap_mangen::generate_to(command, &folder)
        };
        let written = write().with_context(|| folder.display().to_string());
        written.map(|()| ExitCode::SUCCESS).map_err(UserError::of)
    }
}
