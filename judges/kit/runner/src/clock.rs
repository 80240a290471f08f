//! The time of a contestant's turns.

use std::time::{Duration, Instant};

use nix::unistd::Pid;

use super::delay::{HostDelay, host_delay, longest_delay, own_delay, time_on_processors};
use super::limits::{KERNEL_WALLS, longest_wall};

/// Time between two checks of a contestant whose deadline has passed while the host delays it.
pub(crate) const NEXT_LOOK: Duration = Duration::from_millis(50);

/// Time without an answer after which an idle contestant is reported.
const SILENCE: Duration = Duration::from_secs(2);

/// The clock of a contestant, which runs in its turns only.
///
/// A deadline is extended by the time that the contestant, or this thread, waits for a processor, and
/// while the host delays the contestant: up to [`KERNEL_WALLS`] in the kernel, up to [`longest_wall`] in
/// all.
pub(crate) struct TurnClock {
    /// The process whose descendants are the contestant's.
    pub supervisor: Pid,
    /// Wall limit.
    pub wall: Duration,
    /// Wall time of the turns so far, without the present one.
    pub spent: Duration,
    started: Instant,
    /// End of the turn by the wall limit.
    pub deadline: Instant,
    /// Longest time without a processor so far, also of processes that have ended since.
    pub longest_delay: Duration,
    /// Time that this thread had waited for a processor before this case.
    delay_before: Duration,
}

impl TurnClock {
    pub fn new(supervisor: Pid, wall: Duration) -> TurnClock {
        TurnClock {
            supervisor,
            wall,
            spent: Duration::ZERO,
            started: Instant::now(),
            deadline: Instant::now(),
            longest_delay: Duration::ZERO,
            delay_before: own_delay(),
        }
    }

    /// Begins a turn.
    pub fn start(&mut self) {
        self.started = Instant::now();
        self.deadline = self.started + self.wall.saturating_sub(self.spent);
    }

    /// Ends it.
    pub fn stop(&mut self) {
        self.spent += self.started.elapsed();
    }

    /// Does `act` on the judge's time.
    pub fn paused(&mut self, act: impl FnOnce()) {
        let begun = Instant::now();
        act();
        let taken = begun.elapsed();
        self.started += taken;
        self.deadline += taken;
    }

    /// Extends the deadline, which has passed, by the time spent waiting for a processor. Returns it if it has passed
    /// as well, and extends it by a moment.
    pub fn put_off(&mut self) -> Option<Instant> {
        let own = own_delay().saturating_sub(self.delay_before);
        self.look();
        let allowed = self.wall + self.longest_delay + own;
        let due = self.started + allowed.saturating_sub(self.spent);
        self.deadline = due.min(self.end());
        let now = Instant::now();
        if self.deadline > now {
            return None;
        }
        self.deadline = now + NEXT_LOOK;
        Some(due)
    }

    /// End of the turn, however busy the host.
    pub fn end(&self) -> Instant {
        self.started + longest_wall(self.wall).saturating_sub(self.spent)
    }

    /// Returns the time until which what delays the contestant at present extends a deadline of `due`.
    pub fn latest(&self, due: Instant) -> Instant {
        match host_delay(self.supervisor, self.wall) {
            Some(HostDelay::Processor) => self.end(),
            Some(HostDelay::Kernel) => due + KERNEL_WALLS * self.wall,
            None => due,
        }
    }

    /// Time after which a turn without an answer is long.
    pub fn silence_due(&self) -> Instant {
        self.started + SILENCE
    }

    /// Returns the contestant's CPU time and the wall time of its turns, the present one included.
    pub fn times(&mut self) -> (Duration, Duration) {
        self.look();
        let cpu = time_on_processors(self.supervisor);
        (cpu, self.spent + self.started.elapsed())
    }

    fn look(&mut self) {
        self.longest_delay = self.longest_delay.max(longest_delay(self.supervisor));
    }
}
