//! `run`: playing cases with a contestant.

use std::io::{self, IsTerminal};
use std::path::PathBuf;
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
    RunFacts, ScoreOptions, Shard, StreamKeeper, in_order,
};
use crate::signals::Signals;
use game::Game;
use records::{Failure, Record, note};

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
    pub fn execute(self, signals: &Signals) -> Result<ExitCode, Failure> {
        let RunSettings {
            cases, live, html, ..
        } = &self.settings;
        let load_folder = self.load.as_deref();
        let salts = cases.game.salts.clone().of_cases(self.load.is_some());
        let salts = salts.map_err(Failure::Usage)?;
        let cases = cases.cases(1.into(), salts).map_err(Failure::Usage)?;
        let mut saved = live.folders.clone();
        saved.error.clone_from(&live.error);
        cases.check_streams(&saved).map_err(Failure::Usage)?;
        let is_own = |index: &usize| self.shard.is_none_or(|shard| shard.has(*index));
        let indices: Vec<usize> = (0..cases.len()).filter(is_own).collect();
        let stems = || indices.iter().map(|&index| cases.get(index).stem);
        let replace = self.outputs().replaces();
        let pages = html.as_ref();
        let pages = pages.map(|html| Pages::new(html, load_folder, stems().collect(), replace));
        let streams = (live.history.streams && load_folder.is_none())
            .then(|| StreamKeeper::new(pages.as_ref().map(|pages| pages.streams.clone())))
            .transpose()?;
        let folders = match (load_folder, &pages, &streams) {
            (Some(_), ..) => Folders::default(),
            (None, Some(pages), _) => pages.folders(),
            (None, None, Some(streams)) => streams.folders(saved.error).replacing(replace),
            (None, None, None) => saved.replacing(replace),
        };
        if !replace {
            check_files(stems(), &folders, pages.as_ref())?;
        }
        if let Some(pages) = &pages {
            pages.create().map_err(Failure::Usage)?;
        }
        match load_folder {
            Some(folder) => {
                let command = CaseJob::<G>::SAVED.to_string();
                let (mut run, pending) =
                    self.open(&cases, indices, command, None, (pages, None))?;
                for index in pending {
                    let job = cases.get(index);
                    let record = load(&job, folder).and_then(|saved| rescore(&job, &saved));
                    run.add(index, record.map_err(Failure::Usage)?)?;
                }
                Ok(run.finish()?)
            }
            None => self.play(&cases, indices, &folders, (pages, streams), signals),
        }
    }

    /// Plays the cases with these `indices`, as far as an earlier part of the run has not.
    fn play(
        &self,
        cases: &Cases<G>,
        indices: Vec<usize>,
        folders: &Folders,
        kept: (Option<Pages>, Option<StreamKeeper>),
        signals: &Signals,
    ) -> Result<ExitCode, Failure> {
        let live = &self.settings.live;
        let (conditions, workers) = (&live.contestant, &live.workers);
        conditions.check_host(workers)?;
        signals.listen()?;
        let game = &self.settings.cases.game;
        let contestant = contestant::<G>(&game.sources, conditions.exec.as_deref(), signals)?;
        folders.create().map_err(Failure::Usage)?;
        let context = RunContext {
            show_errors: indices.len() == 1 && !live.no_output,
            note_silence: indices.len() == 1 && io::stderr().is_terminal(),
            ..conditions.context(&game.game, &contestant, workers, folders, signals)
        };
        let command = context.command_line();
        let (mut run, pending) = self.open(cases, indices, command, Some(&context), kept)?;
        run.outputs.expect(pending.len());
        in_order(
            pending.len(),
            usize::from(workers.threads),
            context.interrupted,
            |number| context.worker(number),
            |supervisor, index| {
                let index = pending[index];
                let record = cases.get(index).run(&context, supervisor)?;
                Ok(record.map(|record| (index, record)))
            },
            |(index, record)| run.add(index, record),
        )?;
        Ok(run.finish()?)
    }

    fn outputs(&self) -> OutputOptions {
        let RunSettings { scores, live, .. } = &self.settings;
        let mut history = live.history.clone();
        history.pages.clone_from(&self.settings.html);
        OutputOptions {
            records: self.records.clone(),
            scores: scores.clone(),
            history,
            no_summary: self.settings.no_summary,
            silent: false,
        }
    }

    /// Opens the outputs of the cases with these `indices`; returns those that no earlier part of
    /// the run has played, too. `context` is that of a contestant.
    fn open<'a>(
        &self,
        cases: &'a Cases<G>,
        mut indices: Vec<usize>,
        command: String,
        context: Option<&RunContext>,
        (mut pages, mut streams): (Option<Pages>, Option<StreamKeeper>),
    ) -> Result<(OpenRun<'a, G>, Vec<usize>), Failure> {
        let facts = RunFacts {
            game: G::NAME,
            command,
            limits: context.map(|context| (&context.limits).into()),
            salts: self.settings.cases.game.salts.clone(),
            scaled: scaled::<G>,
            cases: indices.len(),
            repeats: cases.repeat(),
        };
        let words = context.map_or(&[][..], |context| &context.command);
        let outputs = Outputs::open(&self.outputs(), &facts, words)?;
        if let Some(pages) = &mut pages {
            pages.add_earlier(cases, &outputs.earlier)?;
        }
        if let (Some(streams), Some(run)) = (&mut streams, &outputs.kept) {
            streams.begin(run.streams())?;
        }
        if !outputs.played.is_empty() {
            indices.retain(|&index| !outputs.played.contains(&cases.get(index).place()));
        }
        let run = OpenRun {
            cases,
            outputs,
            pages,
            streams,
        };
        Ok((run, indices))
    }
}

struct OpenRun<'a, G: Game> {
    cases: &'a Cases<G>,
    outputs: Outputs<G::Total>,
    pages: Option<Pages>,
    streams: Option<StreamKeeper>,
}

impl<G: Game> OpenRun<'_, G> {
    fn add(&mut self, index: usize, record: Record) -> Result<()> {
        let record = self.outputs.add(record)?;
        let job = self.cases.get(index);
        if let Some(pages) = &mut self.pages {
            pages.add(index, &job, &record)?;
        }
        match &mut self.streams {
            Some(streams) => streams.add(&job.stem),
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<ExitCode> {
        if let Some(streams) = self.streams {
            note(&streams.summary());
        }
        let status = self.outputs.finish()?;
        self.pages.map_or(Ok(()), |pages| pages.finish(G::TITLE))?;
        Ok(status)
    }
}

/// Returns the score of a record as a whole number, 0 for a failed case.
pub(super) fn scaled<G: Game>(record: &Record) -> u64 {
    match record.is_ok() {
        true => G::scaled(&record.result()).round() as u64,
        false => 0,
    }
}
