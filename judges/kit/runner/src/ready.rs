//! Waiting for one of several descriptors: asleep, or by spinning at first.

use std::os::fd::BorrowedFd;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use std::{io, mem};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

use game::{Cause, Fault};

/// Delay of a wait that is not counted, since every busy host causes such delays.
const USUAL_DELAY: Duration = Duration::from_millis(100);

/// Returns by how much a wait that `begun` then was longer than its `patience`: this process was
/// stopped, for example by a batch system, or waited for a processor. Usual delays are zero.
pub(crate) fn lateness(begun: Instant, patience: Duration) -> Duration {
    let late = begun.elapsed().saturating_sub(patience);
    if late > USUAL_DELAY { late } else { Duration::ZERO }
}

/// Waits until one of these is ready, for at most `patience` if given; returns true if one is.
fn wait(fds: &mut [PollFd], patience: Option<Duration>) -> io::Result<bool> {
    let patience = patience.map(Timespec::try_from).transpose().map_err(io::Error::other)?;
    Ok(retry_on_intr(|| poll(fds, patience.as_ref()))? > 0)
}

/// Waits until one of these is readable or its other end closed; returns true for those that are.
pub(crate) fn ready<const N: usize>(
    fds: [Option<BorrowedFd>; N],
    patience: impl Into<Option<Duration>>,
) -> io::Result<[bool; N]> {
    let mut entries: Vec<PollFd> =
        fds.into_iter().flatten().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN)).collect();
    wait(&mut entries, patience.into())?;
    let mut entries = entries.iter();
    Ok(fds
        .map(|fd| fd.and_then(|_| entries.next()).is_some_and(|entry| !entry.revents().is_empty())))
}

/// Maximum sleep between checks for an interrupt by the user.
const PATIENCE: Duration = Duration::from_millis(100);
const SPIN: Duration = Duration::from_micros(50);
/// Maximum number of consecutive waits without a spin, after failed spins.
const MOST_ASLEEP: u32 = 15;

/// A wait that spins for a moment before it sleeps, since waking the judge costs the contestant CPU
/// time. Spinning fails if answers are slow or if the contestant needs this very processor. It then
/// becomes rare.
#[derive(Default)]
pub(crate) struct SpinWait {
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
            let is_ready = self.is_ready_soon(fds) || wait(fds, Some(patience))?;
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
            if wait(fds, Some(Duration::ZERO)).is_ok_and(|is_ready| is_ready) {
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
    use std::io::Write;

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
