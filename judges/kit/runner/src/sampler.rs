//! Samples of the memory, tasks and CPU time of a contestant's processes.

use std::cmp::Ordering;
use std::collections::HashMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::os::unix::fs::MetadataExt;
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;
use procfs::process::{SmapsRollup, Stat};
use rustix::param::{clock_ticks_per_second, page_size};

use super::cgroup::MemoryAccount;
use super::limits::TASKS;
use super::sys::compare_address_spaces;
use super::tree::{is_gone, read, tasks, threads};
use game::MemorySource;

/// Resources of a group of processes at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    pub tasks: usize,
    /// Memory, KiB; shared address spaces and pages count once.
    pub memory_kib: u64,
    /// CPU time of the living processes and of the children they have waited for.
    pub cpu: Duration,
}

/// Samples of a contestant's processes so far.
#[derive(Default)]
pub(crate) struct Sampler<'a> {
    cpu: HashMap<Pid, Duration>,
    /// CPU time of exited processes whose id was reused.
    gone: Duration,
    /// Highest memory so far, KiB.
    pub peak_kib: u64,
    uninspected: bool,
    /// True if a program without read permission was seen, whose CPU time no counter includes.
    pub uncounted: bool,
    group: Option<GroupMemory<'a>>,
}

/// Memory of a control group, KiB.
struct GroupMemory<'a> {
    account: &'a MemoryAccount,
    /// Lowest memory so far.
    least: u64,
    /// Highest memory beside that of the processes that was found without caches of names.
    checked: u64,
}

/// Growth of a group beside its processes that may be a cache of names and is not checked, KiB.
const UNCHECKED: u64 = 8 << 10;

impl GroupMemory<'_> {
    /// Returns the memory of the case, of which `own` belongs to processes; excludes a cache of
    /// names that matters, which is if the memory exceeds `limit`, or has grown.
    fn sample(&mut self, own: u64, limit: u64) -> io::Result<u64> {
        let mut now = self.used()?;
        let is_doubtful = now > limit || now > own + self.checked + UNCHECKED;
        if now > own && is_doubtful && self.account.frees_names()? {
            now = self.used()?;
            self.checked = self.checked.max(now.saturating_sub(own));
        }
        Ok(now)
    }

    fn used(&mut self) -> io::Result<u64> {
        let now = self.account.kib()?;
        self.least = self.least.min(now);
        Ok(now - self.least)
    }
}

impl Sampler<'_> {
    /// Starts sampling processes that start next; `group` is the account of their control group.
    pub fn new(group: Option<&MemoryAccount>) -> io::Result<Sampler<'_>> {
        let group = match group {
            Some(account) => Some(GroupMemory { account, least: account.kib()?, checked: 0 }),
            None => None,
        };
        Ok(Sampler { group, ..Sampler::default() })
    }

    /// Samples the processes that descend from `ancestor`, whose memory limit is `limit`, KiB.
    pub fn sample(&mut self, ancestor: Pid, limit: u64) -> io::Result<Sample> {
        // This comes first: until the end of a sample, a contestant may end.
        let (pids, tasks) = tasks(ancestor, TASKS)?;
        let mut sample = Sample { tasks, ..Sample::default() };
        if tasks > TASKS {
            return Ok(sample);
        }
        let mut residents = Vec::new();
        for pid in pids {
            if let Some(cpu) = cpu_time(pid) {
                let before = self.cpu.insert(pid, cpu).unwrap_or_default();
                if before > cpu {
                    self.gone += before;
                }
                sample.cpu += cpu;
            }
            let Some(stat) = read::<Stat>(pid, "stat")? else {
                continue;
            };
            // Includes children that the process has waited for, and their children.
            sample.cpu += duration((stat.cutime + stat.cstime) as u64);
            residents.extend(Resident::of(pid)?);
            self.uncounted |= is_unreadable(pid)?;
        }
        sample.memory_kib = residents.iter().map(|resident| resident.kib).sum();
        // PSS is read only for a new peak, since it is slow. If a process exits in between, its
        // part of shared pages counts twice; the second pass corrects that.
        for _ in 0..2 {
            if residents.len() > 1 && sample.memory_kib > self.peak_kib {
                sample.memory_kib = sample.memory_kib.min(self.shared_kib(&residents)?);
            }
        }
        if let Some(group) = &mut self.group {
            let own = sample.memory_kib;
            sample.memory_kib = own.max(group.sample(own, limit)?);
        }
        self.peak_kib = self.peak_kib.max(sample.memory_kib);
        Ok(sample)
    }

    /// Returns the resident memory of processes, KiB. Each page is divided by the number of address
    /// spaces that share it, except for processes that cannot be inspected.
    fn shared_kib(&mut self, residents: &[Resident]) -> io::Result<u64> {
        let mut shared = 0;
        // This comes first: a process that then leaves a shared address space counts with its own.
        for Resident { thread, .. } in one_per_address_space(residents) {
            let proportional = proportional_kib(thread)?;
            let kib = proportional.map_or_else(|| resident_kib(thread), Ok)?;
            // An exited process has no memory.
            self.uninspected |= proportional.is_none() && kib > 0;
            shared += kib;
        }
        Ok(shared)
    }

    /// Returns the CPU time of every process when it was last seen, without children waited for.
    pub fn cpu(&self) -> Duration {
        self.gone + self.cpu.values().sum::<Duration>()
    }

    pub fn source(&self) -> MemorySource {
        match (&self.group, self.uninspected) {
            (Some(_), _) => MemorySource::Group,
            (None, true) => MemorySource::Resident,
            (None, false) => MemorySource::Proportional,
        }
    }
}

