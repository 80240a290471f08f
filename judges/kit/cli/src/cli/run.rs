//! `run`: playing cases with a contestant.

use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::AtomicBool;

use anyhow::{Result, ensure};
use clap::Id;

use super::case_args::{CaseArgs, ids, of_contestant};
use super::config::Config;
use super::contestant_args::{ContestantArgs, WorkerArgs};
use crate::runs::{
    Baseline, Cases, Finished, Folders, HistoryOptions, OutputOptions, Outputs, Pages,
    PrintOptions, Program, RecordOptions, RunContext, RunInProgress, SAVED, ScoreOptions, Shard,
    case_files, claim_streams, in_order, load,
};
use crate::signals::Signals;
use game::Game;
use records::{Claims, RunHistory, RunIdentity, UserError, eprint_line, first_bytes};

/// Plays cases with a contestant.
#[derive(clap::Args)]
pub(crate) struct RunArgs<G: Game> {
    #[command(flatten)]
    pub settings: RunSettings<G>,
    #[command(flatten)]
    pub records: RecordOptions,
    /// Play only shard K of N: every N-th case from the K-th on; `slurm/N` takes K from the Slurm task,
    /// `slurm` takes N from the whole array too
    #[arg(long, value_name = "K/N", help_heading = "Contestant", conflicts_with = "load")]
    pub shard: Option<Shard>,
    /// Score the outputs saved in DIR instead of running a contestant
    #[arg(long = "loadSolOutput", visible_alias = "lo", value_name = "DIR", num_args = 0..=1, default_missing_value = ".", help_heading = "Saved streams", conflicts_with = "saveSolError", conflicts_with_all = of_contestant::<G>(), conflicts_with_all = [ids::<WorkerArgs>(), ids::<Folders>(), ids::<HistoryOptions>()].concat())]
    pub load: Option<PathBuf>,
    /// Print the options of judge.toml, the nearest from the working folder upwards, and stop
    #[arg(long = "show-config", help_heading = "Output")]
    pub show_config: bool,
}

const NO_HISTORY: &str = "--runs, --base and --note: the history keeps runs of contestants in the folder that \
                          --runs or the variable JUDGE_RUNS names";

/// A run to be played, with its configuration.
pub(crate) struct RunSetup<'a, G: Game> {
    pub args: &'a RunArgs<G>,
    pub config: &'a Config,
    pub signals: &'a Signals,
    /// Ends the run early when set.
    pub stop: &'a AtomicBool,
    /// The base of a run without a history.
    pub base: Option<Baseline>,
    /// True if `watch` plays again after a change.
    pub is_watched: bool,
}

/// Options of a run, be it the first or one after a change of the contestant.
#[derive(clap::Args)]
pub(crate) struct RunSettings<G: Game> {
    #[command(flatten)]
    pub cases: CaseArgs<G>,
    #[command(flatten)]
    pub contestant: ContestantArgs<G>,
    #[command(flatten)]
    workers: WorkerArgs,
    #[command(flatten)]
    folders: Folders,
    /// Save its standard error as DIR/<case>.err
    #[arg(id = "saveSolError", long = "saveSolError", visible_alias = "se", value_name = "DIR", num_args = 0..=1, default_missing_value = ".")]
    error: Option<PathBuf>,
    #[command(flatten)]
    history: HistoryOptions,
    #[command(flatten)]
    scores: ScoreOptions,
    #[command(flatten)]
    printing: PrintOptions,
    /// Write a page of every case, the streams and an index to DIR
    #[arg(long, value_name = "DIR", help_heading = "Output", conflicts_with = "saveSolError", conflicts_with_all = ids::<Folders>())]
    html: Option<PathBuf>,
}

impl<G: Game> RunSettings<G> {
    /// Returns the folder of the history, if there is one.
    pub fn history(&self) -> Option<RunHistory> {
        RunHistory::given(self.history.runs.as_deref())
    }

    /// Returns the files and folders that a run writes, except the file of --json.
    pub fn written(&self) -> impl Iterator<Item = PathBuf> {
        let own = [&self.scores.bests, &self.scores.scores, &self.html, &self.error];
        let all = own.into_iter().flatten().chain(self.folders.given()).cloned();
        all.chain(self.history().map(|history| history.folder))
    }
}

