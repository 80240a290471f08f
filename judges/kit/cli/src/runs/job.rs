//! One case played by a contestant, or scored from its saved streams.

use std::io::{self, PipeReader};
use std::os::fd::OwnedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use clap::ValueEnum;

use super::cases::CaseJob;
use super::program::Program;
use super::saved::{Folders, ScoredPlay};
use super::stderr::ErrorOutput;
use crate::exec::not_started;
use game::{
    Cause, Cost, Details, Fault, Game, JudgedPlay, Limits, LiveDialogue, Ruling, Verdict, referee,
};
use records::{Machine, Record, RecordedLosses, UserError, Version, eprint_line};
use runner::{
    Contestant, ContestantPipes, End, Report, Silence, StartError, SupervisorHandle, Surroundings,
    TASKS, is_idle, pin,
};

/// Minimum number of exchanges that is reported as a reason for a contestant's time.
const MANY: u64 = 1000;

/// The contestant of a run, and its setup.
pub(crate) struct RunContext<'a> {
    pub contestant: &'a Program,
    pub limits: Limits,
    pub surroundings: Surroundings,
    /// True if each worker is tied to a processor.
    pub pin: bool,
    pub machine: Machine,
    pub folders: Folders,
    pub show_errors: bool,
    /// True if the user is told about a contestant that is silent.
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
            self.surroundings,
        ))
    }
}

impl<G: Game> CaseJob<G> {
    /// The command in a record that was scored from saved streams.
    pub const SAVED: &'static str = "saved output";

