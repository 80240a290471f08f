//! The pipes to a contestant, with the time it has.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::mem;
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags};
use nix::unistd::Pid;
use rustix::io::ioctl_fionread;

use super::delay::{HostDelay, host_delay, longest_delay, own_delay, time_on_processors};
use super::limits::{GRACE, KERNEL_WALLS, longest_wall};
use super::process::Pipes;
use super::ready::ready;
use super::silence::{Silence, is_idle};
use super::spin::SpinWait;
use game::{
    Awaited, Fault, Game, Inbox, Limits, Outbox, PlayRng, Transport, Verdict, referee_transcript,
};

/// Time without an answer after which an idle contestant is reported.
const SILENCE: Duration = Duration::from_secs(2);

/// Time between two checks of a contestant whose deadline has passed while the host delays it.
const NEXT_LOOK: Duration = Duration::from_millis(50);

const BLOCK: usize = 1 << 16;

/// Beginning of the last line of a grader's output; [`GRADER_OK`] or a reason follows.
const GRADER_VERDICT: &[u8] = b"verdict: ";

/// A grader's verdict on a contestant that kept the rules.
const GRADER_OK: &[u8] = b"OK";

/// The judge's ends of a contestant's pipes. Only the time in which the contestant is
/// waited for counts against its wall limit.
pub struct Wire<'a> {
    outbox: Outbox<File>,
    output: File,
    /// Readable when the contestant's first process has ended.
    ended: BorrowedFd<'a>,
    /// End of the time that other processes have after that.
    end_of_output: Option<Instant>,
    /// Wall limit.
    wall: Duration,
    interrupted: &'a AtomicBool,
    /// State of the pipes when a wait failed first: the end of a case closes the input.
    failed: Option<Silence>,
    block: Box<[u8]>,
    inbox: Inbox,
    /// Wall time of the contestant's turns.
    pub spent: Duration,
    turn_started: Instant,
    /// End of the contestant's turn by the wall limit.
    deadline: Instant,
    /// Extends deadlines by the time that the contestant below this process, or this thread, waits for
    /// a processor, and while the host delays the contestant: up to [`KERNEL_WALLS`] in the kernel, up to
    /// [`longest_wall`] in all.
    supervisor: Pid,
    /// Longest time without a processor so far, also of processes that have ended since.
    longest_delay: Duration,
    /// Time that this thread had waited for a processor before this case.
    delay_before: Duration,
    /// True if the contestant was given the time to exit by itself.
    pub awaited_exit: bool,
    spin: SpinWait,
    transcript: Option<&'a mut dyn Transcript>,
    is_asked: bool,
    questions: u64,
    /// Called at the first answer that takes 2 s, if the contestant is idle ([`is_idle`]).
    pub on_silence: Option<fn(Silence)>,
}

/// Receiver of both streams of a contestant.
pub trait Transcript {
    /// Takes bytes sent to the contestant.
    fn sent(&mut self, bytes: &[u8]);

    /// Takes bytes that it has written.
    fn written(&mut self, bytes: &[u8]);
}

