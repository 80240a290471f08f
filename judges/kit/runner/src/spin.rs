//! Waiting for a contestant: by spinning at first, then asleep.

use std::mem;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use rustix::event::PollFd;

use super::ready::{self, lateness};
use game::{Cause, Fault};

/// Maximum sleep between checks for an interrupt by the user.
const PATIENCE: Duration = Duration::from_millis(100);
const SPIN: Duration = Duration::from_micros(50);
/// Maximum number of consecutive waits without a spin, after failed spins.
const MOST_ASLEEP: u32 = 15;

/// A wait that spins for a moment before it sleeps, since waking the judge costs the contestant CPU
/// time. Spinning fails if answers are slow or if the contestant needs this very processor. It then
/// becomes rare.
#[derive(Default)]
pub struct SpinWait {
    /// Number of coming waits that do not spin.
    skip: u32,
    /// Number of waits that were skipped after the last failure.
    skipped: u32,
    /// Time by which waits were too long and that is not taken yet.
    late: Duration,
}

impl SpinWait {
    /// Waits until one of `fds` is ready; `false` if `deadline` comes first.
    pub fn wait(
        &mut self,
        fds: &mut [PollFd],
        deadline: Instant,
        interrupted: &AtomicBool,
    ) -> Result<bool, Fault> {
        loop {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Fault::new(Cause::Interrupted, "interrupted"));
            }
            // This is checked even if a descriptor is always ready at once.
            let begun = Instant::now();
            let patience = deadline.saturating_duration_since(begun).min(PATIENCE);
            if patience.is_zero() {
                return Ok(false);
            }
            let is_ready = self.is_ready_soon(fds) || ready::wait(fds, Some(patience))?;
            self.late += lateness(begun, patience);
            if is_ready {
                return Ok(true);
            }
        }
    }

    /// Returns the time by which waits were too long since the last call.
    pub fn take_late(&mut self) -> Duration {
        mem::take(&mut self.late)
    }

    /// Spins unless this wait must be skipped; returns true if one of `fds` is ready in time.
    fn is_ready_soon(&mut self, fds: &mut [PollFd]) -> bool {
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        let started = Instant::now();
        // Checks at least once: a busy host can suspend this thread for longer than a spin.
        loop {
            if ready::wait(fds, Some(Duration::ZERO)).is_ok_and(|is_ready| is_ready) {
                self.skipped = 0;
                return true;
            }
            if started.elapsed() >= SPIN {
                break;
            }
        }
        self.skipped = (2 * self.skipped + 1).min(MOST_ASLEEP);
        self.skip = self.skipped;
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rustix::event::PollFlags;
    use std::io::{self, Write};

    #[test]
    fn spinning_without_success_becomes_rare() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut fds = [PollFd::new(&reader, PollFlags::IN)];
        let mut spin = SpinWait::default();
        let mut tried = 0;
        for _ in 0..1000 {
            tried += u32::from(spin.skip == 0);
            assert!(!spin.is_ready_soon(&mut fds));
        }
        assert!((1000 / 16..1000 / 12).contains(&tried), "{tried}");
        writer.write_all(b"1").unwrap();
        let late = (0..).find(|_| spin.is_ready_soon(&mut fds));
        assert!(late <= Some(MOST_ASLEEP));
        assert!((0..1000).all(|_| spin.is_ready_soon(&mut fds)));
    }
}
