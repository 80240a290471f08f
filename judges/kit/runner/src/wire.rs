//! The conversation with a contestant, line by line or as a whole.

use std::fs::File;
use std::io::{self, ErrorKind, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::unistd::Pid;
use rustix::io::ioctl_fionread;

use super::delay::{HostDelay, host_delay, longest_delay, own_delay, time_on_processors};
use super::limits::{GRACE, KERNEL_WALLS, longest_wall};
use super::process::Pipes;
use super::silence::{Silence, is_idle};
use super::spin::SpinWait;
use game::{Fault, Inbox, Limits, Line, Verdict, too_early};

/// Reason when nothing is missing but the contestant's exit.
const NO_EXIT: &str = "every answer was given, but it did not exit";

/// Time without an answer after which a contestant that does not work is told of.
const SILENCE: Duration = Duration::from_secs(2);

/// Time between two looks at a contestant whose deadline has passed while the host delays it.
const NEXT_LOOK: Duration = Duration::from_millis(50);

/// Bytes read at a time.
const BLOCK: usize = 1 << 16;

/// The judge's end of a conversation. Only the time in which the contestant is
/// waited for counts against its wall limit.
pub struct Wire<'a> {
    /// `None` once closed.
    input: Option<File>,
    output: File,
    /// Becomes readable when the contestant's first process has ended.
    ended: BorrowedFd<'a>,
    /// When its output ends for that reason: others may go on for a moment.
    end_of_output: Option<Instant>,
    limits: Limits,
    interrupted: &'a AtomicBool,
    /// Written by the judge; the pipe has taken what comes before `sent`.
    outbox: Vec<u8>,
    sent: usize,
    /// Bytes sent since the last answer.
    asked: usize,
    /// True once the contestant has closed its standard input.
    stdin_closed: bool,
    /// True if its input ends with the last byte sent.
    closing: bool,
    /// State of the pipes when a wait failed first: the end of a case closes the input.
    failed: Option<Silence>,
    block: Box<[u8]>,
    inbox: Inbox,
    output_bytes: u64,
    spent: Duration,
    /// When it became the contestant's turn.
    turn_started: Instant,
    /// When the wall limit will be reached, while the contestant is waited for.
    deadline: Instant,
    /// The contestant's supervisor, if it has one.
    supervisor: Option<Pid>,
    /// Longest time without a processor that any look at the contestant has found: one
    /// that has ended is found no more.
    longest_delay: Duration,
    /// Time that the judge's thread had waited for a processor before this case.
    delay_before: Duration,
    awaited_exit: bool,
    spin: SpinWait,
    transcript: Option<&'a mut dyn Transcript>,
    /// Questions that were asked: times that it was sent something, and an answer was due.
    questions: u64,
    /// Told of the first silence.
    on_silence: Option<fn(Silence)>,
}

/// Takes both streams of a conversation as they come.
pub trait Transcript {
    /// Takes bytes that the contestant is sent.
    fn sent(&mut self, bytes: &[u8]);

    /// Takes bytes that it has written.
    fn written(&mut self, bytes: &[u8]);
}

