//! One case played by a contestant, or scored from its saved streams.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};

use super::cases::CaseJob;
use super::program::Program;
use super::saved::Folders;
use super::stderr::ErrorOutput;
use crate::exec::not_started;
use common::tokens::Malformed;
use game::{CasePlay, Cost, Details, Fault, Game, Limits, Live, Ruling, Verdict};
use records::{Machine, Record, RecordedLosses, Version, WrongUsage, note};
use runner::{
    Contestant, End, Isolation, Pipes, Report, Silence, SupervisorHandle, TASKS, Wire, is_idle, pin,
};

/// Number of exchanges that may explain a contestant's time.
const MANY: u64 = 1000;

/// The contestant of a run, and its setup.
pub(crate) struct RunContext<'a> {
    pub contestant: &'a Program,
    pub limits: Limits,
    pub isolation: Isolation,
    /// True if each worker keeps to a processor.
    pub pin: bool,
    pub machine: Machine,
    pub folders: Folders,
    pub show_errors: bool,
    /// True if a silent contestant is reported.
    pub note_silence: bool,
    pub interrupted: &'a AtomicBool,
}

impl RunContext<'_> {
    /// Makes this thread worker `number`, from 0, and returns its supervisor.
    pub fn worker(&self, number: usize) -> Result<SupervisorHandle> {
        if self.pin {
            pin(number).context("--pin")?;
        }
        Ok(SupervisorHandle::new(
            &self.contestant.command,
            &self.limits,
            self.isolation,
        ))
    }
}

impl<G: Game> CaseJob<G> {
    /// The command of a record whose streams were saved before.
    pub const SAVED: &'static str = "saved output";

    /// Plays the case; `None` if the user stopped it, [`WrongUsage`] if the contestant cannot be
    /// started.
    pub fn run(
        &self,
        context: &RunContext,
        supervisor: &mut SupervisorHandle,
    ) -> Result<Option<Record>> {
        let machine = context.machine.now();
        let record = |play: &G::Play, ruling: Ruling, cost: Cost| Record {
            command: context.contestant.name.clone(),
            program: context.contestant.digest.clone(),
            machine: Some(machine.clone()),
            limits: Some(context.limits),
            ..self.record(self.play.case(), play, ruling, cost)
        };
        let failed = |play: &G::Play, reason: &str| {
            let ruling = Ruling::failed(Verdict::Ie, reason);
            Ok(Some(record(play, ruling, Cost::default())))
        };
        let mut play = G::Play::default();
        let stderr = ErrorOutput::new(context.folders.begin(&self.stem, "err")?)?;
        let (contestant, pipes) = match supervisor.start(stderr.file.try_clone()?) {
            Ok(started) => started,
            Err(error) => return failed(&play, &format!("the supervisor did not start: {error}")),
        };
        let Some(conversation) = self.converse(context, &contestant, pipes, &mut play)? else {
            return Ok(None);
        };
        let report = match contestant.stop() {
            Ok(report) => report,
            // Ctrl-C can hit a supervisor that is only just starting.
            Err(_) if context.interrupted.load(Ordering::Relaxed) => return Ok(None),
            Err(error) => return failed(&play, &error.to_string()),
        };
        if context.show_errors {
            stderr.show();
        }
        if let End::NotStarted(error) = &report.end {
            let command = &context.contestant.command;
            return Err(WrongUsage(not_started(command, error)).into());
        }
        let cost = Cost {
            wall_ms: (conversation.spent.as_secs_f64() * 1e6).round() / 1e3,
            ..report.cost
        };
        let ruling = conversation.ruling::<G>(&report, &context.limits);
        let error_output = match ruling.verdict {
            Verdict::Re => stderr.last_lines(),
            _ => Vec::new(),
        };
        let data = stderr.data();
        stderr.keep(report.stderr_lost.as_deref())?;
        Ok(Some(Record {
            data,
            error_output,
            ..record(&play, ruling, cost)
        }))
    }

