//! Regular samples of what a contestant's processes use.

use std::collections::HashMap;
use std::fs;
use std::time::Duration;

use nix::time::{clock_getcpuclockid, clock_gettime};
use nix::unistd::Pid;

use super::tree::descendants;

/// What a group of processes uses at one moment.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Sample {
    /// Threads, at least one for every process.
    pub tasks: usize,
    /// Resident memory, KiB; pages shared by forks count once.
    pub memory_kib: u64,
    /// CPU time of every process ever seen, children that were waited for not included.
    pub cpu: Duration,
}

/// A contestant's processes, sampled at intervals.
#[derive(Default)]
pub(crate) struct Sampler {
    /// CPU time of every process seen, at the last sample.
    cpu: HashMap<Pid, Duration>,
    /// CPU time of processes whose number another one has got since.
    gone: Duration,
    peak_kib: u64,
}

impl Sampler {
    /// Sampler at the processes that descend from `ancestor`.
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
            let status = fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
            sample.tasks += number_after("Threads:", &status).map_or(1, |count| count as usize);
            sample.memory_kib += number_after("VmRSS:", &status).unwrap_or(0);
        }
        // Only a new peak is worth finding out which pages are shared: that is dear.
        if pids.len() > 1 && sample.memory_kib > self.peak_kib {
            sample.memory_kib = pids.iter().filter_map(|&pid| proportional_kib(pid)).sum();
        }
        self.peak_kib = self.peak_kib.max(sample.memory_kib);
        sample.cpu = self.cpu();
        sample
    }

    /// CPU time of every process ever seen, when it was last seen.
    pub fn cpu(&self) -> Duration {
        self.gone + self.cpu.values().sum::<Duration>()
    }

    /// The highest memory of any sample, KiB.
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
