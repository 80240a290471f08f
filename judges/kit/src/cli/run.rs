//! `run`: playing cases with a contestant.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, anyhow};
use nix::sys::prctl::set_dumpable;

use super::game_args::GameArgs;
use super::limits::LimitOptions;
use super::pages::{Pages, check_files};
use super::source::{SavedRun, contestant, seeds};
use super::topcoder::Accepted;
use crate::runs::{
    CaseJob, Cases, Folders, OutputOptions, Outputs, RunContext, RunFacts, SaltOption, Salts,
    Shard, in_order,
};
use crate::signals::Signals;
use contestant::{Isolation, check_sandbox, raise_descriptors};
use game::{Game, Seeds};
use record::{Failure, Machine, Record};

/// Plays cases with a contestant.
#[derive(clap::Args)]
pub(crate) struct RunArgs<G: Game> {
    /// The contestant's command, which no shell runs; without it, our solver beside this program
    #[arg(long, visible_alias = "ex", value_name = "CMD")]
    exec: Option<String>,
    /// Seeds: 5, 1,100 (or 1-100), 1+50, {3,7,9}; *K behind for K times
    #[arg(long, visible_alias = "sd", default_value = "1")]
    seed: Seeds,
    /// Mix TEXT into what is drawn during play, but not into the cases; `random` draws a fresh
    /// salt for every case, which its record names
    #[arg(long, value_name = "random|TEXT")]
    salt: Option<SaltOption>,
    /// Play the cases in these files instead of generated ones
    #[arg(long, value_name = "FILE", num_args = 1..)]
    case: Vec<PathBuf>,
    /// Cases to play at a time
    #[arg(long, visible_alias = "th", value_name = "N", default_value = "1", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: u16,
    /// Play only shard K of N: every N-th case from the K-th on; `slurm` takes
    /// both from the environment of an array task
    #[arg(long, value_name = "K/N")]
    shard: Option<Shard>,
    /// Keep each of the cases played at a time, with its contestant, to one processor
    #[arg(long)]
    pin: bool,
    /// Keep the contestant's standard error to itself, which a run of one case shows
    #[arg(long = "noOutput", visible_alias = "no")]
    no_output: bool,
    /// Surroundings of the contestants; `--sandbox` alone stands for `full`
    #[arg(long, value_name = "LEVEL", default_value = "namespaces", num_args = 0..=1, require_equals = true, default_missing_value = "full")]
    sandbox: Isolation,
    #[command(flatten)]
    outputs: OutputOptions,
    #[command(flatten)]
    folders: Folders,
    /// Score the outputs saved in DIR instead of running a contestant
    #[arg(long = "loadSolOutput", visible_alias = "lo", value_name = "DIR", num_args = 0..=1, default_missing_value = ".", conflicts_with_all = ["exec", "saveSolInput", "saveSolOutput", "saveSolError", "saveAll", "threads", "time_limit", "wall_limit", "memory_limit"])]
    load: Option<PathBuf>,
    /// Write a page of every case, the streams and an index to DIR
    #[arg(long, value_name = "DIR", conflicts_with_all = ["saveSolInput", "saveSolOutput", "saveSolError", "saveAll"])]
    html: Option<PathBuf>,
    /// Note in every record where points were lost, for `judge-report losses`
    #[arg(long)]
    losses: bool,
    #[command(flatten)]
    limits: LimitOptions,
    #[command(flatten, next_help_heading = "Case parameters")]
    game: GameArgs<G>,
    #[command(flatten)]
    _accepted: Accepted,
    /// Options of the game that draw or score the cases.
    #[arg(skip)]
    pub(super) options: Option<String>,
}