    /// Referees a started contestant, and saves its streams; `None` if the user stopped it.
    fn converse(
        &self,
        context: &RunContext,
        contestant: &Contestant,
        pipes: Pipes,
        play: &mut G::Play,
    ) -> Result<Option<Conversation>> {
        let mut streams = context.folders.open(&self.stem)?;
        let mut wire = Wire::new(
            pipes,
            contestant.supervisor(),
            contestant.socket(),
            context.limits,
            context.interrupted,
            Some(&mut streams),
        );
        if context.note_silence {
            wire.on_silence = Some(note_silence::<G>);
        }
        let (game, case, draws) = (&self.play.game, self.play.case(), self.play.draws());
        let played = match context.contestant.linked.is_some() {
            true => wire.play_linked(game, case, draws, play),
            false => Live::new(&mut wire, Some(draws)).play(game, case, play),
        };
        if matches!(played, Err(Fault::Ended(_))) {
            wire.linger();
        }
        if played == Err(Fault::Interrupted) {
            return Ok(None);
        }
        let conversation = Conversation {
            played,
            awaited_exit: wire.awaited_exit,
            spent: wire.spent,
            silence: wire.silence(),
        };
        // The contestant's pipes are closed before it is stopped.
        drop(wire);
        streams.keep()?;
        Ok(Some(conversation))
    }

    /// Scores a play by its streams; fails at a line of the input that this judge did not send.
    pub fn rescore(&self, play: &CasePlay<G>) -> Result<Record, Malformed> {
        let (ruling, state) = play.rule()?;
        Ok(self.record(play.case(), &state, ruling, Cost::default()))
    }

    /// The record of a play of `case`, as one without a contestant's process.
    fn record(&self, case: &G::Case, play: &G::Play, ruling: Ruling, cost: Cost) -> Record {
        let game = &self.play.game;
        let scored = game.score(case, play, ruling.verdict);
        let losses = self.losses.then(|| game.losses(case, play)).flatten();
        let losses = losses.map(|losses| losses.ruled(ruling.verdict));
        let failed = ruling.verdict != Verdict::Ok;
        let bound = scored.bound.as_ref();
        let counted = G::MEASURE.counted_score(scored.score, failed);
        let bound_ratio = bound.and_then(|bound| bound.ratio(counted));
        // Duels depend on the ranges.
        let violated = game.ranges(case).violated(scored.score, bound_ratio);
        let ruling = violated.map_or(ruling, |problem| Ruling::failed(Verdict::Ie, &problem));
        Record {
            key: self.key(),
            version: Version,
            repetition: (self.repetition > 1).then_some(self.repetition),
            parameters: game.parameters(case),
            ruling,
            score: scored.score,
            normalised: scored.normalised,
            bound_ratio,
            absolute_gap: bound.map(|bound| bound.value - scored.score),
            bound: scored.bound,
            best_known: None,
            of_best: None,
            cost,
            error_output: Vec::new(),
            command: Self::SAVED.into(),
            measure: G::MEASURE,
            program: None,
            isolation: None,
            machine: None,
            limits: None,
            data: Details::default(),
            details: scored.details,
            losses: losses.as_ref().map(RecordedLosses::from),
        }
    }
}

fn note_silence<G: Game>(silence: Silence) {
    let guess = guess::<G>(&silence).unwrap_or_else(|| "its input has ended".into());
    note(&format!(
        "No answer for 2 s, and little CPU time used: {guess} (Ctrl-C stops it)"
    ));
}

/// Returns what an idle, silent contestant may be waiting for; `None` if its input has ended.
fn guess<G: Game>(silence: &Silence) -> Option<String> {
    let (questions, has_written) = (silence.questions, silence.has_written);
    let plural = if questions == 1 { "" } else { "s" };
    let more = if has_written { "more " } else { "" };
    let can_close = G::OPTIONS.iter().any(|option| option.name == "close-input");
    match (silence.input_is_open, silence.has_read && questions > 0) {
        (false, _) => None,
        (true, _) if can_close && !has_written => Some(
            "the input stays open: is it waiting for end of file? (--close-input closes it)".into(),
        ),
        (true, false) => Some("the input stays open: is it waiting for end of file?".into()),
        (true, true) => Some(format!(
            "nothing {more}was written after {questions} question{plural}: is the output flushed, or \
             does it wait for the end of its input?"
        )),
    }
}

