//! Pipes to a contestant, with its time limit.

use std::fs::File;
use std::io::{self, ErrorKind, PipeReader, Read};
use std::mem;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use nix::unistd::Pid;
use rustix::event::{PollFd, PollFlags};
use rustix::fs::{OFlags, fcntl_setfl};
use rustix::io::ioctl_fionread;

use super::clock::{NEXT_LOOK, TurnClock};
use super::limits::GRACE;
use super::ready::{SpinWait, ready};
use game::{
    Awaited, Cause, Fault, Game, Inbox, Limits, Outbox, PlayRng, Transport, Verdict, case_parts,
    referee_transcript,
};

const BLOCK: usize = 1 << 16;

/// A grader's verdict on a contestant that kept the rules.
const GRADER_OK: &[u8] = b"OK\n";

const MISSING: &str = "the program ended without the grader's verdict";

/// The judge's ends of a contestant's pipes, in non-blocking mode. Only the time in which the judge
/// waits for the contestant counts against the wall limit.
pub struct ContestantPipes<'a> {
    outbox: Outbox<File>,
    output: File,
    /// Readable when the contestant's first process has ended.
    ended: BorrowedFd<'a>,
    /// End of the time that other processes get after the first one has ended.
    end_of_output: Option<Instant>,
    clock: TurnClock,
    interrupted: &'a AtomicBool,
    /// State of the pipes at the first wait that failed, since the end of a case closes the input.
    failed: Option<Silence>,
    block: Box<[u8]>,
    inbox: Inbox,
    /// True if the contestant had time to exit by itself.
    pub awaited_exit: bool,
    spin: SpinWait,
    transcript: Option<Transcript<'a>>,
    is_asked: bool,
    questions: u64,
    /// Called at the first answer that takes 2 s, provided the contestant is asleep and was idle
    /// ([`is_idle`]).
    pub on_silence: Option<&'a dyn Fn(Silence)>,
}

/// Function that takes a copy of both streams of a contestant: of its input (0) and output (1).
pub type Transcript<'a> = &'a mut dyn FnMut(usize, &[u8]);

/// State of the pipes of a contestant that does not answer.
#[derive(Clone, Debug)]
pub struct Silence {
    /// Number of questions, including the unanswered one.
    pub questions: u64,
    /// True if the contestant has read all questions.
    pub has_read: bool,
    /// True if the contestant has written anything.
    pub has_written: bool,
    /// The incomplete answer, without a line end, between backticks.
    pub unfinished: Option<String>,
    /// True if the contestant's input is still open.
    pub input_is_open: bool,
    /// Time that the contestant or the judge waited for a processor.
    pub delay: Duration,
    /// True if the contestant was waiting for a processor or in the kernel at the end.
    pub is_blocked: bool,
}

/// Returns true if a silent contestant with this CPU time waited for most of the wall time `spent`.
pub fn is_idle(cpu: Duration, spent: Duration, silence: &Silence) -> bool {
    cpu * 4 < spent.saturating_sub(silence.delay)
}

