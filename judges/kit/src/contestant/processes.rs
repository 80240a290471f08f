//! The processes that descend from one, as `/proc` shows them.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use nix::sys::signal::{Signal, kill};
use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

/// More descendants than this are not looked for at a time.
const MOST: usize = 4096;

/// Living or dead but not yet reaped processes that descend from `ancestor`,
/// parents before their children.
pub(crate) fn descendants(ancestor: Pid) -> Vec<Pid> {
    let mut found = children(ancestor);
    let mut next = 0;
    while next < found.len() && found.len() < MOST {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

/// Kills all that descend from `ancestor`, frozen first so that none can
/// multiply meanwhile.
pub(crate) fn kill_descendants(ancestor: Pid) {
    for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
        for pid in descendants(ancestor) {
            let _ = kill(pid, signal);
        }
    }
}

/// Children of all threads of `pid`; none if it is gone.
pub(crate) fn children(pid: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|list| {
            let pids = list.split_ascii_whitespace();
            pids.filter_map(|pid| pid.parse().ok())
                .map(Pid::from_raw)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// What a look at a group of processes has found.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Look {
    /// Threads, at least one for every process.
    pub tasks: usize,
    /// Resident memory, KiB; pages shared by forks count once.
    pub memory_kib: u64,
    /// CPU time of every process ever seen, children that were waited for not included.
    pub cpu: Duration,
}

/// Regular looks at a contestant's processes.
#[derive(Default)]
pub(crate) struct Looks {
    /// CPU time of every process seen, when last looked at.
    cpu: HashMap<Pid, Duration>,
    /// CPU time of processes whose number another one has got since.
    gone: Duration,
    peak_kib: u64,
}

impl Looks {
    /// Looks at the processes that descend from `ancestor`.
    pub fn look(&mut self, ancestor: Pid) -> Look {
        let pids = descendants(ancestor);
        let mut look = Look::default();
        for &pid in &pids {
            if let Some(cpu) = cpu_time(pid) {
                let before = self.cpu.insert(pid, cpu).unwrap_or_default();
                if before > cpu {
                    self.gone += before;
                }
            }
            let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            look.tasks += number_after("Threads:", &status).map_or(1, |count| count as usize);
            look.memory_kib += number_after("VmRSS:", &status).unwrap_or(0);
        }
        // Only a new peak is worth finding out which pages are shared: that is dear.
        if pids.len() > 1 && look.memory_kib > self.peak_kib {
            look.memory_kib = pids.iter().filter_map(|&pid| proportional_kib(pid)).sum();
        }
        self.peak_kib = self.peak_kib.max(look.memory_kib);
        look.cpu = self.gone + self.cpu.values().sum::<Duration>();
        look
    }

    /// The highest memory of any look, KiB.
    pub fn peak_kib(&self) -> u64 {
        self.peak_kib
    }
}

/// CPU time of all threads a process has or had, children not included.
fn cpu_time(pid: Pid) -> Option<Duration> {
    let time = clock_gettime(clock_getcpuclockid(pid).ok()?).ok()?;
    Some(Duration::from(time))
}

/// Resident memory of a process, each page divided by how many share it, KiB.
fn proportional_kib(pid: Pid) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?;
    number_after("Pss:", &rollup)
}

/// The number in the line `label   number`, with or without a unit behind it.
fn number_after(label: &str, text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Instant;

    #[test]
    fn numbers_behind_labels() {
        let text = "Name:\tThreads: 9\nVmRSS:\t    1234 kB\nThreads:\t7\n";
        assert_eq!(number_after("VmRSS:", text), Some(1234));
        assert_eq!(number_after("Threads:", text), Some(7));
        assert_eq!(number_after("Pss:", text), None);
        assert_eq!(number_after("Name:", "Name:\n"), None);
    }

    #[test]
    fn a_family_is_found_and_killed() {
        let mut child = Command::new("sh")
            .args(["-c", "sleep 100 & sleep 100 & wait"])
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let pid = Pid::from_raw(child.id() as i32);
        let patience = Instant::now() + Duration::from_secs(20);
        while descendants(pid).len() < 2 {
            assert!(Instant::now() < patience, "the shell starts nothing");
            thread::sleep(Duration::from_millis(5));
        }
        let look = Looks::default().look(pid);
        assert_eq!(look.tasks, 2);
        assert!(look.memory_kib > 0);
        kill_descendants(pid);
        // The shell has lost both, so it ends by itself.
        assert!(child.wait().is_ok());
        assert!(descendants(pid).is_empty());
    }
}
