//! `run`: playing cases with a contestant.

use std::fs::File;
use std::io::{self, BufRead, BufReader, IsTerminal, Read};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Result, ensure};

use super::case_args::CaseArgs;
use super::config::Config;
use super::contestant_args::{ContestantArgs, WorkerArgs};
use super::game_args::of_contestant;
use super::options::ids;
use super::source::contestant;
use crate::runs::{
    CaseFiles, CaseJob, Cases, Folders, HistoryOptions, OutputOptions, Outputs, Program,
    RecordOptions, RunContext, RunInProgress, ScoreOptions, Shard, SourceRule, claim_streams,
    in_order, load,
};
use crate::signals::Signals;
use game::{Game, Limits};
use records::{Claims, UserError, eprint_line, history};

/// Plays cases with a contestant.
#[derive(clap::Args)]
pub(crate) struct RunArgs<G: Game> {
    #[command(flatten)]
    pub settings: RunSettings<G>,
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
    /// Records of the last whole run, from `watch`
    #[arg(long, value_name = "FILE", hide = true)]
    baseline: Option<PathBuf>,
    /// The program is built already, by `watch`
    #[arg(long, hide = true)]
    pub built: bool,
}

const NO_HISTORY: &str = "--runs, --runs-streams and --note: the history keeps runs of contestants in the \
                          folder that --runs or the variable JUDGE_RUNS names";

/// Options of a run, be it the first or one after a change of the contestant.
#[derive(clap::Args)]
pub(crate) struct RunSettings<G: Game> {
    #[command(flatten)]
    pub cases: CaseArgs<G>,
    #[command(flatten)]
    pub live: LiveArgs<G>,
    #[command(flatten)]
    scores: ScoreOptions,
    /// Do not print the summary
    #[arg(long = "noSummary", visible_alias = "ns", help_heading = "Output")]
    no_summary: bool,
    /// Print only failures of the cases, and the summary
    #[arg(long = "quiet", help_heading = "Output")]
    is_quiet: bool,
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
    pub history: HistoryOptions,
}

impl<G: Game> RunSettings<G> {
    /// Returns the folder of the history, if there is one.
    pub fn history(&self) -> Option<PathBuf> {
        history(self.live.history.runs.as_deref())
    }

    /// Returns the files and folders that a run writes, except the file of --json.
    pub fn written(&self) -> impl Iterator<Item = PathBuf> {
        let scores = [&self.scores.bests, &self.scores.scores];
        let pages = [&self.html, &self.live.error];
        let all = scores.into_iter().chain(pages).flatten();
        let all = all.chain(self.live.folders.given()).cloned();
        all.chain(self.history())
    }
}

/// Returns true for a file that looks like a judge's output: empty, records or scores.
fn is_output(path: &Path) -> bool {
    let Ok(file) = File::open(path) else {
        return false;
    };
    let mut first = String::new();
    let read = BufReader::new(file.take(1 << 16)).read_line(&mut first);
    let mut fields = first.trim_end().rsplit([',', '=']);
    let score = fields.next().unwrap_or_default();
    let is_score = first.contains([',', '=']) && (score == "score" || score.parse::<f64>().is_ok());
    read.is_ok() && (first.is_empty() || first.starts_with("{\"game\":") || is_score)
}

impl<G: Game> RunArgs<G> {
    pub fn execute(self, config: &Config, signals: &Signals) -> Result<ExitCode> {
        let cases = &self.settings.cases;
        let loaded = self.load.as_deref();
        let checked = cases.game.salts.check(loaded.is_some());
        checked.map_err(UserError::of)?;
        let cases = cases.cases(1.into()).map_err(UserError::of)?;
        let is_own = |index: &usize| self.shard.is_none_or(|shard| shard.has(*index));
        let indices: Vec<usize> = (0..cases.len()).filter(is_own).collect();
        let mut claims = config.claims();
        cases.claim(&mut claims);
        let Some(folder) = loaded else {
            return self.play(&cases, indices, config.source_rule()?, claims, signals);
        };
        for &index in &indices {
            claim_streams(&mut claims, folder, &cases.get(index).stem);
        }
        let (mut outputs, pending) = self.open(&cases, indices, None, None, &mut claims)?;
        for index in pending {
            let job = cases.get(index);
            let play = load(&job, folder).map_err(UserError::of)?;
            outputs.add(index, &job, play)?;
        }
        outputs.finish::<G>()
    }