impl<'a> ContestantPipes<'a> {
    /// Connects to a contestant: `pipes` lead to its standard input and from its output. Its
    /// processes are below `supervisor`; when the first one has ended, `ended` is readable. A wait
    /// ends when `interrupted` is set. `transcript` gets both streams.
    pub fn new(
        pipes: [OwnedFd; 2],
        supervisor: Pid,
        ended: BorrowedFd<'a>,
        limits: Limits,
        interrupted: &'a AtomicBool,
        transcript: Option<Transcript<'a>>,
    ) -> io::Result<ContestantPipes<'a>> {
        let [input, output] = pipes.map(File::from);
        for pipe in [&input, &output] {
            fcntl_setfl(pipe, OFlags::NONBLOCK)?;
        }
        Ok(ContestantPipes {
            outbox: Outbox::new(input),
            output,
            ended,
            end_of_output: None,
            clock: TurnClock::new(supervisor, Duration::from_millis(limits.wall_ms))?,
            interrupted,
            failed: None,
            block: vec![0; BLOCK].into_boxed_slice(),
            inbox: Inbox::new(limits.output_bytes),
            awaited_exit: false,
            spin: SpinWait::default(),
            transcript,
            is_asked: false,
            questions: 0,
            on_silence: None,
        })
    }

    /// Plays `case` with a contestant in the linked form, which gets all messages at once, until it
    /// exits. The grader in its program then prints all answers, and writes its verdict to the other
    /// end of `verdict`.
    ///
    /// # Errors
    /// The rule that the contestant broke.
    pub fn play_linked<G: Game>(
        &mut self,
        game: &G,
        case: &G::Case,
        mut rng: PlayRng,
        play: &mut G::Play,
        verdict: PipeReader,
    ) -> Result<(), Fault> {
        let messages = game.messages(case, &mut rng)?;
        let [_, sent] = case_parts(game, case);
        self.send(&(sent + &messages));
        self.close();
        self.wait(Awaited::Rest, |inbox| Ok(inbox.has_ended))?;
        let answers = self.inbox.take_bytes();
        let played = referee_transcript(game, case, &messages, &answers, play);
        // Another process may still hold the other end open, so this does not wait.
        let written = ioctl_fionread(&verdict).map_err(io::Error::from)?;
        let mut text = Vec::new();
        verdict.take(written).read_to_end(&mut text)?;
        match &text[..] {
            b"" => Err(Fault::new(Cause::Ended, MISSING)),
            GRADER_OK => played,
            _ => Err(Fault::wrong(String::from_utf8_lossy(text.trim_ascii_end()))),
        }
    }

    /// Gives a contestant that closed its output a moment to exit: then its exit status counts. If
    /// it still runs after that, the fault is that it closed its output.
    pub fn linger(&mut self) -> Result<(), Fault> {
        self.timed(|pipes| {
            let mut due = pipes.clock.deadline.min(Instant::now() + GRACE);
            let mut deadline = due;
            while !pipes.exits_by(deadline)? {
                due += pipes.leave_out_stop()?;
                if !pipes.goes_on_after(due)? {
                    break;
                }
                deadline = due.max(Instant::now() + NEXT_LOOK);
            }
            Ok(())
        })
    }

    /// Returns the wall time of the contestant's turns.
    pub fn spent(&self) -> Duration {
        self.clock.spent
    }

    /// Returns the current state of the pipes, or their state when a wait failed.
    pub fn silence(&self) -> Silence {
        let (delay, is_blocked) = (self.clock.delay(), self.clock.is_delayed);
        let now = Silence {
            questions: self.questions,
            has_read: self.unread() == 0,
            has_written: !self.inbox.is_unused(),
            unfinished: self.inbox.unread().map(|line| line.quoted()),
            input_is_open: self.outbox.is_open(),
            delay,
            is_blocked,
        };
        self.failed.clone().map_or(now, |failed| Silence { delay, ..failed })
    }

    /// Sends the waiting text and does `step`, both on the contestant's time.
    fn timed<T>(
        &mut self,
        step: impl FnOnce(&mut ContestantPipes<'a>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.clock.start();
        let result = self.write_available().and_then(|()| step(self));
        self.clock.stop();
        if result.is_err() {
            self.failed = Some(self.silence());
        }
        result
    }

    /// Extends a passed deadline; returns false if the contestant may not continue.
    fn put_off_deadline(&mut self) -> io::Result<bool> {
        self.clock.put_off()?.map_or(Ok(true), |due| self.goes_on_after(due))
    }

    /// Returns true if the contestant may continue after `due`: the host delays it, or it has
    /// produced output or ended.
    fn goes_on_after(&mut self, due: Instant) -> io::Result<bool> {
        // This comes first: a delayed contestant may have ended since.
        let latest = self.clock.latest(due)?;
        let now = Instant::now();
        Ok(now < self.clock.end() && (now < latest || self.has_sign()?))
    }

    /// Returns true if there is output to read, or the first process has ended.
    fn has_sign(&self) -> io::Result<bool> {
        let output = (!self.inbox.has_ended).then_some(self.output.as_fd());
        let ended = self.end_of_output.is_none().then_some(self.ended);
        Ok(ready([output, ended], Duration::ZERO)?.contains(&true))
    }

    /// Reports a silent contestant; returns true if it was time to check.
    fn was_silence(&mut self) -> io::Result<bool> {
        let is_late = Instant::now() >= self.clock.silence_due();
        let Some(report) = self.on_silence.take_if(|_| is_late) else {
            return Ok(false);
        };
        let (cpu, spent) = self.clock.times()?;
        let is_asleep = self.clock.is_asleep()?;
        let silence = self.silence();
        if is_asleep && is_idle(cpu, spent, &silence) {
            report(silence);
        }
        Ok(true)
    }

    fn await_exit(&mut self) -> Result<(), Fault> {
        while !self.exits_by(self.clock.deadline)? {
            if self.leave_out_stop()?.is_zero() && !self.put_off_deadline()? {
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
            // It has exited in time, even if this thread is late.
            return Ok(true);
        }
        let fds = &mut [PollFd::from_borrowed_fd(self.ended, PollFlags::IN)];
        self.spin.wait(fds, deadline, self.interrupted)
    }

    /// Does not count the time for which this process was stopped during the last wait; returns it.
    fn leave_out_stop(&mut self) -> io::Result<Duration> {
        let stopped = self.clock.leave_out_stop(self.spin.take_late())?;
        self.end_of_output = self.end_of_output.map(|end| end + stopped);
        Ok(stopped)
    }

    fn pump(&mut self, awaited: Awaited) -> Result<(), Fault> {
        let mut fds = vec![PollFd::new(&self.output, PollFlags::IN)];
        if let Some(input) = self.outbox.due() {
            fds.push(PollFd::new(input, PollFlags::OUT));
        }
        if self.end_of_output.is_none() {
            fds.push(PollFd::from_borrowed_fd(self.ended, PollFlags::IN));
        }
        let silence = self.on_silence.map(|_| self.clock.silence_due());
        let earlier = self.end_of_output.into_iter().chain(silence);
        let look = earlier.fold(self.clock.deadline, Instant::min);
        let is_ready = self.spin.wait(&mut fds, look, self.interrupted)?;
        let ended = fds.last().is_some_and(|fd| !fd.revents().is_empty());
        let was_stopped = !self.leave_out_stop()?.is_zero();
        if !is_ready {
            if was_stopped || self.was_silence()? {
                return Ok(());
            }
            let deadline = self.clock.deadline;
            if self.end_of_output.is_some_and(|end| end <= deadline) {
                // Output that came in time counts, even if this thread is late.
                self.read_available()?;
                self.inbox.has_ended = true;
                return Ok(());
            }
            return match self.put_off_deadline()? {
                true => Ok(()),
                false => Err(self.too_long(self.missing(awaited))),
            };
        }
        if ended && self.end_of_output.is_none() {
            self.end_of_output = Some(Instant::now() + GRACE);
        }
        self.write_available()?;
        self.read_available()
    }

    /// Returns what the contestant did not do in time.
    fn missing(&self, awaited: Awaited) -> &'static str {
        match awaited {
            Awaited::Exit => "every answer was given, but it did not exit",
            Awaited::Rest if !self.inbox.is_unused() => "the output did not end",
            Awaited::Rest | Awaited::Answer => "no answer",
        }
    }

    fn too_long(&self, what: &str) -> Fault {
        let ms = self.clock.wall.as_millis();
        let limit = Cause::Verdict(Verdict::Tle);
        Fault::new(limit, format!("{what} within the wall limit of {ms} ms"))
    }

    fn write_available(&mut self) -> Result<(), Fault> {
        while self.outbox.write(usize::MAX)? {}
        Ok(())
    }
}

