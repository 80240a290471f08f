//! Rulings on live contestants, and guesses why one is silent.

use std::time::Duration;

use game::{Cause, Fault, Game, Limits, Ruling, Verdict};
use records::counted;
use runner::{End, Report, Silence, TASKS, is_idle};

/// Minimum number of exchanges that is reported as a reason for a contestant's time.
const MANY: u64 = 1000;

/// Returns the note on a contestant that is silent on this case while the judge waits for it.
pub(super) fn silence_note<G: Game>(case: &str, silence: &Silence) -> String {
    match guess::<G>(silence) {
        Some(guess) => format!("{case}: both sides wait, no answer for 2 s: {guess}"),
        None => format!("{case}: no answer for 2 s after its input has ended"),
    }
}

/// Guesses the input that an idle, silent contestant waits for; `None` if its input has ended or it
/// waits for something else.
fn guess<G: Game>(silence: &Silence) -> Option<String> {
    if silence.is_blocked {
        return None;
    }
    if let Some(line) = &silence.unfinished {
        return Some(format!("{line} was written without a line end"));
    }
    let (questions, has_written) = (silence.questions, silence.has_written);
    let more = if has_written { "more " } else { "" };
    let can_close = G::OPTIONS.iter().any(|option| option.name == "close-input");
    match (silence.input_is_open, silence.has_read && questions > 0) {
        (false, _) => None,
        (true, _) if can_close && !has_written => Some(
            "the input stays open: is it waiting for end of file? (--close-input closes it)".into(),
        ),
        (true, false) => Some("the input stays open: is it waiting for end of file?".into()),
        (true, true) => Some(format!(
            "nothing {more}was written after {}: is the output flushed, or does it wait for the end of \
             its input?",
            counted(questions as usize, "question")
        )),
    }
}

/// A conversation after its end.
pub(super) struct Conversation {
    pub played: Result<(), Fault>,
    /// Number of answers in time; `None` if they were read at the end, all at once.
    pub answers: Option<usize>,
    /// True if the contestant had time to exit by itself.
    pub awaited_exit: bool,
    /// Wall time spent on waiting for the contestant.
    pub spent: Duration,
    pub silence: Silence,
}

impl Conversation {
    /// Describes a bad `end` of the contestant: the place, and whether earlier answers were legal.
    fn crash(&self, end: String) -> String {
        match &self.played {
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
    pub fn ruling<G: Game>(&self, report: &Report, limits: &Limits) -> Ruling {
        let mut ruling = ruling(self, report, limits);
        if let (Verdict::Tle, Some(reason)) = (ruling.verdict, &mut ruling.reason) {
            let took = self.took::<G>(report, limits);
            *reason += &took.map_or(String::new(), |took| format!(" ({took})"));
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
        (_, End::OverWall, _) if conversation.spent.as_millis() < limits.wall_ms.into() => {
            let reason = "the judge was stopped or slow: the case took longer than any turns may";
            (Verdict::Ie, reason.into())
        }
        (_, End::OverWall, _) => (Verdict::Tle, "still running long after the wall limit".into()),
        // The wall limit closed the contestant's input: a later failure is only a consequence.
        (Err(fault), ..) if fault.verdict() == Verdict::Tle => (Verdict::Tle, fault.to_string()),
        // The judge stopped the contestant, so only its earlier acts count.
        (Err(fault), _, Some(_)) if fault.cause != Cause::Ended && !conversation.awaited_exit => {
            (fault.verdict(), fault.to_string())
        }
        (_, _, Some(end)) => (Verdict::Re, conversation.crash(end)),
        (played, _, None) => return Ruling::of(played.clone()),
    };
    Ruling::failed(verdict, &reason)
}
