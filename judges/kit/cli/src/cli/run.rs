//! `run`: playing cases with a contestant.

use std::io::{self, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Result;

use super::case_args::CaseArgs;
use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::game_args::{Running, of_contestant};
use super::options::ids;
use super::pages::{Pages, check_files};
use super::source::{contestant, load, rescore};
use crate::runs::{
    CaseJob, Cases, Folders, HistoryOptions, OutputOptions, Outputs, RecordOptions, RunContext,
    RunFacts, Salts, ScoreOptions, Shard, in_order,
};
use crate::signals::Signals;
use game::Game;
use records::{Failure, Record};

/// Plays cases with a contestant.
#[derive(clap::Args)]
pub(crate) struct RunArgs<G: Game> {
    #[command(flatten)]
    settings: RunSettings<G>,
    #[command(flatten)]
    records: RecordOptions,
    /// Play only shard K of N: every N-th case from the K-th on; `slurm` takes
    /// both from the environment of an array task
    #[arg(
        long,
        value_name = "K/N",
        help_heading = "Contestant",
        conflicts_with = "load"
    )]
    shard: Option<Shard>,
    /// Score the outputs saved in DIR instead of running a contestant
    #[arg(long = "loadSolOutput", visible_alias = "lo", value_name = "DIR", num_args = 0..=1, default_missing_value = ".", help_heading = "Saved streams", conflicts_with_all = of_contestant::<G, LiveArgs<G>>())]
    load: Option<PathBuf>,
    /// Print the options of judge.toml, the nearest from the working folder upwards, and stop
    #[arg(long = "show-config", help_heading = "Output")]
    pub show_config: bool,
}

/// Options of a run, be it the first or one after a change of the contestant.
#[derive(clap::Args)]
pub(crate) struct RunSettings<G: Game> {
    #[command(flatten)]
    cases: CaseArgs<G, Running>,
    #[command(flatten)]
    pub live: LiveArgs<G>,
    #[command(flatten)]
    scores: ScoreOptions,
    /// Do not print the summary
    #[arg(long = "noSummary", visible_alias = "ns")]
    no_summary: bool,
    /// Write a page of every case, the streams and an index to DIR
    #[arg(long, value_name = "DIR", conflicts_with = "saveSolError", conflicts_with_all = ids::<Folders>())]
    html: Option<PathBuf>,
}

/// Options that matter only while contestants play.
#[derive(clap::Args)]
pub(crate) struct LiveArgs<G: Game> {
    #[command(flatten)]
    pub contestant: ContestantArgs<G>,
    #[command(flatten)]
    workers: WorkerArgs,
    /// Keep the contestant's standard error to itself, which a run of one case shows
    #[arg(long = "noOutput", visible_alias = "no")]
    no_output: bool,
    #[command(flatten)]
    folders: Folders,
    /// Save its standard error as DIR/<case>.err
    #[arg(id = "saveSolError", long = "saveSolError", visible_alias = "se", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    error: Option<PathBuf>,
    #[command(flatten)]
    history: HistoryOptions,
}

impl<G: Game> RunArgs<G> {
    pub fn execute(self, signals: &Signals) -> Result<ExitCode, Failure> {
        let seeds = self
            .settings
            .cases
            .seeds(1.into())
            .map_err(Failure::Usage)?;
        let salts = self.salts().map_err(Failure::Usage)?;
        let cases = self.settings.cases.cases(seeds, salts.clone());
        let cases = cases.map_err(Failure::Usage)?;
        let options = self.outputs();
        let live = &self.settings.live;
        let mut saved = live.folders.clone();
        saved.error.clone_from(&live.error);
        cases.check_streams(&saved).map_err(Failure::Usage)?;
        let shard = self.shard.unwrap_or(Shard::WHOLE);
        let load = self.load.as_deref();
        let indices = (0..cases.len()).filter(|&index| shard.has(index));
        let stems = || indices.clone().map(|index| cases.get(index).stem);
        let html = self.settings.html.as_ref();
        let replace = options.replaces();
        let pages = html.map(|html| Pages::new(html, load, stems().collect()));
        let mut pages = pages.map(|pages| pages.replacing(replace));
        let folders = match (load, &pages) {
            (Some(_), _) => Folders::default(),
            (None, Some(pages)) => pages.folders(),
            (None, None) => saved.replacing(replace),
        };
        if !replace {
            check_files(stems(), &folders, pages.as_ref())?;
        }
        if let Some(pages) = &pages {
            pages.create().map_err(Failure::Usage)?;
        }
        if let Some(folder) = &self.load {
            return self.rescore(&cases, salts, folder, pages);
        }
        live.contestant.check_host(&live.workers)?;
        signals.listen()?;
        let game = &self.settings.cases.game;
        let contestant = contestant::<G>(&game.sources, live.contestant.exec.as_deref())?;
        folders.create().map_err(Failure::Usage)?;
        let count = indices.clone().count();
        let context = RunContext {
            show_errors: count == 1 && !live.no_output,
            note_silence: count == 1 && io::stderr().is_terminal(),
            ..live
                .contestant
                .context(&game.game, &contestant, &live.workers, &folders, signals)
        };
        let mut outputs =
            self.open_outputs(count, context.command_line(), salts, Some(&context))?;
        if let Some(pages) = &mut pages {
            pages.add_earlier(&cases, outputs.take_earlier())?;
        }
        self.play(&context, &cases, &mut outputs, &mut pages)?;
        let status = outputs.finish()?;
        pages.map_or(Ok(()), |pages| pages.finish(G::TITLE))?;
        Ok(status)
    }

