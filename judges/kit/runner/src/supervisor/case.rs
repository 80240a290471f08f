//! A running contestant: its first process and all descendants.

use std::fs;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, killpg};
use nix::sys::wait::{Id, WaitPidFlag, WaitStatus, waitid};
use nix::unistd::Pid;
use rustix::process::{PidfdFlags, pidfd_open};

use super::{Settings, namespaces};
use crate::cgroup::CpuAccount;
use crate::channel::{Channel, Message};
use crate::limits::{REMAINING, TASKS};
use crate::ready::{lateness, ready};
use crate::report::{End, Report};
use crate::sampler::Sampler;
use crate::stderr::SavedStderr;
use crate::sys::{CpuCounter, Reaped, reap};
use crate::tree::{children, kill_descendants};
use game::{Cost, CpuSource};

/// Interval between two samples of the contestant's processes.
const INTERVAL: Duration = Duration::from_millis(10);

/// A sample is skipped while less CPU time than this was used, for at most [`LONGEST_INTERVAL`].
const MIN_CPU_FOR_SAMPLE: Duration = Duration::from_millis(1);
const LONGEST_INTERVAL: Duration = Duration::from_millis(100);

/// Exact measure of a contestant's CPU time, if there is one.
pub(super) enum Meter<'a> {
    /// Account of its control group, and the account when the contestant began.
    Group(&'a CpuAccount, Duration),
    Counter(CpuCounter),
    None,
}

impl Meter<'_> {
    /// Returns the CPU time so far.
    fn time(&self) -> io::Result<Option<Duration>> {
        match self {
            Meter::Group(account, before) => Ok(Some(account.time()?.saturating_sub(*before))),
            Meter::Counter(counter) => counter.read().map(Some),
            Meter::None => Ok(None),
        }
    }
}

pub(super) struct RunningCase<'a> {
    settings: &'a Settings,
    meter: Meter<'a>,
    /// True if the meter has lost processes. The kernel removes the counter of a process that starts
    /// a program without read permission, and without namespaces root can leave its group.
    is_incomplete: bool,
    /// The first process. It is reaped last, so that its id and its group's are not reused earlier.
    leader: Pid,
    end: Option<End>,
    /// CPU time of the first process before it became the contestant.
    cpu_before: Duration,
    reaped_cpu: Duration,
    /// Highest memory peak of a reaped process.
    peak_kib: u64,
    sampler: Sampler<'a>,
    /// Time of the last sample, and the CPU time and the last process id at that time.
    sampled: Option<(Instant, Duration, Option<String>)>,
    stderr: SavedStderr,
}