impl<G: Game> RunArgs<G> {
    /// Does what the options say.
    pub fn execute(self, signals: &Signals) -> Result<ExitCode, Failure> {
        let seeds = seeds::<G>(&self.game, &self.seed, &self.case).map_err(Failure::Usage)?;
        let salts = self.salts().map_err(Failure::Usage)?;
        let cases = Cases::new(&*self.game, seeds, &self.case, salts.clone());
        let cases = cases
            .map_err(Failure::Usage)?
            .with_options(self.options.clone())
            .with_losses(self.losses);
        cases.check_streams(&self.folders).map_err(Failure::Usage)?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let load = self.load.as_deref();
        let indices = (0..cases.len()).filter(|&index| shard.has(index));
        let stems = || indices.clone().map(|index| cases.get(index).stem);
        let html = self.html.as_ref();
        let mut pages = html.map(|html| Pages::new(html, load, stems().collect()));
        let folders = match (load, &pages) {
            (Some(_), _) => Folders::default(),
            (None, Some(pages)) => pages.folders(),
            (None, None) => self.folders.clone(),
        };
        if !self.outputs.replaces() {
            check_files(stems(), &folders, pages.as_ref())?;
        }
        if let Some(pages) = &pages {
            pages.create().map_err(Failure::Usage)?;
        }
        if let Some(folder) = &self.load {
            return self.replay(&cases, salts, folder, pages);
        }
        self.check_host()?;
        signals.watch()?;
        let contestant = contestant::<G>(&self.game.sources, self.exec.as_deref())?;
        folders.create().map_err(Failure::Usage)?;
        let count = indices.clone().count();
        let context = RunContext {
            command: contestant.command.clone(),
            linked: contestant.linked,
            limits: self.limits.apply(self.game.limits()),
            isolation: self.sandbox,
            pin: self.pin,
            machine: Machine::here(G::NAME),
            folders: &folders,
            show_errors: count == 1 && !self.no_output,
            interrupted: signals.interrupted(),
        };
        let mut outputs = self.open_outputs(
            (count, cases.repeat()),
            context.command_line(),
            salts,
            Some(&context),
        )?;
        if let Some(pages) = &mut pages {
            pages.add_earlier(&cases, outputs.take_earlier())?;
        }
        let pending = pending(&cases, &outputs, shard);
        outputs.expect(pending.len());
        in_order(
            pending.len(),
            usize::from(self.threads),
            context.interrupted,
            |number| context.worker(number),
            |supervisor, index| {
                let index = pending.get(index);
                let record = cases.get(index).run(&context, supervisor)?;
                Ok(record.map(|record| (index, record)))
            },
            |(index, record)| {
                let record = outputs.add(record)?;
                match &mut pages {
                    Some(pages) => pages.add(index, &cases.get(index), &record),
                    None => Ok(()),
                }
            },
        )?;
        pages.map_or(Ok(()), |pages| pages.finish(G::TITLE))?;
        Ok(outputs.finish()?)
    }

    /// The salts of the cases.
    fn salts(&self) -> Result<Salts> {
        match &self.load {
            Some(_) => Salts::of_saved(self.salt.as_ref()),
            None => Ok(Salts::new(self.salt.as_ref())),
        }
    }

    /// Scores saved streams.
    fn replay(
        &self,
        cases: &Cases<G>,
        salts: Salts,
        folder: &Path,
        mut pages: Option<Pages>,
    ) -> Result<ExitCode, Failure> {
        let command = CaseJob::<G>::SAVED.to_string();
        let mut outputs = self.open_outputs((cases.len(), cases.repeat()), command, salts, None)?;
        if let Some(pages) = &mut pages {
            pages.add_earlier(cases, outputs.take_earlier())?;
        }
        for (index, job) in cases.iter().enumerate() {
            if outputs.has(&job.place()) {
                continue;
            }
            let run = SavedRun::load(&job, folder).map_err(Failure::Usage)?;
            let record = run.record(&job).map_err(Failure::Usage)?;
            let record = outputs.add(record)?;
            if let Some(pages) = &mut pages {
                pages.add(index, &job, &record)?;
            }
        }
        pages.map_or(Ok(()), |pages| pages.finish(G::TITLE))?;
        Ok(outputs.finish()?)
    }

    /// Finds out if this host can run the contestants as wanted.
    fn check_host(&self) -> Result<(), Failure> {
        raise_descriptors(self.threads.into())
            .map_err(|error| Failure::Usage(anyhow!("--threads: {error}")))?;
        if self.sandbox == Isolation::Full {
            check_sandbox()
                .context("--sandbox")
                .map_err(Failure::Usage)?;
        }
        // An ordinary user's contestant must not trace its judge.
        set_dumpable(false).context("cannot protect this process")?;
        Ok(())
    }

    fn open_outputs(
        &self,
        (cases, repeats): (usize, bool),
        command: String,
        salts: Salts,
        context: Option<&RunContext>,
    ) -> Result<Outputs, Failure> {
        let run = RunFacts {
            game: G::NAME,
            command,
            limits: context.map(|context| (&context.limits).into()),
            salts,
            scaled: scaled::<G>,
            cases,
            repeats,
        };
        let words = context.map_or(&[][..], |context| &context.command);
        Outputs::open::<G::Total>(&self.outputs, &run, words)
    }
}

/// Returns the cases of `shard` that `outputs` lack.
fn pending<G: Game>(cases: &Cases<G>, outputs: &Outputs, shard: Shard) -> Pending {
    if !outputs.has_any() && shard.is_whole() {
        return Pending::All(cases.len());
    }
    let lacks = |index: usize| !outputs.has_any() || !outputs.has(&cases.get(index).place());
    let wanted = |&index: &usize| shard.has(index) && lacks(index);
    Pending::Some((0..cases.len()).filter(wanted).collect())
}

/// Indices of the cases to play.
enum Pending {
    /// All, that many.
    All(usize),
    /// These.
    Some(Vec<usize>),
}

impl Pending {
    fn len(&self) -> usize {
        match self {
            Pending::All(count) => *count,
            Pending::Some(indices) => indices.len(),
        }
    }

    fn get(&self, index: usize) -> usize {
        match self {
            Pending::All(_) => index,
            Pending::Some(indices) => indices[index],
        }
    }
}

/// Returns the score of a record as a whole number, 0 for a failed case.
pub(super) fn scaled<G: Game>(record: &Record) -> u64 {
    match record.is_ok() {
        true => G::scaled(&record.result()).round() as u64,
        false => 0,
    }
}