/// Returns true for a file that looks like a judge's output: empty, records or scores.
fn is_output(path: &Path) -> bool {
    let mut first = String::new();
    let read = (&first_bytes(path)[..]).read_line(&mut first);
    let score = first.trim_end().rsplit([',', '=']).next().unwrap_or_default();
    let is_score = first.contains([',', '=']) && (score == "score" || score.parse::<f64>().is_ok());
    read.is_ok() && (first.is_empty() || first.starts_with("{\"game\":") || is_score)
}

impl<G: Game> RunArgs<G> {
    pub fn execute(self, config: &Config, signals: &Signals) -> Result<ExitCode> {
        let setup = RunSetup {
            args: &self,
            config,
            signals,
            stop: &signals.interrupted,
            base: None,
            is_watched: false,
        };
        Ok(ExitCode::from(setup.execute()?.status))
    }
}

impl<'a, G: Game> RunSetup<'a, G> {
    /// Plays the cases, or scores saved ones.
    pub fn execute(self) -> Result<Finished> {
        let RunArgs { settings, load, shard, .. } = self.args;
        settings.cases.game.salts.check(load.is_some()).map_err(UserError::of)?;
        let cases = settings.cases.cases(1.into()).map_err(UserError::of)?;
        let is_own = |index: &usize| shard.is_none_or(|shard| shard.has(*index));
        let indices = (0..cases.len()).filter(is_own).collect();
        let mut claims = self.config.claims();
        cases.claim(&mut claims);
        match load {
            Some(folder) => self.score(&cases, indices, folder, claims),
            None => self.play(&cases, indices, claims),
        }
    }

    /// Scores the cases with these `indices` by their streams in `folder`.
    fn score(
        self,
        cases: &Cases<G>,
        indices: Vec<usize>,
        folder: &Path,
        mut claims: Claims,
    ) -> Result<Finished> {
        for &index in &indices {
            claim_streams(&mut claims, folder, &cases.get(index).stem);
        }
        let (_, pages) = self.case_files(cases, &indices, &mut claims)?;
        let identity = RunIdentity::without_contestant(G::NAME, SAVED);
        let options = OutputOptions { pages, ..self.output_options(cases, &indices, identity) };
        let mut outputs = Outputs::open(options, &mut claims).map_err(UserError::of)?;
        for index in outputs.pending(cases, indices)? {
            let job = cases.get(index);
            let play = load(&job, folder).map_err(UserError::of)?;
            outputs.add(&job, play)?;
        }
        outputs.finish()
    }

    /// Plays those cases with these `indices` that an earlier part of the run has not played.
    fn play(
        mut self,
        cases: &Cases<G>,
        indices: Vec<usize>,
        mut claims: Claims,
    ) -> Result<Finished> {
        // Until here, a signal ends the judge at once, even if it waits for input.
        self.signals.listen()?;
        let settings = &self.args.settings;
        let RunSettings { contestant, workers, cases: CaseArgs { game, .. }, .. } = settings;
        let surroundings = contestant.prepare_host(Some(workers))?;
        let program = self.program(&mut claims)?;
        let (folders, pages) = self.case_files(cases, &indices, &mut claims)?;
        let history = settings.history();
        let mut context = RunContext {
            pin: workers.pin,
            show_errors: indices.len() == 1 && !settings.printing.no_output,
            folders,
            ..contestant.context(&game.game, &program, surroundings, history.as_ref(), self.stop)
        };
        let run = self.kept_run(history.as_ref(), &context, cases, &indices)?;
        context.keeps_outputs = run.is_some();
        let base = self.base.take();
        let identity = program.identity(G::NAME, context.conditions.clone());
        let options = OutputOptions {
            pages,
            run,
            base,
            contestant: Some(&program),
            ..self.output_options(cases, &indices, identity)
        };
        let mut outputs = Outputs::open(options, &mut claims).map_err(UserError::of)?;
        let pending = outputs.pending(cases, indices)?;
        context.bar = outputs.bar();
        if contestant.exec.is_none() && game.sources.is_empty() {
            let case = match pending[..] {
                [index] => format!(" {}", cases.get(index).name().label()),
                _ => String::new(),
            };
            eprint_line(&format!("our solver plays{case}; --exec names another program"));
        }
        in_order(
            &context,
            pending.len(),
            workers.threads,
            |number| context.worker(number),
            |supervisor, index| {
                let job = cases.get(pending[index]);
                let play = job.run(&context, supervisor)?;
                Ok(play.map(|play| (job, play)))
            },
            |(job, play)| outputs.add(&job, play).map(drop),
        )?;
        outputs.finish()
    }

