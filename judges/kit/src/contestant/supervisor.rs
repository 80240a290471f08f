//! The process between a worker of a judge and its contestants. The judge
//! starts itself once more for every worker, as a supervisor; that one runs the
//! worker's contestants, one after the other, in its own session. It adopts
//! whatever a contestant leaves behind (it is a child subreaper), holds all of
//! it to its limits, kills and reaps it, and reports what it used. Between two
//! cases a supervisor has no child, so every child is the present contestant's.
//!
//! A supervisor's standard error is its socket to the judge. From there come
//! the streams of every contestant. When the judge asks for it, or is gone, the
//! contestant is stopped.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitCode, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl::set_child_subreaper;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::signal::{SigSet, Signal, killpg};
use nix::unistd::{Pid, dup2, setsid};
use rustix::process::{PidfdFlags, getpriority_process, pidfd_open, setpriority_process};

use super::channel::{Channel, Request, Streams};
use super::limits::TASKS;
use super::report::{End, Report};
use super::sampler::Sampler;
use super::stderr::SavedStderr;
use super::sys::{Reaped, reap};
use super::tree::{children, kill_descendants};

/// First argument of a judge that is to be a supervisor.
pub(crate) const ARGUMENT: &str = "__supervise";

/// Time between two samples of the contestant's processes.
const INTERVAL: Duration = Duration::from_millis(10);

/// The supervisor's own priority, where it may have one: it has to get its turn
/// beside any number of processes that multiply.
const PRIORITY: i32 = -20;

/// What is the same for all contestants of a supervisor.
pub(crate) struct Arguments {
    /// CPU limit.
    pub cpu: Duration,
    /// Limit of resident memory, KiB.
    pub memory_kib: u64,
    /// Program and arguments.
    pub command: Vec<OsString>,
}

impl Arguments {
    /// The command line that brings them to a supervisor.
    pub fn to_args(&self) -> Vec<OsString> {
        let mut args = vec![
            ARGUMENT.into(),
            self.cpu.as_micros().to_string().into(),
            self.memory_kib.to_string().into(),
        ];
        args.extend(self.command.iter().cloned());
        args
    }

    /// Reads what is behind [`ARGUMENT`].
    fn from_args(mut args: impl Iterator<Item = OsString>) -> Option<Arguments> {
        let mut number = || args.next()?.to_str()?.parse().ok();
        let (cpu, memory_kib) = (Duration::from_micros(number()?), number()?);
        let command: Vec<OsString> = args.collect();
        (!command.is_empty()).then_some(Arguments {
            cpu,
            memory_kib,
            command,
        })
    }
}

/// Runs the supervisor with the arguments behind [`ARGUMENT`].
pub(crate) fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let result = Arguments::from_args(args)
        .ok_or_else(|| io::Error::other("not a supervisor's arguments"))
        .and_then(Supervisor::new)
        .and_then(|mut supervisor| supervisor.serve());
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // One write: it is one message to the judge.
            let _ = io::stderr().write_all(error.to_string().as_bytes());
            ExitCode::FAILURE
        }
    }
}

/// A supervisor between two cases.
struct Supervisor {
    arguments: Arguments,
    judge: Channel,
    /// The priority that contestants get.
    priority: i32,
}

impl Supervisor {
    /// Sets this process up.
    fn new(arguments: Arguments) -> io::Result<Supervisor> {
        setsid()?;
        // The judge may have been started with some blocked, which is inherited.
        SigSet::empty().thread_set_mask()?;
        set_child_subreaper(true)?;
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        close_inherited_on_exec()?;
        let judge = Channel::from(io::stderr().as_fd().try_clone_to_owned()?);
        // Only the contestant may hold its pipes open.
        let null = File::options().read(true).write(true).open("/dev/null")?;
        for stream in 0..=1 {
            dup2(null.as_raw_fd(), stream)?;
        }
        Ok(Supervisor {
            arguments,
            judge,
            priority: getpriority_process(None)?,
        })
    }

    /// Runs one contestant after the other until the judge is gone.
    fn serve(&mut self) -> io::Result<()> {
        while let Some(request) = self.judge.request()? {
            // A request to stop was late if the contestant has already ended.
            if let Request::Start(streams) = request {
                let report = self.run(streams)?;
                self.judge.report(&report)?;
            }
        }
        Ok(())
    }

    /// Runs a contestant to its end.
    fn run(&self, streams: Streams) -> io::Result<Report> {
        let (stderr, writer) = match streams.stderr.map(SavedStderr::to).transpose()? {
            Some((saved, writer)) => (Some(saved), Stdio::from(writer)),
            None => (None, Stdio::null()),
        };
        let leader = match self.spawn(streams.stdin, streams.stdout, writer) {
            Ok(leader) => leader,
            Err(error) => return Ok(Report::without_usage(End::NotStarted(error.to_string()))),
        };
        let mut case = Case {
            arguments: &self.arguments,
            leader,
            end: None,
            cpu: Duration::ZERO,
            peak_kib: 0,
            sampler: Sampler::default(),
            stderr,
        };
        let played = case.play(&self.judge);
        case.clear();
        played?;
        case.report()
    }

    /// Starts the contestant with the judge's priority, not the supervisor's.
    fn spawn(&self, stdin: OwnedFd, stdout: OwnedFd, stderr: Stdio) -> io::Result<Pid> {
        let [program, args @ ..] = &self.arguments.command[..] else {
            return Err(io::Error::other("no command"));
        };
        let mut command = Command::new(program);
        command
            .args(args)
            .stdin(stdin)
            .stdout(stdout)
            .stderr(stderr)
            .process_group(0);
        setpriority_process(None, self.priority)?;
        let child = command.spawn();
        // Only root may; others have to make do with a fair share.
        let _ = setpriority_process(None, PRIORITY);
        Ok(Pid::from_raw(child?.id() as i32))
    }
}