impl<'a> Wire<'a> {
    /// Pipes to a contestant whose processes are below `supervisor`, and whose first one has ended once
    /// `ended` is readable. A wait ends when `interrupted` is set. `transcript` takes both streams.
    pub fn new(
        pipes: Pipes,
        supervisor: Pid,
        ended: BorrowedFd<'a>,
        limits: Limits,
        interrupted: &'a AtomicBool,
        transcript: Option<&'a mut dyn Transcript>,
    ) -> Wire<'a> {
        Wire {
            outbox: Outbox::new(pipes.input),
            output: pipes.output,
            ended,
            end_of_output: None,
            wall: Duration::from_millis(limits.wall_ms),
            interrupted,
            failed: None,
            block: vec![0; BLOCK].into_boxed_slice(),
            inbox: Inbox::new(limits.output_bytes),
            spent: Duration::ZERO,
            turn_started: Instant::now(),
            deadline: Instant::now(),
            supervisor,
            longest_delay: Duration::ZERO,
            delay_before: own_delay(),
            awaited_exit: false,
            spin: SpinWait::default(),
            transcript,
            is_asked: false,
            questions: 0,
            on_silence: None,
        }
    }

    /// Plays `case` with a contestant in the linked form, which gets all messages at once, until it
    /// exits. The grader in its program prints all answers and a verdict at the end; saved streams
    /// hold the answers alone.
    ///
    /// # Errors
    /// The rule that the contestant broke.
    pub fn play_linked<G: Game>(
        &mut self,
        game: &G,
        case: &G::Case,
        mut rng: PlayRng,
        play: &mut G::Play,
    ) -> Result<(), Fault> {
        let messages = game.messages(case, &mut rng)?;
        self.send(&(case.to_string() + &messages));
        self.close();
        let mut transcript = self.transcript.take();
        self.wait(Awaited::Rest, |inbox| Ok(inbox.has_ended))?;
        let output = self.inbox.take_bytes();
        let (answers, verdict) = split_verdict(&output)
            .ok_or_else(|| Fault::Ended("the program ended without the grader's verdict".into()))?;
        if let Some(transcript) = &mut transcript {
            transcript.written(answers);
        }
        let played = referee_transcript(game, case, &messages, answers, play);
        match verdict {
            GRADER_OK => played,
            reason => Err(Fault::wrong(String::from_utf8_lossy(reason).into_owned())),
        }
    }

    /// Gives a contestant whose output has ended a moment to exit by itself: the exit status counts.
    pub fn linger(&mut self) {
        // Still running: then its closed output is the fault.
        let _ = self.timed(|wire| {
            let due = wire.deadline.min(Instant::now() + GRACE);
            let mut deadline = due;
            while !wire.exits_by(deadline)? && wire.goes_on_after(due) {
                deadline = Instant::now() + NEXT_LOOK;
            }
            Ok(())
        });
    }

    /// State of the pipes: now, or when a wait failed.
    pub fn silence(&self) -> Silence {
        let delay = self.longest_delay;
        let now = Silence {
            questions: self.questions,
            has_read: self.unread() == 0,
            has_written: !self.inbox.is_unused(),
            unfinished: self.inbox.unread().map(|line| line.shown()),
            input_is_open: self.outbox.is_open(),
            delay,
        };
        let failed = self.failed.clone();
        failed.map_or(now, |failed| Silence { delay, ..failed })
    }

    /// Sends what is due and does `step`, both on the contestant's time.
    fn timed<T>(
        &mut self,
        step: impl FnOnce(&mut Wire<'a>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.turn_started = Instant::now();
        self.deadline = self.turn_started + self.wall.saturating_sub(self.spent);
        let result = self.write_available().and_then(|()| step(self));
        self.spent += self.turn_started.elapsed();
        if result.is_err() {
            self.failed = Some(self.silence());
        }
        result
    }

    /// Extends a deadline that has passed by the time spent waiting for a processor; if that has passed,
    /// too, by a moment. Returns false if the contestant may not go on.
    fn put_off_deadline(&mut self) -> bool {
        let own = own_delay().saturating_sub(self.delay_before);
        self.longest_delay = self.longest_delay.max(longest_delay(self.supervisor));
        let allowed = self.wall + self.longest_delay + own;
        let due = self.turn_started + allowed.saturating_sub(self.spent);
        self.deadline = due.min(self.end());
        let now = Instant::now();
        if self.deadline > now {
            return true;
        }
        let goes_on = self.goes_on_after(due);
        self.deadline = now + NEXT_LOOK;
        goes_on
    }

    /// End of the contestant's turn, however busy the host.
    fn end(&self) -> Instant {
        self.turn_started + longest_wall(self.wall).saturating_sub(self.spent)
    }

    /// Returns true if the contestant may go on after `due`: the host delays it, or it has a sign.
    fn goes_on_after(&self, due: Instant) -> bool {
        // First: a contestant that was delayed may have ended since.
        let latest = match host_delay(self.supervisor, self.wall) {
            Some(HostDelay::Processor) => self.end(),
            Some(HostDelay::Kernel) => due + KERNEL_WALLS * self.wall,
            None => due,
        };
        let now = Instant::now();
        now < self.end() && (now < latest || self.has_sign())
    }

    /// Returns true if there is output to read, or the first process has ended.
    fn has_sign(&self) -> bool {
        let output = (!self.inbox.has_ended).then_some(self.output.as_fd());
        let ended = self.end_of_output.is_none().then_some(self.ended);
        ready([output, ended], Duration::ZERO).is_ok_and(|ready| ready.contains(&true))
    }

    /// Reports a silent contestant; returns true if it was time to check.
    fn was_silence(&mut self) -> bool {
        let is_late = self.turn_started.elapsed() >= SILENCE;
        let Some(report) = self.on_silence.take_if(|_| is_late) else {
            return false;
        };
        let spent = self.spent + self.turn_started.elapsed();
        self.longest_delay = self.longest_delay.max(longest_delay(self.supervisor));
        let silence = self.silence();
        if is_idle(time_on_processors(self.supervisor), spent, &silence) {
            report(silence);
        }
        true
    }

    fn await_exit(&mut self) -> Result<(), Fault> {
        while !self.exits_by(self.deadline)? {
            if !self.put_off_deadline() {
                return Err(self.too_long("the output ended, but it did not exit"));
            }
        }
        Ok(())
    }

    /// Closes the contestant's input, and returns true if it exits before `deadline`.
    fn exits_by(&mut self, deadline: Instant) -> Result<bool, Fault> {
        self.outbox.hang_up();
        self.awaited_exit = true;
        if self.end_of_output.is_some() {
            // It has exited in time, however late this thread is.
            return Ok(true);
        }
        let fds = &mut [PollFd::new(self.ended, PollFlags::POLLIN)];
        self.spin.wait(fds, deadline, self.interrupted)
    }

    fn pump(&mut self, awaited: Awaited) -> Result<(), Fault> {
        let output = PollFd::new(self.output.as_fd(), PollFlags::POLLIN);
        let mut fds = vec![output];
        if let Some(input) = self.outbox.due() {
            fds.push(PollFd::new(input.as_fd(), PollFlags::POLLOUT));
        }
        if self.end_of_output.is_none() {
            fds.push(PollFd::new(self.ended, PollFlags::POLLIN));
        }
        let silence = self.on_silence.map(|_| self.turn_started + SILENCE);
        let earlier = self.end_of_output.into_iter().chain(silence);
        let look = earlier.fold(self.deadline, Instant::min);
        if !self.spin.wait(&mut fds, look, self.interrupted)? {
            if self.was_silence() {
                return Ok(());
            }
            if self.end_of_output.is_some_and(|end| end <= self.deadline) {
                // Output that came in time counts, however late this thread is.
                self.read_available()?;
                self.inbox.has_ended = true;
                return Ok(());
            }
            return match self.put_off_deadline() {
                true => Ok(()),
                false => Err(self.too_long(self.missing(awaited))),
            };
        }
        let ended = fds.last().is_some_and(|fd| fd.any() == Some(true));
        if ended && self.end_of_output.is_none() {
            self.end_of_output = Some(Instant::now() + GRACE);
        }
        self.write_available()?;
        self.read_available()
    }

    /// Describes what comes too late.
    fn missing(&self, awaited: Awaited) -> &'static str {
        match awaited {
            Awaited::Exit => "every answer was given, but it did not exit",
            Awaited::Rest if !self.inbox.is_unused() => "the output did not end",
            Awaited::Rest | Awaited::Answer => "no answer",
        }
    }

    fn too_long(&self, what: &str) -> Fault {
        let ms = self.wall.as_millis();
        let reason = format!("{what} within the wall limit of {ms} ms");
        Fault::Verdict(Verdict::Tle, reason.into())
    }

    fn write_available(&mut self) -> Result<(), Fault> {
        while self.outbox.write(usize::MAX)? {}
        Ok(())
    }

    fn received(&mut self, count: usize) -> Result<(), Fault> {
        let fresh = &self.block[..count];
        if let Some(transcript) = &mut self.transcript {
            let started = Instant::now();
            transcript.written(fresh);
            let taken = started.elapsed();
            // This time is not the contestant's.
            self.turn_started += taken;
            self.deadline += taken;
        }
        self.inbox.receive(fresh)
    }
}