    /// Plays those cases with these `indices` that an earlier part of the run has not played.
    fn play(
        &self,
        cases: &Cases<G>,
        indices: Vec<usize>,
        mut rule: SourceRule,
        mut claims: Claims,
        signals: &Signals,
    ) -> Result<ExitCode> {
        let live = &self.settings.live;
        let (conditions, workers) = (&live.contestant, &live.workers);
        let surroundings = conditions.prepare_host(workers.threads)?;
        signals.listen()?;
        let listed: Vec<PathBuf> = rule.paths()?.into_iter().flatten().collect();
        let is_listed = |path: &Path| path.canonicalize().is_ok_and(|path| listed.contains(&path));
        for path in self.settings.written().chain(self.records.json.clone()) {
            if is_listed(&path) && !is_output(&path) {
                claims.input(&path, &format!("the program's {}", path.display()));
            }
            rule.exclude(&path);
        }
        let game = &self.settings.cases.game;
        let program = contestant::<G>(&game.sources, conditions.exec.as_deref(), rule, signals)?;
        program.claim(&mut claims);
        let limits = conditions.limits.apply(game.game.limits());
        let kept = self.kept_run(&program, limits, indices.len())?;
        let (is_single, played) = (indices.len() == 1, Some((&program, limits)));
        let (mut outputs, pending) = self.open(cases, indices, played, kept, &mut claims)?;
        let folders = outputs.folders();
        let context = RunContext {
            pin: workers.pin,
            show_errors: is_single && !live.no_output,
            note_silence: is_single && io::stderr().is_terminal(),
            ..conditions.context(&game.game, &program, surroundings, folders, signals)
        };
        let context = &context;
        if conditions.exec.is_none() && game.sources.is_empty() {
            let case = match pending[..] {
                [index] => format!(" {}", cases.get(index).key().label()),
                _ => String::new(),
            };
            eprint_line(&format!(
                "our solver plays{case}; --exec names another program"
            ));
        }
        in_order(
            pending.len(),
            workers.threads,
            context.interrupted,
            |number| context.worker(number),
            |supervisor, index| {
                let index = pending[index];
                let job = cases.get(index);
                let play = job.run(context, supervisor)?;
                Ok(play.map(|play| (index, job, play)))
            },
            |(index, job, play)| outputs.add(index, &job, play).map(drop),
        )?;
        outputs.finish::<G>()
    }

    /// Returns the run in the history: a new one or a stopped one; `None` without a history.
    fn kept_run(
        &self,
        program: &Program,
        limits: Limits,
        cases: usize,
    ) -> Result<Option<RunInProgress>> {
        let asked = &self.settings.live.history;
        let Some(folder) = self.settings.history() else {
            let is_asked = asked.note.is_some() || asked.streams;
            ensure!(!is_asked, UserError(NO_HISTORY.into()));
            return Ok(None);
        };
        let mut info = RunInProgress::describe(G::NAME, program, limits, cases);
        if self.records.resume {
            let stopped = RunInProgress::stopped(&folder, &info)?;
            if stopped.is_some() || self.records.json.is_none() {
                return Ok(stopped);
            }
        }
        info.note.clone_from(&asked.note);
        let pages = self.settings.html.as_ref();
        info.pages = pages.and_then(|pages| std::path::absolute(pages).ok());
        RunInProgress::begin(&folder, info, program).map(Some)
    }

    /// Opens the outputs of the cases with these `indices`; returns also the indices without an
    /// earlier record. `played` has the contestant and its limits; saved output has none.
    fn open<'a>(
        &'a self,
        cases: &Cases<G>,
        indices: Vec<usize>,
        played: Option<(&'a Program, Limits)>,
        kept: Option<RunInProgress>,
        claims: &mut Claims,
    ) -> Result<(Outputs<'a>, Vec<usize>)> {
        let settings = &self.settings;
        let (live, html) = (&settings.live, settings.html.as_deref());
        let streams = kept.as_ref().filter(|_| live.history.streams);
        let streams = streams.map(|run| run.folder.streams());
        let saved = live.folders.clone().with_error(live.error.clone());
        if saved.keep_any() || html.is_some() || streams.is_some() {
            cases.check_stems().map_err(UserError::of)?;
        }
        let files = CaseFiles::new(
            self.load.as_deref(),
            saved,
            html,
            streams.as_deref(),
            indices.iter().map(|&index| cases.get(index).stem),
            self.records.replace(),
            claims,
        )?;
        let (program, limits) = played.unzip();
        let saved = || CaseJob::<G>::SAVED.into();
        let options = OutputOptions {
            records: self.records.clone(),
            scores: settings.scores.clone(),
            history: settings.history().filter(|_| kept.is_some()),
            kept,
            baseline: self.baseline.as_deref(),
            is_watched: self.built,
            no_summary: settings.no_summary,
            is_quiet: settings.is_quiet,
            by_hand: false,
            command: program.map_or_else(saved, |program| program.name.clone()),
            program,
            limits,
            salts: settings.cases.game.salts.clone(),
            cases: indices.len(),
            repeats: cases.seeds.has_repeats(),
        };
        let outputs = Outputs::open::<G>(options, files, claims);
        let mut outputs = outputs.map_err(UserError::of)?;
        let pending = outputs.pending(cases, indices)?;
        Ok((outputs, pending))
    }
}
