//! Options of contestants, their limits and their surroundings, and the programs that they name.

use std::env;
use std::marker::PhantomData;
use std::path::PathBuf;
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail, ensure};
use indicatif::ProgressBar;
use nix::sys::prctl::set_dumpable;
use nix::unistd::geteuid;

use crate::exec::CommandLine;
use crate::runs::{Folders, Program, RunContext, SourceRule, options_of, past_program, run_named};
use crate::signals::Signals;
use game::{ANALYSES, Game, Limits, OptionEffect, wall_for};
use records::{Conditions, Machine, RunHistory, UserError, eprint_line, quoted};
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
        let found =
            Surroundings::find(self.sandbox, self.user.clone(), fall_back).context("--sandbox")?;
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

    /// Returns the contestant: built from `cpp`, started by its command, or our solver.
    pub fn program(&self, cpp: &[PathBuf], rule: SourceRule, signals: &Signals) -> Result<Program> {
        if let Some(exec) = &self.exec {
            return Program::new(exec.clone(), rule);
        }
        if let Some(form) = G::LINKED.filter(|_| !cpp.is_empty()) {
            return Program::linked(&form, cpp, rule, &signals.interrupted);
        }
        let solver = our_solver(G::NAME)?;
        let text = quoted(&solver.display().to_string());
        Program::new(CommandLine { text, words: vec![solver.into()] }, SourceRule::here()?)
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
            conditions: Conditions {
                limits: self.limits.apply(game.limits()),
                isolation: surroundings.to_string(),
                play_options: options_of::<G>(game.options(), &[OptionEffect::Contestant]),
            },
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

/// A week, ms.
const UNLIMITED: u64 = 7 * 24 * 3600 * 1000;

/// Limits of a case that differ from the game's.
#[derive(clap::Args)]
#[command(next_help_heading = "Limits of a case")]
pub(crate) struct LimitOptions<G: Game> {
    #[arg(id = "time_limit", long = "time-limit", visible_aliases = ["timeLimit", "tl"], value_name = "TIME", value_parser = milliseconds, help = described::<G>("CPU time: 10s, 500ms or a number of ms; the wall limit goes with it (3 × CPU + 1 s); 0 for none", |limits| format!("{}s", limits.cpu_ms as f64 / 1e3)))]
    time_limit: Option<u64>,
    #[arg(id = "wall_limit", long = "wall-limit", value_name = "TIME", value_parser = above_zero, help = described::<G>("Wall time in which it is the contestant's turn", |limits| format!("{}s", limits.wall_ms as f64 / 1e3)))]
    wall_limit: Option<u64>,
    #[arg(id = "memory_limit", long = "memory-limit", value_name = "MIB", value_parser = mebibytes, help = described::<G>("Memory, MiB", |limits| (limits.memory_kib / 1024).to_string()))]
    memory_limit: Option<usize>,
    #[arg(skip)]
    game: PhantomData<G>,
}

/// Returns the help of an option, with the game's own limit as the default.
fn described<G: Game>(meaning: &str, default: fn(Limits) -> String) -> String {
    let limits = G::default().limits();
    format!("{meaning} [default: {}]", default(limits))
}

/// Parses `10s`, `1.5s`, `500ms` or a number of ms; fails unless it is a whole number of ms.
fn milliseconds(text: &str) -> Result<u64, String> {
    let (number, unit) = match (text.strip_suffix("ms"), text.strip_suffix('s')) {
        (Some(ms), _) => (ms, 1.0),
        (None, Some(seconds)) => (seconds, 1000.0),
        (None, None) => (text, 1.0),
    };
    let digits = number.starts_with(|char: char| char.is_ascii_digit());
    let ms = number.parse::<f64>().ok().filter(|_| digits);
    // Milliseconds up to 2^32, 49 days, are exact.
    ms.map(|number| number * unit)
        .filter(|ms| ms.fract() == 0.0 && *ms <= f64::from(u32::MAX))
        .map(|ms| ms as u64)
        .ok_or_else(|| format!("`{text}` is not a time: expected 10s, 500ms or a number of ms"))
}

fn mebibytes(text: &str) -> Result<usize, String> {
    number(u32::MAX as usize)(text)
        .map_err(|_| "expected a whole number of MiB, such as 512".into())
}

/// Returns a parser of whole numbers from 1 to `high`.
pub(super) fn number(high: usize) -> impl Fn(&str) -> Result<usize, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| (1..=high).contains(number));
        number.ok_or_else(|| format!("expected a whole number from 1 to {high}"))
    }
}

fn above_zero(text: &str) -> Result<u64, String> {
    match milliseconds(text)? {
        0 => Err("expected a time above 0".into()),
        ms => Ok(ms),
    }
}

impl<G: Game> LimitOptions<G> {
    pub fn apply(&self, mut limits: Limits) -> Limits {
        match self.time_limit {
            None => {}
            Some(0) => (limits.cpu_ms, limits.wall_ms) = (UNLIMITED, UNLIMITED),
            Some(ms) => (limits.cpu_ms, limits.wall_ms) = (ms, wall_for(ms)),
        }
        limits.wall_ms = self.wall_limit.unwrap_or(limits.wall_ms);
        let memory_kib = self.memory_limit.map(|mib| mib as u64 * 1024);
        limits.memory_kib = memory_kib.unwrap_or(limits.memory_kib);
        limits
    }
}

/// Returns the program of a command line that `--against` names.
pub(super) fn program_against(line: &str) -> Result<Program> {
    let command = line.parse().map_err(UserError::of);
    Program::new(command.context("--against")?, SourceRule::here()?)
}

/// Returns the other contestant of a comparison: the program of a run of the history, as it was, or
/// that of a command.
pub(super) fn opponent<G: Game>(
    text: &str,
    history: Option<&RunHistory>,
    signals: &Signals,
) -> Result<Program> {
    let Some(history) = history.filter(|history| history.has(text)) else {
        return program_against(text);
    };
    let run = run_named(history, text, G::NAME);
    run.and_then(|run| past_program::<G>(&run, signals)).context("--against")
}

/// Returns our solver: the program `name` in the folder of this program.
pub(super) fn our_solver(name: &str) -> Result<PathBuf> {
    let without = "this judge is without our solver: name a program with --exec";
    ensure!(ANALYSES, UserError(without.into()));
    let solver = env::current_exe().context("cannot find this program")?.with_file_name(name);
    let missing = || format!("no --exec, and no solver at {}", solver.display());
    ensure!(solver.is_file(), UserError(missing()));
    Ok(solver)
}