impl Transport for Wire<'_> {
    fn inbox(&mut self) -> &mut Inbox {
        &mut self.inbox
    }

    fn send(&mut self, text: &str) {
        self.is_asked = true;
        self.outbox.push(text);
        if let Some(transcript) = &mut self.transcript {
            transcript.sent(text.as_bytes());
        }
    }

    fn unread(&self) -> usize {
        let in_pipe = |pipe: &File| ioctl_fionread(pipe).unwrap_or(0) as usize;
        self.outbox.unread(in_pipe)
    }

    /// Reads one block at most: a flood is not read on when its first line says enough.
    fn read_available(&mut self) -> Result<(), Fault> {
        while !self.inbox.has_ended {
            match self.output.read(&mut self.block) {
                Ok(0) => self.inbox.has_ended = true,
                Ok(count) => return self.received(count),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// After the last answer, waits for the rest of the output until the first process has ended.
    fn wait(
        &mut self,
        awaited: Awaited,
        mut is_done: impl FnMut(&mut Inbox) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let is_asked = mem::take(&mut self.is_asked);
        self.questions += u64::from(is_asked && awaited == Awaited::Answer);
        self.timed(|wire| {
            while !is_done(&mut wire.inbox)? {
                if awaited == Awaited::Exit && wire.end_of_output.is_some() {
                    break;
                }
                wire.pump(awaited)?;
            }
            match awaited {
                Awaited::Answer => Ok(()),
                Awaited::Rest | Awaited::Exit => wire.await_exit(),
            }
        })
    }

    fn close(&mut self) {
        self.outbox.close();
    }
}

/// Splits a grader's output into the answers and its verdict; `None` if it has no verdict.
fn split_verdict(output: &[u8]) -> Option<(&[u8], &[u8])> {
    let lines = output.strip_suffix(b"\n")?;
    let start = lines.iter().rposition(|&byte| byte == b'\n');
    let (answers, last) = lines.split_at(start.map_or(0, |end| end + 1));
    Some((answers, last.strip_prefix(GRADER_VERDICT)?))
}

#[cfg(test)]
mod tests;