impl Transport for ContestantPipes<'_> {
    fn inbox(&mut self) -> &mut Inbox {
        &mut self.inbox
    }

    fn send(&mut self, text: &str) {
        self.is_asked = true;
        self.outbox.push(text);
        if let Some(transcript) = &mut self.transcript {
            transcript(0, text.as_bytes());
        }
    }

    fn unread(&self) -> usize {
        let in_pipe = |pipe: &File| ioctl_fionread(pipe).unwrap_or(0) as usize;
        self.outbox.unread(in_pipe)
    }

    /// Reads at most one block, since the first line of a flood may already be a fault.
    fn read_available(&mut self) -> Result<(), Fault> {
        while !self.inbox.has_ended {
            match self.output.read(&mut self.block) {
                Ok(0) => self.inbox.has_ended = true,
                Ok(count) => {
                    let fresh = &self.block[..count];
                    if let Some(transcript) = &mut self.transcript {
                        self.clock.paused(|| transcript(1, fresh));
                    }
                    return self.inbox.receive(fresh);
                }
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(())
    }

    /// After the last answer, reads the rest of the output until the first process has ended.
    fn wait(
        &mut self,
        awaited: Awaited,
        mut is_done: impl FnMut(&mut Inbox) -> Result<bool, Fault>,
    ) -> Result<(), Fault> {
        let is_asked = mem::take(&mut self.is_asked);
        self.questions += u64::from(is_asked && awaited == Awaited::Answer);
        self.timed(|pipes| {
            while !is_done(&mut pipes.inbox)? {
                if awaited == Awaited::Exit && pipes.end_of_output.is_some() {
                    break;
                }
                pipes.pump(awaited)?;
            }
            match awaited {
                Awaited::Answer => Ok(()),
                Awaited::Rest | Awaited::Exit => pipes.await_exit(),
            }
        })
    }

    fn close(&mut self) {
        self.outbox.close();
    }
}

#[cfg(test)]
mod tests;
