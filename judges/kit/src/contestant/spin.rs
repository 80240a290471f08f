//! Waiting for a contestant: awake at first, then asleep.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::poll::{PollFd, PollTimeout, poll};

use crate::verdict::Fault;

/// Longest wait before another look at whether the user wants to stop, ms.
const PATIENCE_MS: u16 = 100;
/// How long the judge looks out for an answer before it sleeps.
const AWAKE: Duration = Duration::from_micros(50);
/// Most waits without a look-out after those that were in vain.
const MOST_ASLEEP: u32 = 15;

/// Looking out for quick answers without sleeping: a contestant that has to
/// wake the judge's core for every answer pays for that with its own CPU time.
/// Where answers are slow, or the contestant needs this very core, it is in
/// vain, and is tried less and less often.
#[derive(Default)]
pub struct Lookout {
    /// Waits to come without one.
    skip: u32,
    /// Waits without one after the last that was in vain.
    skipped: u32,
}

impl Lookout {
    /// Waits until one of `fds` is ready; `false` if `deadline` comes first.
    ///
    /// # Errors
    /// The user wants to stop, or the pipes cannot be waited for.
    pub fn wait(
        &mut self,
        fds: &mut [PollFd],
        deadline: Instant,
        interrupted: &AtomicBool,
    ) -> Result<bool, Fault> {
        loop {
            if interrupted.load(Ordering::Relaxed) {
                return Err(Fault::Interrupted);
            }
            // Asked even if something is ready at once: it may be so for ever.
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Ok(false);
            }
            if self.is_ready_soon(fds) {
                return Ok(true);
            }
            let patience = u16::try_from(left.as_millis() + 1)
                .map_or(PATIENCE_MS, |left| left.min(PATIENCE_MS));
            match poll(fds, PollTimeout::from(patience)) {
                Ok(0) | Err(Errno::EINTR) => {}
                Ok(_) => return Ok(true),
                Err(error) => return Err(Fault::internal(format!("a contestant's pipe: {error}"))),
            }
        }
    }

    /// Whether one of `fds` is ready soon, as far as that is looked at.
    fn is_ready_soon(&mut self, fds: &mut [PollFd]) -> bool {
        if self.skip > 0 {
            self.skip -= 1;
            return false;
        }
        let started = Instant::now();
        while started.elapsed() < AWAKE {
            if poll(fds, PollTimeout::ZERO).is_ok_and(|ready| ready > 0) {
                self.skipped = 0;
                return true;
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
    use nix::poll::PollFlags;
    use std::io::{self, Write};
    use std::os::fd::AsFd;

    #[test]
    fn looking_out_in_vain_becomes_rare() {
        let (reader, mut writer) = io::pipe().unwrap();
        let mut fds = [PollFd::new(reader.as_fd(), PollFlags::POLLIN)];
        let mut lookout = Lookout::default();
        let mut tried = 0;
        for _ in 0..1000 {
            tried += u32::from(lookout.skip == 0);
            assert!(!lookout.is_ready_soon(&mut fds));
        }
        assert!((1000 / 16..1000 / 12).contains(&tried), "{tried}");
        writer.write_all(b"1").unwrap();
        let late = (0..).find(|_| lookout.is_ready_soon(&mut fds));
        assert!(late <= Some(MOST_ASLEEP));
        assert!((0..1000).all(|_| lookout.is_ready_soon(&mut fds)));
    }
}