/// Marks every descriptor but the standard three as not for the contestant.
fn close_inherited_on_exec() -> io::Result<()> {
    for entry in fs::read_dir("/proc/self/fd")? {
        let number = entry?
            .file_name()
            .to_str()
            .and_then(|name| name.parse().ok());
        if let Some(fd) = number.filter(|&fd: &RawFd| fd > 2) {
            // The directory's own descriptor is gone by the end of the loop.
            let _ = fcntl(fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC));
        }
    }
    Ok(())
}

/// A contestant that runs: its first process and all that descend from it.
struct Case<'a> {
    arguments: &'a Arguments,
    /// The first process. It is reaped last: until all is over, its number and
    /// its group's can go to no other process.
    leader: Pid,
    /// How the contestant ended; the first cause counts.
    end: Option<End>,
    /// CPU time of all that was reaped.
    cpu: Duration,
    /// Highest peak of memory of any process that was reaped, KiB.
    peak_kib: u64,
    sampler: Sampler,
    stderr: Option<SavedStderr>,
}

impl Case<'_> {
    /// Watches the contestant until its first process has ended, it is past a
    /// limit, or the judge has enough of it.
    fn play(&mut self, judge: &Channel) -> io::Result<()> {
        let leader = rustix::process::Pid::from_raw(self.leader.as_raw());
        let leader = leader.ok_or(io::ErrorKind::NotFound)?;
        let leader = pidfd_open(leader, PidfdFlags::empty())?;
        let mut due = Instant::now() + INTERVAL;
        loop {
            let stderr = self.stderr.as_ref().and_then(SavedStderr::pipe);
            let mut fds = vec![
                PollFd::new(leader.as_fd(), PollFlags::POLLIN),
                PollFd::new(judge.as_fd(), PollFlags::POLLIN),
            ];
            fds.extend(stderr.map(|pipe| PollFd::new(pipe, PollFlags::POLLIN)));
            match poll(&mut fds, until(due)) {
                Err(Errno::EINTR) => continue,
                ready => ready?,
            };
            let is_ready = |index: usize| fds.get(index).is_some_and(|fd| fd.any() == Some(true));
            let (ended, asked, said) = (is_ready(0), is_ready(1), is_ready(2));
            if ended {
                return Ok(());
            }
            if asked {
                self.end = Some(End::Stopped);
                return Ok(());
            }
            if let (Some(stderr), true) = (&mut self.stderr, said) {
                stderr.take();
            }
            if due <= Instant::now() {
                self.end = self.sample();
                self.reap_adopted();
                due = Instant::now() + INTERVAL;
            }
            if self.end.is_some() {
                return Ok(());
            }
        }
    }

    /// Samples what the contestant uses; gives the limit that it is past.
    fn sample(&mut self) -> Option<End> {
        let sample = self.sampler.sample(Pid::this());
        if sample.tasks > TASKS {
            Some(End::OverTasks)
        } else if sample.memory_kib > self.arguments.memory_kib {
            Some(End::OverMemory)
        } else if sample.cpu > self.arguments.cpu {
            Some(End::OverCpu)
        } else {
            None
        }
    }

    /// Reaps adopted processes that have ended: a zombie would count as a process.
    fn reap_adopted(&mut self) {
        for pid in children(Pid::this()) {
            if pid == self.leader {
                continue;
            }
            if let Ok(Some(reaped)) = reap(Some(pid), false) {
                self.count(&reaped);
            }
        }
    }

    /// Kills what is left, and reaps all: no process and no zombie stays behind.
    fn clear(&mut self) {
        // The group dies at one blow: a fork in progress does not escape it.
        let _ = killpg(self.leader, Signal::SIGKILL);
        loop {
            match reap(None, false) {
                Ok(Some(reaped)) => self.count(&reaped),
                Ok(None) => {
                    kill_descendants(Pid::this());
                    if let Ok(Some(reaped)) = reap(None, true) {
                        self.count(&reaped);
                    }
                }
                // None is left.
                Err(_) => break,
            }
        }
        if let Some(stderr) = &mut self.stderr {
            stderr.take_rest();
        }
    }

    fn count(&mut self, reaped: &Reaped) {
        self.cpu += reaped.cpu;
        self.peak_kib = self.peak_kib.max(reaped.peak_kib);
        if reaped.pid == self.leader && self.end.is_none() {
            self.end = Some(end_of(reaped.status));
        }
    }

    fn report(self) -> io::Result<Report> {
        let lost = || io::Error::other("the contestant's end was missed");
        // Children that are not waited for are in no account, but in the samples.
        let cpu = self.cpu.max(self.sampler.cpu());
        Ok(Report {
            end: self.end.ok_or_else(lost)?,
            cpu_us: cpu.as_micros() as u64,
            memory_kib: self.peak_kib.max(self.sampler.peak_kib()),
        })
    }
}

/// The time left until then, for `poll`; it does not end before.
fn until(due: Instant) -> PollTimeout {
    let left = due.saturating_duration_since(Instant::now());
    let ms = left.as_micros().div_ceil(1000);
    PollTimeout::try_from(ms).unwrap_or(PollTimeout::MAX)
}

fn end_of(status: ExitStatus) -> End {
    match (status.code(), status.signal()) {
        (Some(status), _) => End::Exited(status),
        (None, Some(number)) => End::Killed(match Signal::try_from(number) {
            Ok(signal) => signal.to_string(),
            Err(_) => format!("signal {number}"),
        }),
        (None, None) => End::Killed("a signal".into()),
    }
}
