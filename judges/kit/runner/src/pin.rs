//! Processors: a worker and its contestants can be tied to one.

use nix::errno::Errno;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

/// Returns the numbers of the processors that this thread may use.
pub fn processors() -> nix::Result<Vec<usize>> {
    let allowed = sched_getaffinity(Pid::from_raw(0))?;
    Ok((0..CpuSet::count()).filter(|&cpu| allowed.is_set(cpu) == Ok(true)).collect())
}

/// Ties this thread, and the processes that it starts from now on, to one of the judge's
/// processors. `worker` counts from 0; there are not more workers than processors.
pub fn pin(worker: usize) -> nix::Result<()> {
    let mut one = CpuSet::new();
    one.set(*processors()?.get(worker).ok_or(Errno::EINVAL)?)?;
    sched_setaffinity(Pid::from_raw(0), &one)
}
