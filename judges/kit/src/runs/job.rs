//! The cases of a run, and how one of them is run.

use std::ffi::OsString;
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Result;

use super::record::{Record, case_key};
use super::saved::{self, Folders};
use crate::contestant::{Contestant, End, Limits, Report, TASKS, Transcript, Wire};
use crate::game::{Game, Malformed};
use crate::verdict::{Fault, Verdict};

/// One case to be run.
pub(crate) struct Job<G: Game> {
    /// The game with its parameters.
    pub game: G,
    /// The seed.
    pub seed: u64,
    /// The case, if it came from a file.
    pub file: Option<(String, Arc<G::Case>)>,
}

/// Who plays, and under which conditions.
pub(crate) struct Contest<'a> {
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// Limits of one case.
    pub limits: Limits,
    /// Where streams are saved.
    pub folders: &'a Folders,
    /// Set when the user wants to stop.
    pub interrupted: &'a AtomicBool,
}

/// All cases of a run: those of `files`, or generated ones, for every seed.
pub(crate) fn jobs<G: Game>(game: &G, seeds: &[u64], files: &[PathBuf]) -> Result<Vec<Job<G>>> {
    let mut jobs = Vec::new();
    for path in files {
        let case = Arc::new(read_case(game, path)?);
        let name = path.display().to_string();
        jobs.extend(seeds.iter().map(|&seed| Job {
            game: game.clone(),
            seed,
            file: Some((name.clone(), Arc::clone(&case))),
        }));
    }
    if files.is_empty() {
        let variants = game.variants();
        jobs.extend(seeds.iter().flat_map(|&seed| {
            variants.iter().map(move |game| Job {
                game: game.clone(),
                seed,
                file: None,
            })
        }));
    }
    Ok(jobs)
}

/// Reads a case file.
fn read_case<G: Game>(game: &G, path: &Path) -> Result<G::Case> {
    let text = saved::read_text(path)?;
    let (case, rest) = game
        .parse_case(&text)
        .map_err(|malformed| saved::at(path, &malformed))?;
    nothing_behind(&text, rest).map_err(|malformed| saved::at(path, &malformed))?;
    Ok(case)
}

fn nothing_behind(text: &str, rest: &str) -> Result<(), Malformed> {
    match rest.trim_start() {
        "" => Ok(()),
        junk => {
            let line = 1 + text[..text.len() - junk.len()].matches('\n').count();
            Err(Malformed::new(
                line,
                "the case is complete, but more follows",
            ))
        }
    }
}

impl<G: Game> Job<G> {
    /// The name of its files when streams are saved.
    pub fn key(&self) -> String {
        case_key(self.seed, self.game.variant().as_deref())
    }

    /// The case itself.
    pub fn case(&self) -> Arc<G::Case> {
        match &self.file {
            Some((_, case)) => Arc::clone(case),
            None => Arc::new(self.game.generate(self.seed)),
        }
    }

    /// Plays the case; `None` if the user stopped it.
    ///
    /// # Errors
    /// A stream could not be saved.
    pub fn run(&self, contest: &Contest) -> Result<Option<Record>> {
        let case = self.case();
        let key = self.key();
        let stderr = contest.folders.error_file(&key);
        let mut play = G::Play::default();
        let started = Contestant::start(&contest.command, &contest.limits, stderr.as_deref());
        let (contestant, pipes) = match started {
            Ok(started) => started,
            Err(error) => {
                let reason = format!("the supervisor did not start: {error}");
                let fault = (Verdict::Ie, Some(reason));
                return Ok(Some(self.record(
                    &case,
                    &play,
                    fault,
                    &Cost::default(),
                    contest,
                )));
            }
        };
        let mut wire = Wire::new(
            pipes,
            contestant.socket().as_fd(),
            contest.limits,
            contest.interrupted,
            contest.folders.keep_transcript(),
        );
        let played = self
            .game
            .referee(&case, self.seed, &mut wire, &mut play)
            .and_then(|()| wire.finish());
        if matches!(played, Err(Fault::Ended(_))) {
            wire.linger();
        }
        if played == Err(Fault::Interrupted) {
            return Ok(None);
        }
        let (awaited, spent) = (wire.awaited_exit(), wire.spent());
        if let Some(Transcript { input, output }) = wire.into_transcript() {
            contest.folders.save(&key, &input, &output)?;
        }
        let report = contestant.stop();
        // Ctrl-C can hit a supervisor that is only just starting.
        if report.is_err() && contest.interrupted.load(Ordering::Relaxed) {
            return Ok(None);
        }
        let cost = Cost {
            cpu_ms: report
                .as_ref()
                .map_or(0.0, |report| report.cpu_us as f64 / 1e3),
            wall_ms: (spent.as_secs_f64() * 1e6).round() / 1e3,
            memory_kib: report.as_ref().map_or(0, |report| report.memory_kib),
        };
        let verdict = match &report {
            Ok(report) => verdict(played, report, awaited, &contest.limits, &contest.command),
            Err(error) => (Verdict::Ie, Some(error.to_string())),
        };
        Ok(Some(self.record(&case, &play, verdict, &cost, contest)))
    }

