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
/// The deadline is extended by the time that the contestant or this thread waits for a processor.
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
    pub longest_delay: Duration,
    /// Time for which this thread had waited for a processor before this case.
    delay_before: Duration,
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
        let taken = begun.elapsed();
        self.started += taken;
        self.deadline += taken;
    }

    /// Extends a passed deadline by the time spent waiting for a processor. If the new deadline has
    /// passed too, returns it and extends the deadline by [`NEXT_LOOK`].
    pub fn put_off(&mut self) -> io::Result<Option<Instant>> {
        let own = own_delay()?.saturating_sub(self.delay_before);
        self.look()?;
        let allowed = self.wall + self.longest_delay + own;
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

    /// Returns the limit up to which the contestant's current delay extends the deadline `due`.
    pub fn latest(&self, due: Instant) -> io::Result<Instant> {
        Ok(match host_delay(self.supervisor, self.wall)? {
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
        Ok(())
    }
}
