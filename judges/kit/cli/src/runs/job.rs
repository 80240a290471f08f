//! One case played by a contestant.

use std::io::{self, PipeReader};
use std::os::fd::OwnedFd;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use indicatif::ProgressBar;

use super::cases::{CaseJob, ScoredPlay};
use super::history::KeptOutput;
use super::program::Program;
use super::ruling::{Conversation, silence_note};
use super::saved::Folders;
use super::stderr::ErrorOutput;
use crate::exec::not_started;
use anyhow::{Context, Result};
use game::{Cause, Cost, Fault, Game, JudgedPlay, LiveDialogue, Ruling, Verdict, referee};
use records::{Conditions, Machine, Origin, UserError, eprint_line};
use runner::{
    Contestant, ContestantPipes, Invocation, Silence, StartError, SupervisorHandle, Surroundings,
    pin,
};

/// The contestant of a run, and its setup.
pub(crate) struct RunContext<'a> {
    pub contestant: &'a Program,
    pub conditions: Conditions,
    pub surroundings: Surroundings,
    /// True if each worker is tied to a processor.
    pub pin: bool,
    pub machine: Machine,
    pub folders: Folders,
    /// Folder of the history, which contestants do not see at the level `full`.
    pub hidden: Option<PathBuf>,
    /// True if the history keeps outputs.
    pub keeps_outputs: bool,
    pub show_errors: bool,
    /// True once the user knows why the judge waits.
    pub wait_told: AtomicBool,
    /// Progress of the cases, cleared while a line is printed.
    pub bar: ProgressBar,
    pub interrupted: &'a AtomicBool,
    /// True once the program of a case has started.
    pub has_started: AtomicBool,
}

impl RunContext<'_> {
    /// Makes this thread worker `number`, from 0, and returns its supervisor.
    pub fn worker(&self, number: usize) -> Result<SupervisorHandle> {
        if self.pin {
            pin(number).context("--pin")?;
        }
        let command = &self.contestant.command.words;
        if let Some(user) = &self.surroundings.user {
            // Words that name files are relative to the folder in which the command starts.
            let placed = command.iter().map(|word| {
                let path = self.contestant.rule.start.join(word);
                if path.exists() { path.into() } else { word.clone() }
            });
            let checked = user.check(&placed.collect::<Vec<_>>());
            checked.map_err(|error| UserError(format!("--user: {error}")))?;
        }
        let invocation = Invocation {
            folder: self.contestant.folder_to_enter(),
            program: self.contestant.descriptor(),
            hidden: self.hidden.iter().cloned().collect(),
            libraries: self.contestant.libraries.iter().cloned().collect(),
        };
        Ok(SupervisorHandle::new(command, invocation, &self.conditions.limits, &self.surroundings))
    }

    /// Tells the user that the first case takes long.
    pub(super) fn tell_slow(&self) {
        let seconds = self.conditions.limits.cpu_ms as f64 / 1e3;
        self.tell_wait(&format!("still playing; a case may take {seconds} s of CPU time"));
    }

    /// Tells the user the reason for a wait, once.
    fn tell_wait(&self, what: &str) {
        if !self.wait_told.swap(true, Ordering::Relaxed) {
            let line = format!("{what} (Ctrl-C stops it)");
            self.bar.suspend(|| eprint_line(&line));
        }
    }
}