    /// Plays the case; `None` if the user stopped it. A contestant that cannot be started is a
    /// [`UserError`].
    pub fn run(
        &self,
        context: &RunContext,
        supervisor: &mut SupervisorHandle,
    ) -> Result<Option<ScoredPlay<G>>> {
        let machine = context.machine.now();
        let level = context.surroundings.isolation.to_possible_value();
        let scored = |play: G::Play, ruling: Ruling, cost: Cost| {
            let case = self.play.clone();
            let scored = self.scored(JudgedPlay { case, ruling, play }, cost);
            let record = Record {
                command: context.contestant.name.clone(),
                program: context.contestant.digest.clone(),
                machine: Some(machine.clone()),
                limits: Some(context.limits),
                isolation: level.as_ref().map(|level| level.get_name().into()),
                ..scored.record
            };
            ScoredPlay { record, ..scored }
        };
        let failed = |play: G::Play, reason: &str| {
            let ruling = Ruling::failed(Verdict::Ie, reason);
            Ok(Some(scored(play, ruling, Cost::default())))
        };
        let mut play = G::Play::default();
        let stderr = ErrorOutput::new(context.folders.begin(&self.stem, "err")?)?;
        let linked = context.contestant.is_linked.then(io::pipe);
        let (verdict, grader) = linked.transpose()?.unzip();
        let grader = grader.map(OwnedFd::from);
        let (contestant, pipes) = match supervisor.start(stderr.file.try_clone()?, grader) {
            Ok(started) => started,
            // Ctrl-C can stop a supervisor that is still starting.
            Err(_) if context.interrupted.load(Ordering::Relaxed) => return Ok(None),
            Err(StartError::Host(error)) => {
                return failed(play, &format!("the contestant cannot be started: {error}"));
            }
            Err(StartError::Program(error)) => {
                let command = &context.contestant.command;
                return Err(UserError(not_started(command, &error)).into());
            }
        };
        let Some(conversation) = self.converse(context, &contestant, pipes, verdict, &mut play)?
        else {
            return Ok(None);
        };
        let report = match contestant.stop() {
            Ok(report) => report,
            Err(_) if context.interrupted.load(Ordering::Relaxed) => return Ok(None),
            Err(error) => return failed(play, &error.to_string()),
        };
        if context.show_errors {
            stderr.show();
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
        let scored = scored(play, ruling, cost);
        let record = Record {
            data,
            error_output,
            ..scored.record
        };
        Ok(Some(ScoredPlay { record, ..scored }))
    }

    /// Referees a started contestant, whose grader may send a `verdict`, and saves its streams;
    /// `None` if the user stopped it.
    fn converse(
        &self,
        context: &RunContext,
        contestant: &Contestant,
        pipes: [OwnedFd; 2],
        verdict: Option<PipeReader>,
        play: &mut G::Play,
    ) -> Result<Option<Conversation>> {
        let mut streams = context.folders.open(&self.stem)?;
        let mut transcript = |stream, bytes: &[u8]| streams.append(stream, bytes);
        let mut pipes = ContestantPipes::new(
            pipes,
            contestant.supervisor(),
            contestant.socket(),
            context.limits,
            context.interrupted,
            Some(&mut transcript),
        )?;
        if context.note_silence {
            pipes.on_silence = Some(note_silence::<G>);
        }
        let (game, case, rng) = (&self.play.game, self.play.case(), self.play.rng());
        let mut played = match verdict {
            Some(verdict) => pipes.play_linked(game, case, rng, play, verdict),
            None => {
                let mut dialogue = LiveDialogue::new(&mut pipes, Some(rng), &case.to_string());
                referee(game, case, &mut dialogue, play)
            }
        };
        let is = |played: &Result<(), Fault>, cause| matches!(played, Err(fault) if fault.cause == cause);
        if is(&played, Cause::Ended) {
            played = pipes.linger().and(played);
        }
        if is(&played, Cause::Interrupted) {
            return Ok(None);
        }
        let conversation = Conversation {
            played,
            awaited_exit: pipes.awaited_exit,
            spent: pipes.spent(),
            silence: pipes.silence(),
        };
        // A contestant's pipes must be closed before it is stopped.
        drop(pipes);
        streams.keep()?;
        Ok(Some(conversation))
    }

    /// Scores a play. The record lacks limits, machine and program.
    pub fn scored(&self, judged: JudgedPlay<G>, cost: Cost) -> ScoredPlay<G> {
        let (game, case) = (&judged.case.game, judged.case.case());
        let (scored, ruling) = (judged.scored(), judged.ruling.clone());
        let losses = self.losses.then(|| judged.losses()).flatten();
        let losses = losses.map(|losses| losses.ruled(ruling.verdict));
        let failed = ruling.verdict != Verdict::Ok;
        let bound = scored.bound.as_ref();
        let counted = G::MEASURE.counted_score(scored.score, failed);
        let bound_ratio = bound.and_then(|bound| bound.ratio(counted));
        // Duels rely on these ranges.
        let violated = game.ranges(case).violated(scored.score, bound_ratio);
        let ruling = violated.map_or(ruling, |problem| Ruling::failed(Verdict::Ie, &problem));
        let record = Record {
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
        };
        ScoredPlay { judged, record }
    }
}

fn note_silence<G: Game>(silence: Silence) {
    let guess = guess::<G>(&silence).unwrap_or_else(|| "its input has ended".into());
    eprint_line(&format!(
        "No answer for 2 s, and little CPU time used: {guess} (Ctrl-C stops it)"
    ));
}

/// Guesses the input that an idle, silent contestant waits for; `None` if its input has ended.
fn guess<G: Game>(silence: &Silence) -> Option<String> {
    if let Some(line) = &silence.unfinished {
        return Some(format!("{line} was written without a line end"));
    }
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

/// A conversation after its end.
struct Conversation {
    played: Result<(), Fault>,
    /// True if the contestant had time to exit by itself.
    awaited_exit: bool,
    /// Wall time spent on waiting for the contestant.
    spent: Duration,
    silence: Silence,
}

impl Conversation {
    /// Describes a bad `end` of the contestant: the place, and whether earlier answers were legal.
    fn crash(&self, played: &Result<(), Fault>, end: String) -> String {
        match played {
            Ok(()) => format!("{end} after a complete and legal answer"),
            Err(fault) if fault.cause == Cause::Ended && self.silence.has_written => Fault {
                rule: format!("{end} where an answer was due; those before were legal"),
                ..fault.clone()
            }
            .to_string(),
            Err(_) => end,
        }
    }

    /// Rules on the contestant; a reason for `TLE` includes the main use of time.
    fn ruling<G: Game>(self, report: &Report, limits: &Limits) -> Ruling {
        let took = self.took::<G>(report, limits);
        let mut ruling = ruling(&self, report, limits);
        if let (Verdict::Tle, Some(reason), Some(took)) = (ruling.verdict, &mut ruling.reason, took)
        {
            *reason += &format!(" ({took})");
        }
        ruling
    }

    /// Returns the main use of the contestant's time: waiting, or many exchanges.
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

/// Rules on a contestant by its play and by the end of its process.
fn ruling(conversation: &Conversation, report: &Report, limits: &Limits) -> Ruling {
    let over_cpu = report.end == End::OverCpu || report.cost.cpu_ms > limits.cpu_ms as f64;
    let over_memory = report.end == End::OverMemory || report.cost.memory_kib > limits.memory_kib;
    let bad_end = match &report.end {
        End::OverTasks => Some(format!("more than {TASKS} processes and threads")),
        End::Killed(signal) => Some(format!("killed by {signal}")),
        End::Exited(status) if *status != 0 => Some(format!("exit status {status}")),
        _ => None,
    };
    let (mib, ms) = (limits.memory_kib / 1024, limits.cpu_ms);
    let played = &conversation.played;
    let (verdict, reason) = match (played, &report.end, bad_end) {
        (_, End::OverTasks, Some(reason)) => (Verdict::Re, reason),
        _ if over_memory => (Verdict::Mle, format!("more than {mib} MiB of memory")),
        _ if over_cpu => (Verdict::Tle, format!("more than {ms} ms of CPU time")),
        (_, End::OverWall, _) => {
            let reason = "still running long after the wall limit";
            (Verdict::Tle, reason.into())
        }
        // The wall limit closed the contestant's input: a later failure is only a consequence.
        (Err(fault), ..) if fault.verdict() == Verdict::Tle => (Verdict::Tle, fault.to_string()),
        // The judge stopped the contestant, so only its earlier acts count.
        (Err(fault), _, Some(_)) if fault.cause != Cause::Ended && !conversation.awaited_exit => {
            (fault.verdict(), fault.to_string())
        }
        (played, _, Some(end)) => (Verdict::Re, conversation.crash(played, end)),
        (played, _, None) => return Ruling::of(played.clone()),
    };
    Ruling::failed(verdict, &reason)
}
