//! `run`: playing cases with a contestant.

use std::env;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

use anyhow::{Context, Result, bail};
use signal_hook::consts::{SIGCHLD, SIGINT, SIGTERM};
use signal_hook::flag;

use super::failure::Failure;
use crate::contestant::{Limits, wall_for};
use crate::game::{Built, Game};
use crate::runs::{
    Cases, Folders, Job, OutputOptions, Outputs, Record, RunContext, Seeds, at, in_order, load,
    read_case, read_text,
};

/// Plays cases with a contestant.
#[derive(clap::Args)]
pub(crate) struct Run<G: Game> {
    /// The contestant's command; without it, our solver beside this program
    #[arg(long, alias = "ex", value_name = "CMD")]
    exec: Option<String>,
    /// Seeds: 5, 1,100 (or 1-100), 1+50, {3,7,9}; *K behind for K times
    #[arg(long, alias = "sd", default_value = "1")]
    seed: Seeds,
    /// Play the case in FILE instead of a generated one; may be repeated
    #[arg(long, value_name = "FILE")]
    case: Vec<PathBuf>,
    /// Cases to play at a time
    #[arg(long, alias = "th", value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// CPU limit of a case, ms; the wall limit goes with it (3 × CPU + 1 s)
    #[arg(long, aliases = ["timeLimit", "tl"], value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    time_limit: Option<u32>,
    /// Wall limit of a case, ms
    #[arg(long, value_name = "MS", value_parser = clap::value_parser!(u32).range(1..))]
    wall_limit: Option<u32>,
    /// Memory limit, MiB
    #[arg(long, value_name = "MIB", value_parser = clap::value_parser!(u32).range(1..))]
    memory_limit: Option<u32>,
    #[command(flatten)]
    outputs: OutputOptions,
    #[command(flatten)]
    folders: Folders,
    /// Score the outputs saved in DIR instead of running a contestant
    #[arg(long = "loadSolOutput", alias = "lo", value_name = "DIR", num_args = 0..=1, default_missing_value = ".", conflicts_with_all = ["exec", "saveSolInput", "saveSolOutput", "saveSolError", "saveAll"])]
    load: Option<PathBuf>,
    /// Accepted for habit's sake: there is no visualiser to turn off
    #[arg(long = "novis", alias = "nv")]
    _novis: bool,
    /// Accepted for habit's sake: the run time is always printed
    #[arg(long = "printRuntime", alias = "pr")]
    _print_runtime: bool,
    #[command(flatten)]
    game: G,
}

impl<G: Game> Run<G> {
    /// Does what the options say.
    pub fn execute(self) -> Result<ExitCode, Failure> {
        let seeds = self.game.seeds().unwrap_or_else(|| self.seed.0.clone());
        let cases = Cases::new(&self.game, seeds, &self.case).map_err(Failure::Usage)?;
        let mut outputs = self.open_outputs(cases.len()).map_err(Failure::Usage)?;
        let signal = Arc::default();
        match &self.load {
            Some(folder) => {
                for job in cases.iter() {
                    let record = replay_saved(&job, folder).map_err(Failure::Usage)?;
                    outputs.add(record)?;
                }
            }
            None => {
                let interrupted = watch_signals(&signal)?;
                let contestant = self.contestant().map_err(Failure::Usage)?;
                let context = RunContext {
                    command: contestant.command.clone(),
                    limits: self.limits(),
                    folders: &self.folders,
                    interrupted: &interrupted,
                };
                in_order(
                    cases.len(),
                    usize::from(self.threads),
                    context.interrupted,
                    || context.supervisor(),
                    |supervisor, index| cases.get(index).run(&context, supervisor),
                    |record| outputs.add(record),
                )?;
            }
        }
        let status = outputs.finish()?;
        match signal.load(Ordering::Relaxed) {
            0 => Ok(status),
            number => Ok(ExitCode::from(128 + number as u8)),
        }
    }

    fn open_outputs(&self, cases: usize) -> Result<Outputs> {
        self.folders.create()?;
        Outputs::open::<G::Total>(&self.outputs, cases)
    }

    fn limits(&self) -> Limits {
        let ms = |limit: u32| Duration::from_millis(limit.into());
        let mut limits = self.game.limits();
        if let Some(limit) = self.time_limit.map(ms) {
            limits.cpu = limit;
            limits.wall = wall_for(limit);
        }
        limits.wall = self.wall_limit.map_or(limits.wall, ms);
        limits.memory_kib = self
            .memory_limit
            .map_or(limits.memory_kib, |mib| u64::from(mib) * 1024);
        limits
    }

    /// The contestant: built, named by its command, or our solver.
    fn contestant(&self) -> Result<Built> {
        let ready = |command| Built {
            command,
            keep: Box::new(()),
        };
        let built = self.game.build()?;
        let Some(exec) = &self.exec else {
            return match built {
                Some(built) => Ok(built),
                None => Ok(ready(vec![our_solver(G::NAME)?.into()])),
            };
        };
        if built.is_some() {
            bail!("--exec: there is another contestant already, built from its source");
        }
        match shlex::split(exec) {
            Some(words) if !words.is_empty() => {
                Ok(ready(words.into_iter().map(OsString::from).collect()))
            }
            _ => bail!("--exec: `{exec}` is not a command: empty, or a quote is not closed"),
        }
    }
}

/// The solver's binary beside this one.
fn our_solver(name: &str) -> Result<PathBuf> {
    let solver = env::current_exe()
        .context("cannot find this program")?
        .with_file_name(name);
    if !solver.is_file() {
        bail!("no --exec, and no solver at {}", solver.display());
    }
    Ok(solver)
}

/// Lets SIGINT and SIGTERM stop the run in good order, a second one at once.
/// `signal` is set to the number of the one that came.
fn watch_signals(signal: &Arc<AtomicUsize>) -> Result<Arc<AtomicBool>> {
    let interrupted = Arc::new(AtomicBool::new(false));
    for number in [SIGINT, SIGTERM] {
        let register = || {
            flag::register_conditional_default(number, Arc::clone(&interrupted))?;
            flag::register(number, Arc::clone(&interrupted))?;
            flag::register_usize(number, Arc::clone(signal), number as usize)
        };
        register().context("cannot watch for signals")?;
    }
    // Whoever started the judge may ignore this one, and then nothing could be waited for.
    flag::register(SIGCHLD, Arc::default()).context("cannot watch for signals")?;
    Ok(interrupted)
}

fn replay_saved<G: Game>(job: &Job<G>, folder: &Path) -> Result<Record> {
    let (input, output) = load(folder, &job.key())?;
    let Some(path) = input else {
        return Ok(job.replay(&job.case(), "", &output));
    };
    let text = read_text(&path)?;
    let parsed = read_case(&job.game, &text);
    let (case, rest) = parsed.map_err(|malformed| at(&path, &malformed))?;
    Ok(job.replay(&case, rest, &output))
}