impl<'a> Wire<'a> {
    /// A conversation over `pipes` that has not begun, with a contestant whose
    /// first process is gone as soon as `ended` is readable; it is broken off
    /// when `interrupted` is set. `transcript` takes what is said.
    pub fn new(
        pipes: Pipes,
        ended: BorrowedFd<'a>,
        limits: Limits,
        interrupted: &'a AtomicBool,
        transcript: Option<&'a mut dyn Transcript>,
    ) -> Wire<'a> {
        Wire {
            input: Some(pipes.input),
            output: pipes.output,
            ended,
            end_of_output: None,
            limits,
            interrupted,
            outbox: Vec::new(),
            sent: 0,
            asked: 0,
            stdin_closed: false,
            closing: false,
            failed: None,
            block: vec![0; BLOCK].into_boxed_slice(),
            inbox: Inbox::default(),
            output_bytes: 0,
            spent: Duration::ZERO,
            turn_started: Instant::now(),
            deadline: Instant::now(),
            supervisor: None,
            longest_delay: Duration::ZERO,
            delay_before: own_delay(),
            awaited_exit: false,
            spin: SpinWait::default(),
            transcript,
            questions: 0,
            on_silence: None,
        }
    }

    /// Does not count against the wall limit the time in which the contestant below `supervisor`, or
    /// this thread, are ready to run and have no processor. Ends no wait while the host delays the
    /// contestant: for [`KERNEL_WALLS`] at most if that is in the kernel, for [`longest_wall`] in all.
    pub fn with_supervisor(mut self, supervisor: Pid) -> Wire<'a> {
        self.supervisor = Some(supervisor);
        self
    }

    /// Calls `tell` once, when an answer has not come after 2 s and the processes below the
    /// supervisor were idle ([`is_idle`]). It looks at the first answer only that takes this long.
    pub fn on_silence(mut self, tell: fn(Silence)) -> Wire<'a> {
        self.on_silence = Some(tell);
        self
    }

    /// Sends `text`, which holds its own line ends. It is on its way when the
    /// next answer is asked for.
    pub fn send(&mut self, text: &str) {
        self.outbox.extend_from_slice(text.as_bytes());
        self.asked += text.len();
        if let Some(transcript) = &mut self.transcript {
            transcript.sent(text.as_bytes());
        }
    }

    /// Asks for the next line of the contestant's output. What it writes
    /// before the second question, or a later one, has come, and before it has
    /// begun to read that question, is no answer to it. The first one is sent
    /// while the contestant starts, so nothing is too early for that.
    ///
    /// # Errors
    /// It answered before it was asked, broke a limit, or its output ended.
    pub fn receive(&mut self) -> Result<Line<'_>, Fault> {
        let asked = std::mem::take(&mut self.asked);
        if asked == 0 && self.inbox.take()? {
            // Nothing is asked, nothing to wait for: this takes none of the contestant's time.
            return Ok(self.inbox.line());
        }
        self.questions += u64::from(asked > 0);
        let before = self.inbox.lines();
        let can_be_early = asked > 0 && before > 0;
        if can_be_early {
            self.read_available()?;
            self.inbox.nothing_unread()?;
        }
        self.timed(Wire::next_line)?;
        if can_be_early && self.not_yet_read() >= asked {
            return Err(too_early(before, self.inbox.line().bytes()));
        }
        Ok(self.inbox.line())
    }

    /// Bytes that were sent and that the contestant has not read yet.
    fn not_yet_read(&self) -> usize {
        let in_pipe = match &self.input {
            _ if self.stdin_closed => return usize::MAX,
            Some(input) => ioctl_fionread(input).unwrap_or(0) as usize,
            None => 0,
        };
        in_pipe + self.outbox.len() - self.sent
    }

    /// Sends `text` as the whole input and returns the whole output.
    ///
    /// # Errors
    /// It broke a limit.
    pub fn exchange(&mut self, text: &str) -> Result<Vec<u8>, Fault> {
        self.send(text);
        self.close();
        self.timed(|wire| {
            while !wire.inbox.has_ended() {
                wire.pump(match wire.output_bytes {
                    0 => "no answer",
                    _ => "the output did not end",
                })?;
            }
            wire.await_exit()
        })?;
        Ok(self.inbox.take_bytes())
    }

    /// Closes the contestant's input as soon as it has taken what was sent.
    pub fn close(&mut self) {
        self.closing = true;
    }

    /// Ends the conversation without a look at the rest of the output: closes
    /// the contestant's input, waits for its exit, and returns whether it wrote
    /// more than white space.
    ///
    /// # Errors
    /// It broke a limit.
    pub fn drain(&mut self) -> Result<bool, Fault> {
        self.close();
        self.timed(|wire| {
            let mut more = false;
            loop {
                more |= wire.inbox.drain();
                wire.inbox.forget();
                if wire.inbox.has_ended() {
                    return wire.await_exit().map(|()| more);
                }
                wire.pump(match wire.output_bytes {
                    0 => "no answer",
                    _ => "the output did not end",
                })?;
            }
        })
    }

    /// Ends the conversation: closes the contestant's input and waits for it
    /// to exit.
    ///
    /// # Errors
    /// It wrote more than it was asked for, or did not exit in time.
    pub fn finish(&mut self) -> Result<(), Fault> {
        self.close();
        self.timed(|wire| {
            while !wire.inbox.has_ended() && wire.end_of_output.is_none() {
                wire.pump(NO_EXIT)?;
                wire.inbox.nothing_unread()?;
            }
            wire.inbox.nothing_unread()?;
            wire.await_exit()
        })
    }

    /// Gives a contestant whose output has ended a moment to exit by itself,
    /// so that its exit status can tell why.
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

    /// Wall time in which it was the contestant's turn.
    pub fn spent(&self) -> Duration {
        self.spent
    }

    /// Returns the state of the pipes: now, or when a wait failed.
    pub fn silence(&self) -> Silence {
        Silence {
            delay: self.longest_delay,
            ..self.failed.unwrap_or_else(|| self.state())
        }
    }

    fn state(&self) -> Silence {
        Silence {
            questions: self.questions,
            has_read: self.not_yet_read() == 0,
            has_written: self.output_bytes > 0,
            input_is_open: self.input.is_some() && !self.closing,
            delay: self.longest_delay,
        }
    }

    /// True if the contestant was given the time to exit by itself.
    pub fn awaited_exit(&self) -> bool {
        self.awaited_exit
    }

    /// Sends what is due and does `step`, both on the contestant's time.
    fn timed<T>(
        &mut self,
        step: impl FnOnce(&mut Wire<'a>) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.turn_started = Instant::now();
        self.deadline = self.turn_started + self.limits.wall.saturating_sub(self.spent);
        let result = self.write_available().and_then(|()| step(self));
        self.spent += self.turn_started.elapsed();
        if result.is_err() {
            self.failed = self.failed.or_else(|| Some(self.state()));
        }
        result
    }

    /// Extends the deadline by the time spent waiting for a processor, and by a moment more if that
    /// has passed, too; returns false if the contestant may not go on. Only a deadline that has
    /// passed costs this look.
    fn put_off_deadline(&mut self) -> bool {
        let Some(supervisor) = self.supervisor else {
            return false;
        };
        let own = own_delay().saturating_sub(self.delay_before);
        self.longest_delay = self.longest_delay.max(longest_delay(supervisor));
        let allowed = self.limits.wall + self.longest_delay + own;
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

    /// When the contestant's turn is over, whatever it does and however busy the host.
    fn end(&self) -> Instant {
        self.turn_started + longest_wall(self.limits.wall).saturating_sub(self.spent)
    }

    /// Returns true if the contestant may go on after a deadline, `due`, that has passed: its next
    /// sign has come, or the host delays it.
    fn goes_on_after(&self, due: Instant) -> bool {
        let Some(supervisor) = self.supervisor else {
            return false;
        };
        // In this order: what was delayed may have ended since.
        let latest = match host_delay(supervisor, self.limits.wall) {
            Some(HostDelay::Processor) => self.end(),
            Some(HostDelay::Kernel) => due + KERNEL_WALLS * self.limits.wall,
            None => due,
        };
        let now = Instant::now();
        now < self.end() && (now < latest || self.has_sign())
    }

    /// Returns true if there is output to read, or the first process has ended.
    fn has_sign(&self) -> bool {
        let output = (!self.inbox.has_ended()).then_some(self.output.as_fd());
        let ended = self.end_of_output.is_none().then_some(self.ended);
        let fds = output.into_iter().chain(ended);
        let mut fds: Vec<PollFd> = fds.map(|fd| PollFd::new(fd, PollFlags::POLLIN)).collect();
        poll(&mut fds, PollTimeout::ZERO).is_ok_and(|ready| ready > 0)
    }

    /// Returns true if it was time to look whether the contestant is silent.
    fn was_silence(&mut self) -> bool {
        let is_late = self.turn_started.elapsed() >= SILENCE;
        let Some(tell) = self.on_silence.take_if(|_| is_late) else {
            return false;
        };
        let spent = self.spent + self.turn_started.elapsed();
        if let Some(supervisor) = self.supervisor {
            self.longest_delay = self.longest_delay.max(longest_delay(supervisor));
            let silence = self.silence();
            if is_idle(time_on_processors(supervisor), spent, &silence) {
                tell(silence);
            }
        }
        true
    }

    fn next_line(&mut self) -> Result<(), Fault> {
        while !self.inbox.take()? {
            self.inbox.forget();
            self.pump("no answer")?;
        }
        Ok(())
    }

    /// Closes the contestant's input, whatever it has left unread, and waits
    /// for its exit.
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
        self.input = None;
        self.awaited_exit = true;
        if self.end_of_output.is_some() {
            // Seen before: however late this thread is, it has exited in time.
            return Ok(true);
        }
        let fds = &mut [PollFd::new(self.ended, PollFlags::POLLIN)];
        self.spin.wait(fds, deadline, self.interrupted)
    }

    /// Waits until a pipe has something to take or to give, and does that.
    /// `missing` names what is still to come, for the fault of coming too late.
    fn pump(&mut self, missing: &str) -> Result<(), Fault> {
        let output = PollFd::new(self.output.as_fd(), PollFlags::POLLIN);
        let mut fds = vec![output];
        if let (Some(input), false) = (&self.input, self.sent == self.outbox.len()) {
            fds.push(PollFd::new(input.as_fd(), PollFlags::POLLOUT));
        }
        if self.end_of_output.is_none() {
            fds.push(PollFd::new(self.ended, PollFlags::POLLIN));
        }
        let deadline = self
            .end_of_output
            .unwrap_or(self.deadline)
            .min(self.deadline);
        let silence = self.on_silence.map(|_| self.turn_started + SILENCE);
        let look = silence.map_or(deadline, |silence| silence.min(deadline));
        if !self.spin.wait(&mut fds, look, self.interrupted)? {
            if self.was_silence() {
                return Ok(());
            }
            if self.end_of_output.is_some_and(|end| end <= self.deadline) {
                // However late this thread is, what came in time counts.
                self.read_available()?;
                self.inbox.end();
                return Ok(());
            }
            return match self.put_off_deadline() {
                true => Ok(()),
                false => Err(self.too_long(missing)),
            };
        }
        let ended = fds.last().is_some_and(|fd| fd.any() == Some(true));
        if ended && self.end_of_output.is_none() {
            self.end_of_output = Some(Instant::now() + GRACE);
        }
        self.write_available()?;
        self.read_available()
    }

    fn too_long(&self, what: &str) -> Fault {
        Fault::Verdict(
            Verdict::Tle,
            format!(
                "{what} within the wall limit of {} ms",
                self.limits.wall.as_millis()
            ),
        )
    }

    fn write_available(&mut self) -> Result<(), Fault> {
        while let (Some(input), false) = (&mut self.input, self.sent == self.outbox.len()) {
            match input.write(&self.outbox[self.sent..]) {
                Ok(count) => self.sent += count,
                Err(error) if error.kind() == ErrorKind::WouldBlock => return Ok(()),
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                // It need not read what it does not want to know.
                Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                    self.stdin_closed = true;
                    self.sent = self.outbox.len();
                }
                Err(error) => return Err(broken(&error)),
            }
        }
        self.outbox.clear();
        self.sent = 0;
        if self.closing {
            self.input = None;
        }
        Ok(())
    }

    /// Reads one block at most: a flood is not read on when its first line says enough.
    fn read_available(&mut self) -> Result<(), Fault> {
        while !self.inbox.has_ended() {
            match self.output.read(&mut self.block) {
                Ok(0) => self.inbox.end(),
                Ok(count) => return self.received(count),
                Err(error) if error.kind() == ErrorKind::WouldBlock => break,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(broken(&error)),
            }
        }
        Ok(())
    }

    /// Takes over the first `count` bytes of the block.
    fn received(&mut self, count: usize) -> Result<(), Fault> {
        let fresh = &self.block[..count];
        self.inbox.receive(fresh);
        if let Some(transcript) = &mut self.transcript {
            let started = Instant::now();
            transcript.written(fresh);
            let taken = started.elapsed();
            // It is not the contestant's.
            self.turn_started += taken;
            self.deadline += taken;
        }
        self.output_bytes += count as u64;
        if self.output_bytes > self.limits.output_bytes {
            return Err(Fault::Verdict(
                Verdict::Ole,
                format!("more than {} bytes of output", self.limits.output_bytes),
            ));
        }
        Ok(())
    }
}

fn broken(error: &io::Error) -> Fault {
    Fault::internal(format!("a contestant's pipe: {error}"))
}

#[cfg(test)]
mod tests;
