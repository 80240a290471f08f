//! Waiting for one of several descriptors.

use std::io;
use std::os::fd::BorrowedFd;
use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::retry_on_intr;

/// Delay of a wait that is not counted, since every busy host causes such delays.
const USUAL_DELAY: Duration = Duration::from_millis(100);

/// Returns by how much a wait that `begun` then was longer than its `patience`: this process was
/// stopped, for example by a batch system, or waited for a processor. Usual delays are zero.
pub(crate) fn lateness(begun: Instant, patience: Duration) -> Duration {
    let late = begun.elapsed().saturating_sub(patience);
    if late > USUAL_DELAY { late } else { Duration::ZERO }
}

/// Waits until one of these is ready, for at most `patience` if given; returns true if one is.
pub(crate) fn wait(fds: &mut [PollFd], patience: Option<Duration>) -> io::Result<bool> {
    let patience = patience.map(Timespec::try_from).transpose().map_err(io::Error::other)?;
    Ok(retry_on_intr(|| poll(fds, patience.as_ref()))? > 0)
}

/// Waits until one of these is readable or its other end closed; returns true for those that are.
pub(crate) fn ready<const N: usize>(
    fds: [Option<BorrowedFd>; N],
    patience: impl Into<Option<Duration>>,
) -> io::Result<[bool; N]> {
    let entries = fds.into_iter().flatten().map(|fd| PollFd::from_borrowed_fd(fd, PollFlags::IN));
    let mut entries: Vec<PollFd> = entries.collect();
    wait(&mut entries, patience.into())?;
    let mut entries = entries.iter();
    Ok(fds
        .map(|fd| fd.and_then(|_| entries.next()).is_some_and(|entry| !entry.revents().is_empty())))
}