#[derive(Clone, Copy, Debug)]
struct Resident {
    /// A living thread, since `/proc` shows memory only for such threads.
    thread: Pid,
    kib: u64,
}

impl Resident {
    /// Finds a living thread of `pid`, the first if it lives; `None` if the process has no memory.
    fn of(pid: Pid) -> io::Result<Option<Resident>> {
        for thread in threads(pid)? {
            let kib = resident_kib(thread)?;
            if kib > 0 {
                return Ok(Some(Resident { thread, kib }));
            }
        }
        Ok(None)
    }
}

/// Returns one process per address space, since a child shares its parent's between `vfork` and
/// `exec`. Processes that cannot be compared are all returned.
fn one_per_address_space(residents: &[Resident]) -> Vec<Resident> {
    let mut compared: Vec<Resident> = Vec::new();
    let mut others = Vec::new();
    for &resident in residents {
        let thread = resident.thread;
        if compare_address_spaces(thread, thread).is_err() {
            others.push(resident);
            continue;
        }
        // For a process that has exited in between, any place will do.
        let order = |one: &Resident| compare_address_spaces(one.thread, thread);
        let place = compared.binary_search_by(|one| order(one).unwrap_or(Ordering::Less));
        if let Err(place) = place {
            compared.insert(place, resident);
        }
    }
    compared.append(&mut others);
    compared
}

/// Returns true if this user may not read the program of a process. The kernel then removes its
/// counters.
fn is_unreadable(pid: Pid) -> io::Result<bool> {
    match fs::metadata(format!("/proc/{pid}/exe")) {
        Ok(program) => Ok(program.mode() & 0o444 == 0),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Ok(true),
        Err(error) if is_gone(&error) => Ok(false),
        Err(error) => Err(error),
    }
}

/// Returns the resident memory of a thread's process, KiB; 0 if this thread has exited.
fn resident_kib(thread: Pid) -> io::Result<u64> {
    let stat: Option<Stat> = read(thread, "stat")?;
    Ok(stat.map_or(0, |stat| stat.rss * page_size() as u64 / 1024))
}

/// Converts a time in the kernel's ticks.
pub(crate) fn duration(ticks: u64) -> Duration {
    Duration::from_millis(ticks * 1000 / clock_ticks_per_second())
}

/// Returns the CPU time of all threads that a process has had, without children.
pub(crate) fn cpu_time(pid: Pid) -> Option<Duration> {
    let time = clock_gettime(clock_getcpuclockid(pid).ok()?).ok()?;
    Some(Duration::from(time))
}

/// Returns the proportional memory (PSS) of a thread's process, KiB; `None` if it has none or
/// cannot be inspected.
fn proportional_kib(thread: Pid) -> io::Result<Option<u64>> {
    let rollup: Option<SmapsRollup> = read(thread, "smaps_rollup")?;
    let pss = |rollup: SmapsRollup| {
        let [all, ..] = &rollup.memory_map_rollup.0[..] else {
            return None;
        };
        Some(all.extension.map.get("Pss")? / 1024)
    };
    Ok(rollup.and_then(pss))
}
