//! Regular samples of the memory, tasks and CPU time of a contestant's processes.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

use super::cgroup::Cgroup;
use super::tree::descendants;
use crate::cost::MemorySource;

/// Use of a group of processes at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// Threads, at least one for every process.
    pub tasks: usize,
    /// Memory, KiB; pages shared by forks count once.
    pub memory_kib: u64,
}

/// A contestant's processes, sampled at intervals.
#[derive(Default)]
pub(crate) struct Sampler {
    /// CPU time of every process seen, at the last sample.
    cpu: HashMap<Pid, Duration>,
    /// CPU time of processes whose number another one has got since.
    gone: Duration,
    peak_kib: u64,
    /// True once a process did not let itself be inspected.
    uninspected: bool,
    group: Option<Growth>,
}

impl Sampler {
    /// A sampler of processes that are about to start, in this group if there is one.
    pub fn new(group: Option<&Cgroup>) -> Sampler {
        Sampler {
            group: group.and_then(Growth::new),
            ..Sampler::default()
        }
    }

    /// Samples the processes that descend from `ancestor`.
    pub fn sample(&mut self, ancestor: Pid) -> Sample {
        let pids = descendants(ancestor);
        let mut sample = Sample::default();
        for &pid in &pids {
            if let Some(cpu) = cpu_time(pid) {
                let before = self.cpu.insert(pid, cpu).unwrap_or_default();
                if before > cpu {
                    self.gone += before;
                }
            }
            sample.tasks += threads(pid).len().max(1);
            sample.memory_kib += resident_kib(pid);
        }
        // Only a new peak is worth finding out which pages are shared: that is dear.
        if pids.len() > 1 && sample.memory_kib > self.peak_kib {
            sample.memory_kib = pids.iter().map(|&pid| self.shared_kib(pid)).sum();
        }
        if let Some(group) = &mut self.group {
            sample.memory_kib = sample.memory_kib.max(group.kib());
        }
        self.peak_kib = self.peak_kib.max(sample.memory_kib);
        sample
    }

    /// Resident memory of a process, each page divided by how many share it, KiB;
    /// all of it if the process does not let itself be inspected.
    fn shared_kib(&mut self, pid: Pid) -> u64 {
        proportional_kib(pid).unwrap_or_else(|| {
            let resident = resident_kib(pid);
            // A process that has ended holds nothing.
            self.uninspected |= resident > 0;
            resident
        })
    }

    /// CPU time of every process ever seen, when it was last seen; children
    /// that were waited for are not included.
    pub fn cpu(&self) -> Duration {
        self.gone + self.cpu.values().sum::<Duration>()
    }

    /// The highest memory of any sample, KiB.
    pub fn peak_kib(&self) -> u64 {
        self.peak_kib
    }

    /// Source of that peak.
    pub fn source(&self) -> MemorySource {
        match (&self.group, self.uninspected) {
            (Some(_), _) => MemorySource::Group,
            (None, true) => MemorySource::Resident,
            (None, false) => MemorySource::Proportional,
        }
    }
}

/// Growth of a group since it was smallest: what it held before does not count, and
/// what of that is given back may not be taken again.
struct Growth {
    group: Cgroup,
    least_kib: u64,
}

impl Growth {
    /// Growth from now on; `None` if the group keeps no account.
    fn new(group: &Cgroup) -> Option<Growth> {
        Some(Growth {
            group: group.clone(),
            least_kib: group.memory_kib().ok()?,
        })
    }

    fn kib(&mut self) -> u64 {
        let now = self.group.memory_kib().unwrap_or(self.least_kib);
        self.least_kib = self.least_kib.min(now);
        now - self.least_kib
    }
}

/// CPU time of all threads a process has or had, children not included.
fn cpu_time(pid: Pid) -> Option<Duration> {
    let time = clock_gettime(clock_getcpuclockid(pid).ok()?).ok()?;
    Some(Duration::from(time))
}

/// The folders of a process's threads below `/proc`; none if it is gone.
fn threads(pid: Pid) -> Vec<PathBuf> {
    let threads = fs::read_dir(format!("/proc/{pid}/task"));
    let threads = threads.into_iter().flatten().flatten();
    threads.map(|thread| thread.path()).collect()
}

/// Resident memory of a process, KiB; 0 if it is gone.
fn resident_kib(pid: Pid) -> u64 {
    let of = |folder: &Path| {
        let status = fs::read_to_string(folder.join("status")).ok()?;
        number_after("VmRSS:", &status)
    };
    let process = PathBuf::from(format!("/proc/{pid}"));
    // A thread that has ended knows no memory any more, not even the first one.
    let resident = of(&process).or_else(|| threads(pid).iter().find_map(|thread| of(thread)));
    resident.unwrap_or(0)
}

/// Resident memory of a process, each page divided by how many share it, KiB.
fn proportional_kib(pid: Pid) -> Option<u64> {
    let rollup = fs::read_to_string(format!("/proc/{pid}/smaps_rollup"));
    if let Some(sum) = rollup.ok().and_then(|text| number_after("Pss:", &text)) {
        return Some(sum);
    }
    // There is no such sum once the first thread has ended: adds up the mappings of another.
    threads(pid).iter().find_map(|thread| {
        let mappings = fs::read_to_string(thread.join("smaps")).ok()?;
        let parts = mappings
            .lines()
            .filter_map(|line| number_after("Pss:", line));
        Some(parts.sum()).filter(|&sum| sum > 0)
    })
}

/// The number in the line `label   number`, with or without a unit behind it.
fn number_after(label: &str, text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    line.split_ascii_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::super::tree::kill_descendants;
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
    fn a_sample_sees_every_process() {
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
        let sample = Sampler::default().sample(pid);
        kill_descendants(pid);
        assert!(child.wait().is_ok());
        assert_eq!(sample.tasks, 2);
        assert!(sample.memory_kib > 0);
    }
}