impl<G: Game> CaseJob<G> {
    /// Plays the case; `None` if the user stopped it. A contestant that cannot be started is a
    /// [`UserError`].
    pub fn run(
        &self,
        context: &RunContext,
        supervisor: &mut SupervisorHandle,
    ) -> Result<Option<ScoredPlay<G>>> {
        let origin = Origin { machine: Some(context.machine.now()), ..context.contestant.origin() };
        let scored = |play: G::Play, ruling: Ruling| {
            let judged = JudgedPlay::new(&self.play, ruling, play);
            let mut scored = self.scored(judged, origin.clone());
            scored.record.conditions = Some(context.conditions.clone());
            scored
        };
        let failed = |play: G::Play, verdict: Verdict, reason: &str| {
            Ok(Some(scored(play, Ruling::failed(verdict, reason))))
        };
        let is_stopped = || context.interrupted.load(Ordering::Relaxed);
        let mut play = G::Play::default();
        let stderr = ErrorOutput::new(context.folders.begin(&self.stem, "err")?)?;
        let (verdict, grader) = context.contestant.is_linked.then(io::pipe).transpose()?.unzip();
        let grader = grader.map(OwnedFd::from);
        let (contestant, pipes) = match supervisor.start(stderr.file.try_clone()?, grader) {
            Ok(started) => started,
            // Ctrl-C can stop a supervisor that is still starting.
            Err(_) if is_stopped() => return Ok(None),
            Err(StartError::Host(error)) => {
                let reason = format!("the contestant cannot be started: {error}");
                return failed(play, Verdict::Ie, &reason);
            }
            Err(StartError::Program(error)) => {
                let text = not_started(&context.contestant.command.words, &error);
                // A contestant may have deleted its program.
                if context.has_started.load(Ordering::Relaxed) {
                    return failed(play, Verdict::Re, &text);
                }
                return Err(UserError(text).into());
            }
        };
        context.has_started.store(true, Ordering::Relaxed);
        let mut output = Vec::new();
        let conversed = self.converse(context, &contestant, pipes, verdict, &mut play, &mut output);
        let Some(conversation) = conversed? else {
            return Ok(None);
        };
        let report = match contestant.stop() {
            Ok(report) => report,
            Err(_) if is_stopped() => return Ok(None),
            Err(error) => return failed(play, Verdict::Ie, &error.to_string()),
        };
        if context.show_errors {
            stderr.show();
        }
        let ruling = conversation.ruling::<G>(&report, &context.conditions.limits);
        let mut scored = scored(play, ruling);
        let record = &mut scored.record;
        record.cost =
            Cost { wall_ms: (conversation.spent.as_secs_f64() * 1e6).round() / 1e3, ..report.cost };
        record.answers = conversation.answers;
        if record.ruling.verdict == Verdict::Re {
            record.error_output = stderr.last_lines();
        }
        let (data, missing) = stderr.data();
        record.data = data;
        let missing = missing.map(|missing| format!("{}: [DATA]: {missing}", self.name().label()));
        scored.missing_data = missing;
        stderr.keep(report.stderr_lost.as_deref())?;
        if context.keeps_outputs {
            scored.output = Some(KeptOutput::of(&output)?);
        }
        Ok(Some(scored))
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
        output: &mut Vec<u8>,
    ) -> Result<Option<Conversation>> {
        let note_silence = |silence: Silence| {
            context.tell_wait(&silence_note::<G>(&self.name().label(), &silence));
        };
        let mut streams = context.folders.open(&self.stem)?;
        let [hidden, sent] = self.play.parts();
        // With its hidden lines, the saved input can be refereed.
        streams.append(0, hidden.as_bytes());
        let mut transcript = |stream, bytes: &[u8]| {
            streams.append(stream, bytes);
            if stream == 1 && context.keeps_outputs {
                output.extend_from_slice(bytes);
            }
        };
        let mut pipes = ContestantPipes::new(
            pipes,
            contestant.supervisor(),
            contestant.socket(),
            context.conditions.limits,
            context.interrupted,
            Some(&mut transcript),
        )?;
        pipes.on_silence = Some(&note_silence);
        let (game, case, rng) = (&self.play.game, self.play.case(), self.play.rng());
        let (mut played, answers) = match verdict {
            Some(verdict) => (pipes.play_linked(game, case, rng, play, verdict), None),
            None => {
                let mut dialogue = LiveDialogue::new(&mut pipes, Some(rng), &sent);
                let played = referee(game, case, &mut dialogue, play);
                (played, Some(dialogue.answers))
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
            answers,
            awaited_exit: pipes.awaited_exit,
            spent: pipes.spent(),
            silence: pipes.silence(),
        };
        // A contestant's pipes must be closed before it is stopped.
        drop(pipes);
        streams.keep()?;
        Ok(Some(conversation))
    }
}
