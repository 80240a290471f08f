//! Options of the contestant and its surroundings, the same in every subcommand.

use std::env;

use anyhow::{Context, Result};
use nix::sys::prctl::set_dumpable;

use super::limits::{LimitOptions, number};
use crate::runs::{Folders, Program, RunContext};
use crate::signals::Signals;
use game::Game;
use records::{Machine, UserError, eprint_line};
use runner::{Isolation, Surroundings, raise_descriptors};

#[derive(clap::Args)]
#[command(next_help_heading = "Contestant")]
pub(crate) struct ContestantArgs<G: Game> {
    /// The contestant's command, run without a shell; by default our solver from this program's folder
    #[arg(long, visible_alias = "ex", value_name = "CMD")]
    pub exec: Option<String>,
    /// Surroundings of the contestants [default: namespaces, or none where the kernel refuses them];
    /// `--sandbox` alone stands for `full`
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "full")]
    pub sandbox: Option<Isolation>,
    #[command(flatten)]
    pub limits: LimitOptions<G>,
}

/// Contestants that run at the same time.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Contestant")]
pub(crate) struct WorkerArgs {
    /// Cases to play at a time
    #[arg(long, visible_alias = "th", value_name = "N", default_value = "1", value_parser = number(1024))]
    pub threads: usize,
    /// Keep each of the cases played at a time, with its contestant, to one processor
    #[arg(long)]
    pub pin: bool,
}

impl<G: Game> ContestantArgs<G> {
    /// Prepares this process for `threads` contestants; returns what surroundings the host allows.
    pub fn prepare_host(&self, threads: usize) -> Result<Surroundings> {
        raise_descriptors(threads as u64)
            .map_err(|error| UserError(format!("--threads: {error}")))?;
        let mut variables =
            env::vars_os().filter_map(|(name, value)| Some((name.into_string().ok()?, value)));
        if let Some((name, value)) = variables.find(|(name, _)| name.starts_with("SOLVER_")) {
            eprint_line(&format!(
                "{name} has no effect: contestants get no variables of yours; --exec \"env {name}={} CMD\" sets it",
                value.display()
            ));
        }
        // Otherwise a contestant of an ordinary user could trace its judge.
        set_dumpable(false).context("cannot protect this process")?;
        let fall_back =
            |cause: &str| eprint_line(&format!("contestants run with --sandbox=none: {cause}"));
        Surroundings::find(self.sandbox, fall_back).context("--sandbox")
    }

    /// Returns the setup in which `contestant` plays cases of `game`. Its standard error is not
    /// shown, and workers are not tied to processors.
    pub fn context<'a>(
        &self,
        game: &G,
        contestant: &'a Program,
        surroundings: Surroundings,
        folders: Folders,
        signals: &'a Signals,
    ) -> RunContext<'a> {
        RunContext {
            contestant,
            limits: self.limits.apply(game.limits()),
            surroundings,
            pin: false,
            machine: Machine::here(),
            show_errors: false,
            note_silence: false,
            folders,
            interrupted: &signals.interrupted,
        }
    }
}