/// A conversation that is over.
struct Conversation {
    played: Result<(), Fault>,
    /// True if the contestant had the time to exit by itself.
    awaited_exit: bool,
    /// Wall time that the contestant was waited for.
    spent: Duration,
    silence: Silence,
}

impl Conversation {
    /// Rules on the contestant; the reason for `TLE` names what took the time.
    fn ruling<G: Game>(self, report: &Report, limits: &Limits) -> Ruling {
        let took = self.took::<G>(report, limits);
        let mut ruling = ruling(self.played, report, self.awaited_exit, limits);
        if let (Verdict::Tle, Some(reason), Some(took)) = (ruling.verdict, &mut ruling.reason, took)
        {
            *reason += &format!(" ({took})");
        }
        ruling
    }

    /// Returns what took the contestant's time: a wait, or many exchanges.
    fn took<G: Game>(&self, report: &Report, limits: &Limits) -> Option<String> {
        let cpu = Duration::from_secs_f64(report.cost.cpu_ms / 1e3);
        if report.cost.cpu_ms <= limits.cpu_ms as f64 && is_idle(cpu, self.spent, &self.silence) {
            let guess =
                guess::<G>(&self.silence).map_or(String::new(), |guess| format!("; {guess}"));
            return Some(format!("{} ms of CPU time used{guess}", cpu.as_millis()));
        }
        let exchanges = self.silence.questions.saturating_sub(1);
        let each = |time: Duration| 1e3 * time.as_secs_f64() / exchanges as f64;
        (exchanges >= MANY).then(|| {
            format!(
                "{exchanges} exchanges took {:.3} ms of CPU time and {:.3} ms of wall time each",
                each(cpu),
                each(self.spent)
            )
        })
    }
}

/// Rules on a contestant by its play and its end; `awaited` if it had the time to exit by itself.
fn ruling(played: Result<(), Fault>, report: &Report, awaited: bool, limits: &Limits) -> Ruling {
    let over_cpu = report.end == End::OverCpu || report.cost.cpu_ms > limits.cpu_ms as f64;
    let over_memory = report.end == End::OverMemory || report.cost.memory_kib > limits.memory_kib;
    let bad_end = match &report.end {
        End::OverTasks => Some(format!("more than {TASKS} processes and threads")),
        End::Killed(signal) => Some(format!("killed by {signal}")),
        End::Exited(status) if *status != 0 => Some(format!("exit status {status}")),
        _ => None,
    };
    let (mib, ms) = (limits.memory_kib / 1024, limits.cpu_ms);
    let (verdict, reason) = match (played, &report.end, bad_end) {
        (_, End::HostExhausted(error), _) => {
            let reason = format!("the contestant cannot be started: {error}");
            (Verdict::Ie, reason)
        }
        (_, End::OverTasks, Some(reason)) => (Verdict::Re, reason),
        _ if over_memory => (Verdict::Mle, format!("more than {mib} MiB of memory")),
        _ if over_cpu => (Verdict::Tle, format!("more than {ms} ms of CPU time")),
        (_, End::OverWall, _) => {
            let reason = "no end within the wall limit, nor long after";
            (Verdict::Tle, reason.into())
        }
        // What it did before the judge stopped it counts.
        (Err(Fault::Verdict(verdict, reason)), _, Some(_)) if !awaited => {
            (verdict, reason.to_string())
        }
        (_, _, Some(reason)) => (Verdict::Re, reason),
        (played, _, None) => return Ruling::of(played),
    };
    Ruling::failed(verdict, &reason)
}
