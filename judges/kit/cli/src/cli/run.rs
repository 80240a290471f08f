//! `run`: playing cases with a contestant.

use anyhow::Result;
use std::io::{self, IsTerminal};
use std::path::PathBuf;
use std::process::ExitCode;

use super::case_args::CaseArgs;
use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::game_args::of_contestant;
use super::options::ids;
use super::source::contestant;
use crate::runs::{
    CaseFiles, CaseJob, Cases, Folders, HistoryOptions, OutputOptions, Outputs, RecordOptions,
    RunContext, ScoreOptions, Shard, in_order, load,
};
use crate::signals::Signals;
use game::Game;
use records::WrongUsage;

/// Plays cases with a contestant.
#[derive(clap::Args)]
pub(crate) struct RunArgs<G: Game> {
    #[command(flatten)]
    settings: RunSettings<G>,
    #[command(flatten)]
    records: RecordOptions,
    /// Play only shard K of N: every N-th case from the K-th on; `slurm/N` takes K from the Slurm task,
    /// `slurm` takes N from the whole array too
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
    cases: CaseArgs<G>,
    #[command(flatten)]
    pub live: LiveArgs<G>,
    #[command(flatten)]
    scores: ScoreOptions,
    /// Do not print the summary
    #[arg(long = "noSummary", visible_alias = "ns", help_heading = "Output")]
    no_summary: bool,
    /// Write a page of every case, the streams and an index to DIR
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with = "saveSolError", conflicts_with_all = ids::<Folders>())]
    html: Option<PathBuf>,
}

/// Options that matter only while contestants play.
#[derive(clap::Args)]
pub(crate) struct LiveArgs<G: Game> {
    #[command(flatten)]
    pub contestant: ContestantArgs<G>,
    #[command(flatten)]
    workers: WorkerArgs,
    /// Do not show the contestant's standard error, as a run of one case does
    #[arg(long = "noOutput", visible_alias = "no", help_heading = "Output")]
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
    pub fn execute(self, signals: &Signals) -> Result<ExitCode> {
        let RunSettings {
            cases, live, html, ..
        } = &self.settings;
        let loaded = self.load.as_deref();
        let checked = cases.game.salts.check(loaded.is_some());
        checked.map_err(WrongUsage::of)?;
        let cases = cases.cases(1.into()).map_err(WrongUsage::of)?;
        let mut saved = live.folders.clone();
        saved.error.clone_from(&live.error);
        if saved.keep_any() {
            let checked = cases.check_streams(|stem| saved.targets(stem));
            checked.map_err(WrongUsage::of)?;
        }
        let is_own = |index: &usize| self.shard.is_none_or(|shard| shard.has(*index));
        let indices: Vec<usize> = (0..cases.len()).filter(is_own).collect();
        let files = CaseFiles::new(
            loaded,
            saved,
            html.as_deref(),
            live.history.streams,
            indices.iter().map(|&index| cases.get(index).stem),
            self.records.replace(),
        )?;
        let Some(folder) = loaded else {
            return self.play(&cases, indices, files, signals);
        };
        let (mut outputs, pending) = self.open(&cases, indices, None, files)?;
        for index in pending {
            let job = cases.get(index);
            let play = load(&job, folder).map_err(WrongUsage::of)?;
            outputs.add(index, &job, play)?;
        }
        outputs.finish()
    }

    /// Plays the cases with these `indices`, as far as an earlier part of the run has not.
    fn play(
        &self,
        cases: &Cases<G>,
        indices: Vec<usize>,
        files: CaseFiles,
        signals: &Signals,
    ) -> Result<ExitCode> {
        let live = &self.settings.live;
        let (conditions, workers) = (&live.contestant, &live.workers);
        let surroundings = conditions.prepare_host(workers.threads)?;
        signals.listen()?;
        let game = &self.settings.cases.game;
        let contestant = contestant::<G>(&game.sources, conditions.exec.as_deref(), signals)?;
        let context = RunContext {
            pin: workers.pin,
            show_errors: indices.len() == 1 && !live.no_output,
            note_silence: indices.len() == 1 && io::stderr().is_terminal(),
            ..conditions.context(
                &game.game,
                &contestant,
                surroundings,
                files.folders.clone(),
                signals,
            )
        };
        let (mut outputs, pending) = self.open(cases, indices, Some(&context), files)?;
        in_order(
            pending.len(),
            workers.threads,
            context.interrupted,
            |number| context.worker(number),
            |supervisor, index| {
                let index = pending[index];
                let job = cases.get(index);
                let play = job.run(&context, supervisor)?;
                Ok(play.map(|play| (index, job, play)))
            },
            |(index, job, play)| outputs.add(index, &job, play).map(drop),
        )?;
        outputs.finish()
    }

    /// Opens the outputs of the cases with these `indices`; returns those that no earlier part of
    /// the run has played, too. `context` is that of a contestant.
    fn open(
        &self,
        cases: &Cases<G>,
        indices: Vec<usize>,
        context: Option<&RunContext>,
        files: CaseFiles,
    ) -> Result<(Outputs<G>, Vec<usize>)> {
        let settings = &self.settings;
        let saved = || CaseJob::<G>::SAVED.into();
        let options = OutputOptions {
            records: &self.records,
            scores: &settings.scores,
            history: &settings.live.history,
            no_summary: settings.no_summary,
            by_hand: false,
            command: context.map_or_else(saved, RunContext::command_line),
            context,
            salts: settings.cases.game.salts.clone(),
            cases: indices.len(),
            repeats: cases.seeds.has_repeats(),
        };
        let mut outputs = Outputs::open(&options, files)?;
        let pending = outputs.pending(cases, indices)?;
        Ok((outputs, pending))
    }
}
