//! Options of the contestant and its surroundings, the same in every subcommand.

use std::env;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use nix::sys::prctl::set_dumpable;
use nix::unistd::geteuid;

use super::limits::{LimitOptions, number};
use crate::exec::CommandLine;
use crate::runs::{Folders, Program, RunContext, options_of};
use game::{Game, OptionEffect};
use records::{Conditions, Machine, RunHistory, UserError, eprint_line};
use runner::{ContestantUser, Isolation, NO_GROUP, Surroundings, processors, raise_descriptors};

#[derive(clap::Args)]
#[command(next_help_heading = "Contestant")]
pub(crate) struct ContestantArgs<G: Game> {
    /// The contestant's command, run without a shell; by default our solver from this program's folder
    #[arg(long, visible_alias = "ex", value_name = "CMD")]
    pub exec: Option<CommandLine>,
    /// Surroundings of the contestants [default: namespaces, or none where the kernel refuses them];
    /// `--sandbox` alone stands for `full`
    #[arg(long, value_name = "LEVEL", num_args = 0..=1, default_missing_value = "full")]
    pub sandbox: Option<Isolation>,
    /// If root runs the judge: user of the contestants, who must be able to read the program
    #[arg(long, value_name = "NAME", value_parser = ContestantUser::named)]
    pub user: Option<ContestantUser>,
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
    /// Prepares this process for its workers, by default a single one; returns the surroundings that
    /// the host allows.
    pub fn prepare_host(&self, workers: Option<&WorkerArgs>) -> Result<Surroundings> {
        let (threads, free) = (workers.map_or(1, |workers| workers.threads), processors()?.len());
        if workers.is_some_and(|workers| workers.pin) && threads > free {
            bail!(UserError(format!(
                "--pin: {threads} cases at a time need a processor each, and this process may use {free}"
            )));
        }
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
        let is_root = geteuid().is_root() && self.user.is_none();
        let advice = if is_root { "; --user NAME keeps root's rights from them" } else { "" };
        let fall_back = |cause: &str| {
            eprint_line(&format!("contestants run with --sandbox=none: {cause}{advice}"));
        };
        let found = Surroundings::find(self.sandbox, self.user.clone(), fall_back);
        let found = found.context("--sandbox")?;
        if !found.has_groups {
            eprint_line(NO_GROUP);
        }
        if !found.has_own_ids {
            eprint_line(
                "contestants played at a time have the same process ids, after which programs name \
                 files: the kernel does not let judges change them",
            );
        }
        Ok(found)
    }

    /// Returns the conditions of plays of `game` in these surroundings.
    pub fn conditions(&self, game: &G, surroundings: &Surroundings) -> Conditions {
        Conditions {
            limits: self.limits.apply(game.limits()),
            isolation: surroundings.to_string(),
            play_options: options_of::<G>(game.options(), &[OptionEffect::Contestant]),
        }
    }

    /// Returns the setup in which `contestant` plays cases of `game`, and does not see the history.
    /// Its streams are not kept or shown, and workers are not tied to processors.
    pub fn context<'a>(
        &self,
        game: &G,
        contestant: &'a Program,
        surroundings: Surroundings,
        history: Option<&RunHistory>,
        interrupted: &'a AtomicBool,
    ) -> RunContext<'a> {
        RunContext {
            contestant,
            conditions: self.conditions(game, &surroundings),
            surroundings,
            pin: false,
            machine: Machine::here(),
            show_errors: false,
            wait_told: AtomicBool::new(false),
            bar: ProgressBar::hidden(),
            folders: Folders::default(),
            hidden: history.map(|history| history.folder.clone()),
            keeps_outputs: false,
            interrupted,
            has_started: AtomicBool::new(false),
        }
    }
}
