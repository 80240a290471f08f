//! Processors: a worker and its contestants can be tied to one.

use nix::errno::Errno;
use nix::sched::{CpuSet, sched_getaffinity, sched_setaffinity};
use nix::unistd::Pid;

/// Ties this thread, and the processes that it starts from now on, to one of the judge's
/// processors. `worker` counts from 0; workers take the processors in turn.
pub fn pin(worker: usize) -> nix::Result<()> {
    let allowed = sched_getaffinity(Pid::from_raw(0))?;
    let usable = (0..CpuSet::count()).filter(|&cpu| allowed.is_set(cpu) == Ok(true));
    let cpu = usable.cycle().nth(worker).ok_or(Errno::EINVAL)?;
    let mut one = CpuSet::new();
    one.set(cpu)?;
    sched_setaffinity(Pid::from_raw(0), &one)
}
