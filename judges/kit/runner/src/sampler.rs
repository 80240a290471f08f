//! Samples of the memory, tasks and CPU time of a contestant's processes.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::sync::Arc;
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;
use procfs::process::Process;
use rustix::param::{clock_ticks_per_second, page_size};

use super::cgroup::MemoryAccount;
use super::sys::compare_address_spaces;
use super::tree::{descendants, threads};
use game::MemorySource;

/// Use of a group of processes at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// Threads, at least one for every process.
    pub tasks: usize,
    /// Memory, KiB; shared address spaces and pages count once.
    pub memory_kib: u64,
    /// CPU time of the living processes, and of the children they have waited for.
    pub cpu: Duration,
}

/// Samples of a contestant's processes so far.
#[derive(Default)]
pub(crate) struct Sampler {
    /// CPU time of every process seen, at its last sample.
    cpu: HashMap<Pid, Duration>,
    /// CPU time of processes whose id was reused.
    gone: Duration,
    peak_kib: u64,
    /// True if a process could not be inspected.
    uninspected: bool,
    group: Option<Growth>,
}

impl Sampler {
    /// A sampler of processes that start next, in a control group with this account if there is one.
    pub fn new(group: Option<&Arc<MemoryAccount>>) -> Sampler {
        Sampler {
            group: group.and_then(Growth::new),
            ..Sampler::default()
        }
    }

    /// Samples the processes that descend from `ancestor`.
    pub fn sample(&mut self, ancestor: Pid) -> Sample {
        let mut sample = Sample::default();
        let mut residents = Vec::new();
        for pid in descendants(ancestor) {
            if let Some(cpu) = cpu_time(pid) {
                let before = self.cpu.insert(pid, cpu).unwrap_or_default();
                if before > cpu {
                    self.gone += before;
                }
                sample.cpu += cpu;
            }
            let stat = Stat::of(pid).unwrap_or_default();
            sample.tasks += stat.threads.max(1);
            sample.cpu += stat.waited_for;
            residents.extend(Resident::of(pid, &stat));
        }
        sample.memory_kib = residents.iter().map(|resident| resident.kib).sum();
        // Finding out what is shared is costly: only for a new peak.
        if residents.len() > 1 && sample.memory_kib > self.peak_kib {
            sample.memory_kib = self.shared_kib(&residents);
        }
        // If a process ends meanwhile, its part of shared pages counts twice, but not in a second
        // look.
        if residents.len() > 1 && sample.memory_kib > self.peak_kib {
            sample.memory_kib = sample.memory_kib.min(self.shared_kib(&residents));
        }
        if let Some(group) = &mut self.group {
            sample.memory_kib = sample.memory_kib.max(group.kib());
        }
        self.peak_kib = self.peak_kib.max(sample.memory_kib);
        sample
    }

    /// Returns the resident memory of processes, KiB: each page divided by the number of address
    /// spaces that share it, unless a process cannot be inspected.
    fn shared_kib(&mut self, residents: &[Resident]) -> u64 {
        // First: a process that gets its own address space in between counts with that.
        let residents = one_per_address_space(residents);
        let shared = residents.iter().map(|resident| {
            proportional_kib(resident.thread).unwrap_or_else(|| {
                let stat = Stat::of(resident.thread).unwrap_or_default();
                // A process that has ended holds nothing.
                self.uninspected |= stat.resident_kib > 0;
                stat.resident_kib
            })
        });
        shared.sum()
    }

    /// CPU time of every process when it was last seen, without children that were waited for.
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

/// Growth of a group since it was smallest.
struct Growth {
    group: Arc<MemoryAccount>,
    least_kib: u64,
}

impl Growth {
    /// Begins now; `None` if the account cannot be read.
    fn new(group: &Arc<MemoryAccount>) -> Option<Growth> {
        Some(Growth {
            group: Arc::clone(group),
            least_kib: group.kib().ok()?,
        })
    }

