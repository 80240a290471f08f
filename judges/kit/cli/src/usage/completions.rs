//! `completions`: what a shell and `man` know of a program.

use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Context;
use clap::Command;
use clap_complete::{Shell, generate_to};

use records::Failure;

/// Write completions for bash, zsh and fish, and manual pages.
///
/// Those that exist are replaced.
#[derive(clap::Args)]
pub struct CompletionsArgs {
    /// The folder to write them to
    #[arg(value_name = "DIR")]
    folder: PathBuf,
}

impl CompletionsArgs {
    /// Writes the files of `command`, which has its name.
    pub fn execute(self, mut command: Command) -> Result<ExitCode, Failure> {
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
            .map_err(Failure::Usage)?;
        Ok(ExitCode::SUCCESS)
    }
}