    /// Referees saved streams instead of running a contestant: `output`
    /// against `input`, what the contestant was sent behind the case.
    pub fn replay(&self, case: &G::Case, input: &str, output: &[u8]) -> Record {
        let mut play = G::Play::default();
        let verdict = match self.game.replay(case, input, output, &mut play) {
            Ok(()) => (Verdict::Ok, None),
            Err(Fault::Verdict(verdict, reason)) => (verdict, Some(reason)),
            Err(Fault::Ended(reason)) => (Verdict::Wa, Some(reason)),
            Err(Fault::Interrupted) => (Verdict::Ie, None),
        };
        self.record_of(case, &play, verdict, &Cost::default(), "saved output")
    }

    fn record(
        &self,
        case: &G::Case,
        play: &G::Play,
        verdict: (Verdict, Option<String>),
        cost: &Cost,
        contest: &Contest,
    ) -> Record {
        let words = contest.command.iter().map(|word| word.to_string_lossy());
        let command = words.collect::<Vec<_>>().join(" ");
        self.record_of(case, play, verdict, cost, &command)
    }

    fn record_of(
        &self,
        case: &G::Case,
        play: &G::Play,
        (verdict, reason): (Verdict, Option<String>),
        cost: &Cost,
        command: &str,
    ) -> Record {
        let marks = self.game.score(case, play, verdict);
        Record {
            game: G::NAME.into(),
            seed: self.seed,
            variant: self.game.variant(),
            file: self.file.as_ref().map(|(name, _)| name.clone()),
            parameters: self.game.parameters(case),
            verdict,
            reason: reason.as_deref().map(printable),
            score: marks.score,
            normalised: marks.normalised,
            bound_kind: marks.bound.map(|bound| bound.kind.to_string()),
            bound: marks.bound.map(|bound| bound.value),
            gap: marks.bound.map(|bound| bound.value - marks.score),
            best_known: None,
            of_best: None,
            cpu_ms: cost.cpu_ms,
            wall_ms: cost.wall_ms,
            memory_kib: cost.memory_kib,
            command: command.into(),
            details: marks.details,
        }
    }
}

/// A reason on one line: what a contestant wrote may hold anything.
fn printable(reason: &str) -> String {
    let escaped = |char: char| match char {
        char if char.is_control() => char.escape_default().to_string(),
        char => char.to_string(),
    };
    reason.chars().map(escaped).collect()
}

/// What a run took.
#[derive(Default)]
struct Cost {
    cpu_ms: f64,
    wall_ms: f64,
    memory_kib: u64,
}

/// The verdict on a contestant that played so, ended so, and had (`awaited`)
/// or had not the time to end by itself.
fn verdict(
    played: Result<(), Fault>,
    report: &Report,
    awaited: bool,
    limits: &Limits,
    command: &[OsString],
) -> (Verdict, Option<String>) {
    let cpu_limit = limits.cpu.as_micros() as u64;
    let over_cpu = report.end == End::OverCpu || report.cpu_us > cpu_limit;
    let over_memory = report.end == End::OverMemory || report.memory_kib > limits.memory_kib;
    let bad_end = match &report.end {
        End::NotStarted(error) => {
            let program = command[0].to_string_lossy();
            Some(format!("`{program}` cannot be started: {error}"))
        }
        End::OverTasks => Some(format!("more than {TASKS} processes and threads")),
        End::Killed(signal) => Some(format!("killed by {signal}")),
        End::Exited(status) if *status != 0 => Some(format!("exit status {status}")),
        _ => None,
    };
    match (played, bad_end) {
        (_, Some(reason)) if report.end == End::OverTasks => (Verdict::Re, Some(reason)),
        _ if over_memory => {
            let reason = format!("more than {} MiB of memory", limits.memory_kib / 1024);
            (Verdict::Mle, Some(reason))
        }
        _ if over_cpu => {
            let reason = format!("more than {} ms of CPU time", limits.cpu.as_millis());
            (Verdict::Tle, Some(reason))
        }
        // What it did before the judge lost patience with it counts.
        (Err(Fault::Verdict(verdict, reason)), None) => (verdict, Some(reason)),
        (Err(Fault::Verdict(verdict, reason)), Some(_)) if !awaited => (verdict, Some(reason)),
        (_, Some(reason)) => (Verdict::Re, Some(reason)),
        (Err(Fault::Ended(reason)), None) => (Verdict::Wa, Some(reason)),
        (Err(Fault::Interrupted), None) => (Verdict::Ie, Some("interrupted".into())),
        (Ok(()), None) => (Verdict::Ok, None),
    }
}