impl<'a> RunningCase<'a> {
    pub fn new(
        settings: &'a Settings,
        meter: Meter<'a>,
        sampler: Sampler<'a>,
        (leader, cpu_before): (Pid, Duration),
        stderr: SavedStderr,
    ) -> RunningCase<'a> {
        RunningCase {
            settings,
            meter,
            is_incomplete: false,
            leader,
            end: None,
            cpu_before,
            reaped_cpu: Duration::ZERO,
            peak_kib: 0,
            sampler,
            sampled: None,
            stderr,
        }
    }

    /// Waits until the contestant ends, exceeds a limit, or is stopped by the judge.
    pub fn play(&mut self, judge: &Channel) -> io::Result<()> {
        let leader =
            rustix::process::Pid::from_raw(self.leader.as_raw()).ok_or(io::ErrorKind::NotFound)?;
        let mut leader = Some(pidfd_open(leader, PidfdFlags::empty())?);
        let mut sample_due = Instant::now() + INTERVAL;
        let mut stop_due = Instant::now() + self.settings.wall;
        while self.end.is_none() && Instant::now() < stop_due {
            let exit = leader.as_ref().map(AsFd::as_fd);
            let fds = [Some(judge.0.as_fd()), self.stderr.pipe(), exit];
            let begun = Instant::now();
            let patience = sample_due.saturating_duration_since(begun);
            let [asked, said, exited] = ready(fds, patience)?;
            stop_due += lateness(begun, patience);
            if said {
                self.stderr.take();
            }
            if exited {
                if !self.may_go_on()? {
                    return Ok(());
                }
                judge.report(&Message::FirstExited)?;
                leader = None;
                stop_due = Instant::now() + REMAINING;
            } else if asked {
                self.end = leader.is_some().then_some(End::Stopped);
                return Ok(());
            }
            if sample_due <= Instant::now() {
                if !self.has_hardly_run()? {
                    self.end = self.sample()?;
                    self.reap_adopted()?;
                }
                sample_due = Instant::now() + INTERVAL;
            }
        }
        if leader.is_some() && self.end.is_none() {
            self.end = Some(End::OverWall);
        }
        Ok(())
    }

    /// Returns true if the first process has exited with status 0 and others exist.
    fn may_go_on(&mut self) -> io::Result<bool> {
        let options = WaitPidFlag::WEXITED | WaitPidFlag::WNOWAIT | WaitPidFlag::WNOHANG;
        // This fails if a real-time signal has killed the process.
        let Ok(WaitStatus::Exited(_, 0)) = waitid(Id::Pid(self.leader), options) else {
            return Ok(false);
        };
        Ok(self.reap_adopted()? && !self.adopted()?.is_empty())
    }

    /// Returns true if the contestant has hardly run since a recent sample. Samples of many
    /// concurrent contestants are costly.
    fn has_hardly_run(&self) -> io::Result<bool> {
        let (Some((when, before, id)), Some(now)) = (&self.sampled, self.meter.time()?) else {
            return Ok(false);
        };
        Ok(when.elapsed() < LONGEST_INTERVAL
            && now < *before + MIN_CPU_FOR_SAMPLE
            && *id == self.last_id()?)
    }

    /// Returns the id of the last process that started, in the same namespace, since a counter may
    /// lose processes.
    fn last_id(&self) -> io::Result<Option<String>> {
        let Meter::Counter(_) = self.meter else {
            return Ok(None);
        };
        let load = fs::read_to_string("/proc/loadavg")?;
        Ok(load.split_ascii_whitespace().last().map(String::from))
    }

    /// Takes a sample; returns the exceeded limit, if any.
    fn sample(&mut self) -> io::Result<Option<End>> {
        let (now, id) = (self.meter.time()?, self.last_id()?);
        let memory_limit = self.settings.memory_kib;
        let sample = self.sampler.sample(Pid::this(), memory_limit)?;
        if sample.tasks == 0 {
            // The first process exists until it is reaped.
            return Err(io::Error::other("/proc does not show the contestant"));
        }
        let (cpu, source) = self.cpu(sample.cpu)?;
        let now = now.filter(|_| source != CpuSource::Accounts);
        self.sampled = now.map(|now| (Instant::now(), now, id));
        let exceeded = [
            (sample.tasks > TASKS, End::OverTasks),
            (sample.memory_kib > memory_limit, End::OverMemory),
            (cpu > self.settings.cpu, End::OverCpu),
        ];
        Ok(exceeded.into_iter().find_map(|(is_exceeded, end)| is_exceeded.then_some(end)))
    }

    /// Returns the CPU time so far and its source; living processes have used `present`.
    fn cpu(&mut self, present: Duration) -> io::Result<(Duration, CpuSource)> {
        let metered = self.meter.time()?.unwrap_or_default();
        // Only samples include children that nothing waits for.
        let accounted =
            (self.reaped_cpu + present).max(self.sampler.cpu()).saturating_sub(self.cpu_before);
        // The accounts include the start and the exit of every process. For many short-lived forks,
        // they are up to 1.5 times the counter or more.
        self.is_incomplete |= accounted > 2 * metered + INTERVAL;
        let source = match self.meter {
            _ if self.is_incomplete => CpuSource::Accounts,
            Meter::Group(..) => CpuSource::Group,
            Meter::Counter(_) if !self.sampler.uncounted => CpuSource::Counter,
            _ => CpuSource::Accounts,
        };
        Ok((metered.max(accounted), source))
    }

    fn adopted(&self) -> io::Result<Vec<Pid>> {
        let mut adopted = children(Pid::this())?;
        adopted.retain(|&pid| pid != self.leader);
        Ok(adopted)
    }

    /// Reaps adopted processes that have ended; returns true if there were adopted processes.
    fn reap_adopted(&mut self) -> io::Result<bool> {
        let adopted = self.adopted()?;
        for &pid in &adopted {
            let reaped = reap(Some(pid), false)?;
            reaped.iter().for_each(|reaped| self.count(reaped));
        }
        Ok(!adopted.is_empty())
    }

    /// Kills and reaps all remaining processes.
    pub fn clear(&mut self) {
        // A single signal ends the whole group, even during a fork.
        let _ = killpg(self.leader, Signal::SIGKILL);
        end_all(self.settings, |ended| self.count(ended));
        self.stderr.take_rest();
    }

    fn count(&mut self, reaped: &Reaped) {
        self.reaped_cpu += reaped.cpu;
        self.peak_kib = self.peak_kib.max(reaped.peak_kib);
        if reaped.pid == self.leader && self.end.is_none() {
            self.end = Some(Self::end_of(reaped.status));
        }
    }

    /// Reports on a contestant after [`RunningCase::clear`].
    pub fn report(mut self) -> io::Result<Report> {
        let (cpu, cpu_source) = self.cpu(Duration::ZERO)?;
        let lost = || io::Error::other("the contestant's end was missed");
        Ok(Report {
            end: self.end.ok_or_else(lost)?,
            cost: Cost {
                cpu_ms: cpu.as_micros() as f64 / 1e3,
                wall_ms: 0.0,
                memory_kib: self.peak_kib.max(self.sampler.peak_kib),
                cpu_source: Some(cpu_source),
                memory_source: Some(self.sampler.source()),
            },
            stderr_lost: self.stderr.lost,
        })
    }

    fn end_of(status: ExitStatus) -> End {
        let Some(number) = status.signal() else {
            return End::Exited(status.code().unwrap_or(1));
        };
        let name = Signal::try_from(number).map(|signal| signal.to_string());
        End::Killed(name.unwrap_or_else(|_| format!("signal {number}")))
    }
}

/// Kills and reaps all processes below the supervisor; passes each to `count`.
pub(super) fn end_all(settings: &Settings, mut count: impl FnMut(&Reaped)) {
    // This fails when none is left.
    while let Ok(mut ended) = reap(None, false) {
        if ended.is_none() {
            match settings.is_inside() {
                true => namespaces::kill_all(),
                // If it fails, the wait that follows ends when the judge kills them.
                false => drop(kill_descendants(Pid::this())),
            }
            ended = reap(None, true).ok().flatten();
        }
        ended.iter().for_each(&mut count);
    }
}
