//! Descendants of a process, as shown by `/proc`.

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use procfs::process::{Process, Task};

use super::freezer::thaw;

const MAX_DESCENDANTS: usize = 4096;

/// Returns the descendants of `ancestor` including zombies, parents before children.
pub(crate) fn descendants(ancestor: Pid) -> Vec<Pid> {
    let mut found = children(ancestor);
    let mut next = 0;
    while next < found.len() && found.len() < MAX_DESCENDANTS {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

/// Kills all descendants of `ancestor`. Stops them first, so that none can fork in between. A
/// process in a frozen control group dies only after thawing.
pub(crate) fn kill_descendants(ancestor: Pid) {
    for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
        for pid in descendants(ancestor) {
            let _ = kill(pid, signal);
        }
    }
    descendants(ancestor).into_iter().for_each(thaw);
}

/// Returns the children of all threads of `pid`; empty if it has exited.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    let children = threads(pid).filter_map(|thread| thread.children().ok());
    let pids = children.flatten().map(|child| Pid::from_raw(child as i32));
    pids.collect()
}

/// Returns the session of a process; `None` if it has exited.
pub(crate) fn session(pid: Pid) -> Option<i32> {
    let process = Process::new(pid.as_raw()).ok()?;
    Some(process.stat().ok()?.session)
}

pub(crate) fn threads(pid: Pid) -> impl Iterator<Item = Task> {
    let threads = Process::new(pid.as_raw()).and_then(|process| process.tasks());
    threads.into_iter().flatten().flatten()
}