    /// Plays the cases that `outputs` lack.
    fn play(
        &self,
        context: &RunContext,
        cases: &Cases<G>,
        outputs: &mut Outputs,
        pages: &mut Option<Pages>,
    ) -> Result<()> {
        let pending = pending(cases, outputs, self.shard.unwrap_or(Shard::WHOLE));
        outputs.expect(pending.len());
        in_order(
            pending.len(),
            usize::from(self.settings.live.workers.threads),
            context.interrupted,
            |number| context.worker(number),
            |supervisor, index| {
                let index = pending[index];
                let record = cases.get(index).run(context, supervisor)?;
                Ok(record.map(|record| (index, record)))
            },
            |(index, record)| {
                let record = outputs.add(record)?;
                match pages {
                    Some(pages) => pages.add(index, &cases.get(index), &record),
                    None => Ok(()),
                }
            },
        )
    }

    /// Scores saved streams.
    fn rescore(
        &self,
        cases: &Cases<G>,
        salts: Salts,
        folder: &Path,
        mut pages: Option<Pages>,
    ) -> Result<ExitCode, Failure> {
        let command = CaseJob::<G>::SAVED.to_string();
        let mut outputs = self.open_outputs(cases.len(), command, salts, None)?;
        if let Some(pages) = &mut pages {
            pages.add_earlier(cases, outputs.take_earlier())?;
        }
        for (index, job) in cases.iter().enumerate() {
            if outputs.has(&job.place()) {
                continue;
            }
            let record = load(&job, folder).and_then(|saved| rescore(&job, &saved));
            let record = record.map_err(Failure::Usage)?;
            let record = outputs.add(record)?;
            if let Some(pages) = &mut pages {
                pages.add(index, &job, &record)?;
            }
        }
        let status = outputs.finish()?;
        pages.map_or(Ok(()), |pages| pages.finish(G::TITLE))?;
        Ok(status)
    }

    fn outputs(&self) -> OutputOptions {
        let RunSettings { scores, live, .. } = &self.settings;
        OutputOptions {
            records: self.records.clone(),
            scores: scores.clone(),
            history: live.history.clone(),
            no_summary: self.settings.no_summary,
            silent: false,
        }
    }

    fn salts(&self) -> Result<Salts> {
        let salts = self.settings.cases.game.salts.clone();
        match &self.load {
            Some(_) => salts.of_saved(),
            None => Ok(salts),
        }
    }

    fn open_outputs(
        &self,
        cases: usize,
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
        };
        let words = context.map_or(&[][..], |context| &context.command);
        Outputs::open::<G::Total>(&self.outputs(), &run, words)
    }
}

/// Returns the indices of the cases of `shard` that `outputs` lack.
fn pending<G: Game>(cases: &Cases<G>, outputs: &Outputs, shard: Shard) -> Vec<usize> {
    let lacks = |index: usize| !outputs.has_any() || !outputs.has(&cases.get(index).place());
    let is_pending = |&index: &usize| shard.has(index) && lacks(index);
    (0..cases.len()).filter(is_pending).collect()
}

/// Returns the score of a record as a whole number, 0 for a failed case.
pub(super) fn scaled<G: Game>(record: &Record) -> u64 {
    match record.is_ok() {
        true => G::scaled(&record.result()).round() as u64,
        false => 0,
    }
}