    fn kib(&mut self) -> u64 {
        let now = self.group.kib().unwrap_or(self.least_kib);
        self.least_kib = self.least_kib.min(now);
        now - self.least_kib
    }
}

/// A process that holds memory.
#[derive(Clone, Copy, Debug)]
struct Resident {
    /// A living thread: `/proc` shows memory of such threads alone.
    thread: Pid,
    kib: u64,
}

impl Resident {
    /// Process `pid`, whose first thread shows `stat`; `None` if it does not hold memory.
    fn of(pid: Pid, stat: &Stat) -> Option<Resident> {
        let resident = |thread, kib| (kib > 0).then_some(Resident { thread, kib });
        resident(pid, stat.resident_kib).or_else(|| {
            threads(pid).find_map(|thread| {
                let thread = Pid::from_raw(thread.tid);
                resident(thread, Stat::of(thread)?.resident_kib)
            })
        })
    }
}

/// Returns one process of every address space: between `vfork` and `exec`, a child shares its
/// parent's. Processes that cannot be compared are all in it.
fn one_per_address_space(residents: &[Resident]) -> Vec<Resident> {
    let mut compared: Vec<Resident> = Vec::new();
    let mut others = Vec::new();
    for &resident in residents {
        let thread = resident.thread;
        if compare_address_spaces(thread, thread).is_err() {
            others.push(resident);
            continue;
        }
        // One that has ended since may be anywhere.
        let order = |one: &Resident| compare_address_spaces(one.thread, thread);
        let place = compared.binary_search_by(|one| order(one).unwrap_or(Ordering::Less));
        if let Err(place) = place {
            compared.insert(place, resident);
        }
    }
    compared.append(&mut others);
    compared
}

/// Numbers in `/proc/PID/stat` of a thread and its process (`proc_pid_stat(5)`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Stat {
    /// CPU time of children that the process has waited for, and of theirs.
    waited_for: Duration,
    /// Threads of the process; 0 once all have ended.
    threads: usize,
    /// Resident memory, KiB; 0 once this thread has ended.
    resident_kib: u64,
}

impl Stat {
    /// Reads those of a thread; `None` if it is gone.
    fn of(thread: Pid) -> Option<Stat> {
        let stat = Process::new(thread.as_raw()).ok()?.stat().ok()?;
        let ticks = u64::try_from(stat.cutime + stat.cstime).ok()?;
        Some(Stat {
            waited_for: Duration::from_millis(ticks * 1000 / clock_ticks_per_second()),
            threads: usize::try_from(stat.num_threads).ok()?,
            resident_kib: stat.rss * page_size() as u64 / 1024,
        })
    }
}

/// Returns the CPU time of all threads that a process has had, without children.
fn cpu_time(pid: Pid) -> Option<Duration> {
    let time = clock_gettime(clock_getcpuclockid(pid).ok()?).ok()?;
    Some(Duration::from(time))
}

/// Returns the resident memory of a thread's process, each page divided by how many share it, KiB.
fn proportional_kib(thread: Pid) -> Option<u64> {
    let rollup = Process::new(thread.as_raw()).ok()?.smaps_rollup().ok()?;
    let [all, ..] = &rollup.memory_map_rollup.0[..] else {
        return None;
    };
    Some(all.extension.map.get("Pss")? / 1024)
}

#[cfg(test)]
mod tests {
    use super::super::tree::kill_descendants;
    use super::*;
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Instant;

    #[test]
    fn a_sample_sees_every_process() {
        let mut child = Command::new("sh")
            .args(["-c", "sleep 100 & sleep 100 & wait"])
            .stdin(Stdio::null())
            .spawn()
            .unwrap();
        let pid = Pid::from_raw(child.id() as i32);
        let patience = Instant::now() + Duration::from_secs(20);
        let mut sampler = Sampler::default();
        let mut sample = sampler.sample(pid);
        // A process that is just being replaced by another program has no memory.
        while sample.tasks < 2 || sample.memory_kib == 0 {
            assert!(Instant::now() < patience, "{sample:?}");
            thread::sleep(Duration::from_millis(5));
            sample = sampler.sample(pid);
        }
        kill_descendants(pid);
        assert!(child.wait().is_ok());
        assert_eq!(sample.tasks, 2);
    }
}
