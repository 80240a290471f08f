//! The process between a worker of a judge and its contestants: the judge, started once more. It runs
//! the contestants, one after the other, in a session of its own: enforces limits, kills, reaps and
//! reports. As a child subreaper, or the first process of namespaces, it adopts the processes that a
//! contestant leaves. It has children only during a case, so all of them are the contestant's.
//!
//! Its standard error is the socket to the judge, over which it receives the streams of contestants.
//! It stops the contestant at the judge's request or end.

mod case;
mod filter;
mod namespaces;
mod privileges;
mod sandbox;
mod settings;

use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, PipeWriter, Write};
use std::os::fd::{AsFd, AsRawFd, OwnedFd, RawFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::thread::{self, Builder};

use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::prctl::{set_child_subreaper, set_dumpable};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::SigSet;
use nix::unistd::{Pid, dup2, setsid};
use rustix::process::{getpriority_process, setpriority_process};
use seccompiler::BpfProgram;

use super::cgroup::{self, MemoryAccount};
use super::channel::{Channel, Message, StreamEnds};
use super::report::{End, Report};
use super::sampler::Sampler;
use super::stderr::SavedStderr;
use super::sys::{CpuCounter, stop_ignoring_signals};
use case::RunningCase;
pub use sandbox::check as check_sandbox;
pub use settings::Isolation;
pub(crate) use settings::{ARGUMENT, Settings};

/// Niceness of the supervisor, which must run next to any number of busy processes.
const PRIORITY: i32 = -20;

pub(crate) fn main(settings: &OsStr, command: &[OsString]) -> ExitCode {
    supervise(settings, command).unwrap_or_else(|error| {
        // One write is one message to the judge.
        let _ = io::stderr().write_all(error.to_string().as_bytes());
        ExitCode::FAILURE
    })
}

fn supervise(settings: &OsStr, command: &[OsString]) -> io::Result<ExitCode> {
    let mut settings: Settings = serde_json::from_slice(settings.as_encoded_bytes())?;
    setsid()?;
    // Without the group, memory is measured by processes alone.
    settings.group = settings.group.filter(|group| cgroup::enter(group).is_ok());
    if settings.is_inside() {
        namespaces::settle(settings.bubblewrap)?;
    } else if settings.namespaces {
        return namespaces::enter();
    }
    Supervisor::new(settings, command.to_vec())?.serve()?;
    Ok(ExitCode::SUCCESS)
}

/// A supervisor between two cases.
struct Supervisor {
    settings: Settings,
    command: Vec<OsString>,
    judge: Channel,
    filter: Option<BpfProgram>,
    memory: Option<MemoryAccount>,
    /// The contestants' priority.
    priority: i32,
}

impl Supervisor {
    fn new(settings: Settings, command: Vec<OsString>) -> io::Result<Supervisor> {
        // Blocked and ignored signals of the judge are inherited.
        SigSet::empty().thread_set_mask()?;
        stop_ignoring_signals();
        set_child_subreaper(true)?;
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
        setrlimit(Resource::RLIMIT_NOFILE, settings.open_files.min(most), most)?;
        close_inherited_on_exec()?;
        let judge = Channel(io::stderr().as_fd().try_clone_to_owned()?);
        // Only the contestant may keep its pipes open.
        let null = File::options().read(true).write(true).open("/dev/null")?;
        for stream in 0..=1 {
            dup2(null.as_raw_fd(), stream)?;
        }
        // An ordinary user's contestant must not trace its supervisor or take its socket.
        set_dumpable(false)?;
        privileges::bequeath_none()?;
        if !settings.bubblewrap {
            // Bubblewrap needs capabilities, and drops them itself.
            privileges::bound_to_none()?;
        }
        let filters = settings.bubblewrap || settings.namespaces;
        let priority = getpriority_process(None)?;
        // Only root may.
        let _ = setpriority_process(None, PRIORITY);
        let memory = settings.group.as_deref().map(MemoryAccount::open);
        Ok(Supervisor {
            filter: filters.then(filter::program).transpose()?,
            settings,
            command,
            judge,
            memory: memory.and_then(Result::ok),
            priority,
        })
    }

    fn serve(&self) -> io::Result<()> {
        self.judge.report(&Message::Ready)?;
        while let Some(streams) = self.judge.streams()? {
            let report = self.run(streams)?;
            self.judge.report(&Message::Ended(report))?;
        }
        Ok(())
    }

    fn run(&self, streams: StreamEnds) -> io::Result<Report> {
        let [stdin, stdout, stderr] = streams;
        let (stderr, writer) = SavedStderr::to(stderr)?;
        let sampler = Sampler::new(self.memory.as_ref());
        let (leader, counter) = match self.spawn(stdin, stdout, writer) {
            Ok(started) => started,
            Err(error) => return Ok(Report::without_usage(not_started(&error))),
        };
        let mut case = RunningCase::new(&self.settings, counter, sampler, leader, stderr);
        let played = case.play(&self.judge);
        case.clear();
        if self.settings.is_confining() {
            namespaces::empty_shared_places()?;
        }
        played?;
        case.report()
    }

    /// Starts the contestant; returns its first process and the counter of its CPU time.
    fn spawn(
        &self,
        stdin: OwnedFd,
        stdout: OwnedFd,
        stderr: PipeWriter,
    ) -> io::Result<(Pid, Option<CpuCounter>)> {
        let filter = self.filter.as_deref().filter(|_| self.settings.bubblewrap);
        let filter = filter.map(filter::file).transpose()?;
        let wrapped = filter.as_ref();
        let wrapped = wrapped.map(|filter| sandbox::wrapped(&self.command, filter));
        let wrapped = wrapped.transpose()?;
        let words = wrapped.as_ref().unwrap_or(&self.command);
        let mut command = Command::new(&words[0]);
        command.args(&words[1..]).process_group(0);
        command.stdin(stdin).stdout(stdout).stderr(stderr);
        if !self.settings.is_confining() {
            return self.start(command);
        }
        // Confines a thread of its own, not the supervisor.
        let failed = |_| Err(io::Error::other("the thread that starts it has failed"));
        thread::scope(|scope| {
            let started = Builder::new().spawn_scoped(scope, || self.start(command))?;
            started.join().unwrap_or_else(failed)
        })
    }

    /// Starts the contestant with the judge's priority, not the supervisor's.
    fn start(&self, mut command: Command) -> io::Result<(Pid, Option<CpuCounter>)> {
        // First, since the filter refuses counters.
        let counter = CpuCounter::open().ok();
        if let (true, Some(filter)) = (self.settings.is_confining(), &self.filter) {
            privileges::confine(filter)?;
        }
        setpriority_process(None, self.priority)?;
        let child = command.spawn();
        let _ = setpriority_process(None, PRIORITY);
        Ok((Pid::from_raw(child?.id() as i32), counter))
    }
}

/// Returns the end of a contestant that could not be started for this reason.
fn not_started(error: &io::Error) -> End {
    let text = error.to_string();
    match error.raw_os_error() {
        Some(libc::EAGAIN | libc::ENOMEM | libc::EMFILE | libc::ENFILE | libc::ENOSPC) => {
            End::HostExhausted(text)
        }
        _ => End::NotStarted(text),
    }
}

/// Closes every descriptor but the standard three when a program starts.
fn close_inherited_on_exec() -> io::Result<()> {
    for entry in fs::read_dir("/proc/self/fd")? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.parse().ok());
        if let Some(fd) = number.filter(|&fd: &RawFd| fd > 2) {
            // The directory's own descriptor is gone by the end of the loop.
            let _ = fcntl(fd, FcntlArg::F_SETFD(FdFlag::FD_CLOEXEC));
        }
    }
    Ok(())
}
