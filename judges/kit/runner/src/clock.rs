//! The time that a contestant's turns take.

use std::io;
use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::delay::{HostDelay, host_delay, longest_delay, own_delay, time_on_processors};
use super::limits::{KERNEL_WALLS, longest_wall};

/// Interval between checks of a contestant that is past its deadline while the host delays it.
pub(crate) const NEXT_LOOK: Duration = Duration::from_millis(50);

/// Time without an answer after which an idle contestant is reported.
const SILENCE: Duration = Duration::from_secs(2);

/// The clock of a contestant, which runs only during its turns.
///
/// It stands still while the judge is stopped. The deadline is extended by the time that the
/// contestant or this thread waits for a processor.
/// While the host delays the contestant, it is extended further: up to [`KERNEL_WALLS`] for waits
/// in the kernel, up to [`longest_wall`] in total.
pub(crate) struct TurnClock {
    /// Ancestor of all processes of the contestant.
    pub supervisor: Pid,
    /// Wall limit.
    pub wall: Duration,
    /// Wall time of the turns before the current one.
    pub spent: Duration,
    started: Instant,
    /// End of the current turn by the wall limit.
    pub deadline: Instant,
    /// Longest wait for a processor so far, including processes that have ended.
    longest_delay: Duration,
    /// Time for which this thread had waited for a processor before this case.
    delay_before: Duration,
    /// Time for which this thread has waited since then.
    own_delay: Duration,
    /// True if the host delayed the contestant at the last check.
    pub is_delayed: bool,
}

impl TurnClock {
    pub fn new(supervisor: Pid, wall: Duration) -> io::Result<TurnClock> {
        Ok(TurnClock {
            supervisor,
            wall,
            spent: Duration::ZERO,
            started: Instant::now(),
            deadline: Instant::now(),
            longest_delay: Duration::ZERO,
            delay_before: own_delay()?,
            own_delay: Duration::ZERO,
            is_delayed: false,
        })
    }

    /// Begins a turn.
    pub fn start(&mut self) {
        self.started = Instant::now();
        self.deadline = self.started + self.wall.saturating_sub(self.spent);
    }

    /// Ends the turn.
    pub fn stop(&mut self) {
        self.spent += self.started.elapsed();
    }

    /// Runs `act` while the clock stands still.
    pub fn paused(&mut self, act: impl FnOnce()) {
        let begun = Instant::now();
        act();
        self.leave_out(begun.elapsed());
    }

    /// Does not count the time for which this process was stopped during waits that were `late`;
    /// returns it. The rest of `late` is the wait for a processor, which the contestant may have had.
    pub fn leave_out_stop(&mut self, late: Duration) -> io::Result<Duration> {
        if late.is_zero() {
            return Ok(late);
        }
        let before = self.own_delay;
        self.look()?;
        let stopped = late.saturating_sub(self.own_delay.saturating_sub(before));
        self.leave_out(stopped);
        Ok(stopped)
    }

    /// Does not count this part of the turn.
    fn leave_out(&mut self, time: Duration) {
        self.started += time;
        self.deadline += time;
    }

    /// Returns the time for which the contestant or this thread has waited for a processor.
    pub fn delay(&self) -> Duration {
        self.longest_delay + self.own_delay
    }

    /// Extends a passed deadline by the time spent waiting for a processor. If the new deadline has
    /// passed too, returns it and extends the deadline by [`NEXT_LOOK`].
    pub fn put_off(&mut self) -> io::Result<Option<Instant>> {
        self.look()?;
        let allowed = self.wall + self.delay();
        let due = self.started + allowed.saturating_sub(self.spent);
        self.deadline = due.min(self.end());
        let now = Instant::now();
        if self.deadline > now {
            return Ok(None);
        }
        self.deadline = now + NEXT_LOOK;
        Ok(Some(due))
    }

    /// Returns the latest possible end of the turn, even on a busy host.
    pub fn end(&self) -> Instant {
        self.started + longest_wall(self.wall).saturating_sub(self.spent)
    }

    /// Returns true if no thread of the contestant computes, is about to, or waits in the kernel.
    pub fn is_asleep(&mut self) -> io::Result<bool> {
        Ok(self.check_delay(Duration::MAX)?.is_none())
    }

    fn check_delay(&mut self, allowed: Duration) -> io::Result<Option<HostDelay>> {
        let delay = host_delay(self.supervisor, allowed)?;
        self.is_delayed = delay.is_some();
        Ok(delay)
    }

    /// Returns the limit up to which the contestant's current delay extends the deadline `due`.
    pub fn latest(&mut self, due: Instant) -> io::Result<Instant> {
        Ok(match self.check_delay(self.wall)? {
            Some(HostDelay::Processor) => self.end(),
            Some(HostDelay::Kernel) => due + KERNEL_WALLS * self.wall,
            None => due,
        })
    }

    /// Returns the time from which a turn without an answer is reported.
    pub fn silence_due(&self) -> Instant {
        self.started + SILENCE
    }

    /// Returns the contestant's CPU time and the wall time of its turns, including the current one.
    pub fn times(&mut self) -> io::Result<(Duration, Duration)> {
        self.look()?;
        let cpu = time_on_processors(self.supervisor)?;
        Ok((cpu, self.spent + self.started.elapsed()))
    }

    fn look(&mut self) -> io::Result<()> {
        let longest = longest_delay(self.supervisor)?;
        self.longest_delay = self.longest_delay.max(longest);
        self.own_delay = own_delay()?.saturating_sub(self.delay_before);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::process::Command;
    use std::thread;

    use rustix::process::setpriority_process;

    use super::*;
    use crate::pin::pin;

    /// Lets this thread wait for a processor that another process uses.
    #[test]
    fn a_wait_for_a_processor_is_no_stop() {
        let tied = thread::spawn(|| {
            pin(0).unwrap();
            let busy = "while :; do :; done";
            let mut busy = Command::new("sh").args(["-c", busy]).spawn().unwrap();
            // This thread only.
            setpriority_process(None, 19).unwrap();
            let mut clock = TurnClock::new(Pid::from_raw(0), Duration::from_secs(1)).unwrap();
            let begun = Instant::now();
            clock.start();
            while clock.started.elapsed() < Duration::from_secs(1) {
                thread::sleep(Duration::from_micros(1));
            }
            let late = begun.elapsed();
            let stopped = clock.leave_out_stop(late).unwrap();
            busy.kill().unwrap();
            busy.wait().unwrap();
            (late, stopped)
        });
        let (late, stopped) = tied.join().unwrap();
        assert!(2 * stopped < late, "{stopped:?}, {late:?}");
    }
}