    /// Returns the program to play, whose sources no output may replace.
    pub fn program(&self, claims: &mut Claims) -> Result<Program> {
        let (settings, mut rule) = (&self.args.settings, self.config.source_rule()?);
        let listed: Vec<PathBuf> = rule.paths()?.into_iter().flatten().collect();
        let is_listed = |path: &Path| path.canonicalize().is_ok_and(|path| listed.contains(&path));
        for path in settings.written().chain(self.args.records.json.clone()) {
            if is_listed(&path) && !is_output(&path) {
                claims.input(&path, &format!("the program's {}", path.display()));
            } else {
                rule.exclude(&path);
            }
        }
        let sources = &settings.cases.game.sources;
        let program = settings.contestant.program(sources, rule, self.signals)?;
        program.claim(claims);
        Ok(program)
    }

    /// Returns the run in the history: a new one or a stopped one; `None` without a history.
    fn kept_run(
        &self,
        history: Option<&RunHistory>,
        context: &RunContext,
        cases: &Cases<G>,
        indices: &[usize],
    ) -> Result<Option<RunInProgress>> {
        let RunArgs { settings, records, shard, .. } = self.args;
        let HistoryOptions { note, base, .. } = &settings.history;
        let Some(history) = history else {
            ensure!(note.is_none() && base.is_none(), UserError(NO_HISTORY.into()));
            return Ok(None);
        };
        let (program, conditions) = (context.contestant, context.conditions.clone());
        let mut asked = RunInProgress::describe(G::NAME, program, conditions, indices.len());
        asked.shard = shard.map(|shard| shard.to_string());
        let names: Vec<_> = indices.iter().map(|&index| cases.get(index).name()).collect();
        if records.resume {
            let stopped = RunInProgress::stopped(history, &asked, &names)?;
            if stopped.is_some() || records.json.is_none() {
                return Ok(stopped);
            }
        }
        asked.note.clone_from(note);
        let pages = settings.html.as_ref();
        asked.pages = pages.and_then(|pages| std::path::absolute(pages).ok());
        RunInProgress::begin(history, asked, program, &names, base.as_deref()).map(Some)
    }

    /// Claims the files of the cases with these `indices`: folders of streams, and pages.
    fn case_files(
        &self,
        cases: &Cases<G>,
        indices: &[usize],
        claims: &mut Claims,
    ) -> Result<(Folders, Option<Pages>)> {
        let RunArgs { settings, load, .. } = self.args;
        // Pages and streams that every run of judge.toml writes are those of the last run.
        let mut places = ids::<Folders>().into_iter().chain(["html", "saveSolError"].map(Id::from));
        let is_usual = places.any(|id| self.config.sets(id.as_str()));
        let saved = Folders {
            error: settings.error.clone(),
            replace: self.args.records.replace() || is_usual,
            ..settings.folders.clone()
        };
        if saved.keep_any() || settings.html.is_some() {
            cases.check_stems().map_err(UserError::of)?;
        }
        let stems = indices.iter().map(|&index| cases.get(index).stem);
        case_files(load.as_deref(), saved, settings.html.as_deref(), stems, claims)
    }

    /// Returns the options of the outputs of a run with this identity, without a contestant.
    fn output_options(
        &self,
        cases: &Cases<G>,
        indices: &[usize],
        identity: RunIdentity,
    ) -> OutputOptions<'a> {
        let RunArgs { settings, records, .. } = self.args;
        OutputOptions {
            records: records.clone(),
            scores: settings.scores.clone(),
            is_watched: self.is_watched,
            printing: Some(settings.printing),
            identity,
            salts: settings.cases.game.salts.clone(),
            cases: indices.len(),
            may_repeat: cases.may_repeat(),
            stop: Some(self.stop),
            ..OutputOptions::default()
        }
    }
}
