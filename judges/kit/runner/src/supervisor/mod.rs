//! The process between a worker of a judge and its contestants: the judge's program, started again.
//! It runs one contestant after another in its own session: it enforces limits, kills, reaps and
//! reports. As a child subreaper, or as the first process of namespaces, it adopts the processes
//! that a contestant leaves. It has children only during a case, so all of them belong to the
//! contestant.
//!
//! Its standard error is the socket to the judge, over which it receives the contestants' streams.
//! It stops the contestant when the judge asks for it or exits.

mod case;
mod filter;
mod namespaces;
mod privileges;
mod sandbox;
mod settings;
mod starter;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, AsRawFd};
use std::os::unix::process::CommandExt;
use std::process::{Command, ExitCode};
use std::time::Duration;

use nix::sys::prctl::{set_child_subreaper, set_dumpable};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::SigSet;
use nix::unistd::{Pid, setsid};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{getpriority_process, setpriority_process};
use rustix::stdio::{dup2_stdin, dup2_stdout};

use super::cgroup::{self, MemoryAccount};
use super::channel::{Channel, Message, StreamEnds};
use super::report::{Report, StartError, refused};
use super::sampler::{Sampler, cpu_time};
use super::stderr::SavedStderr;
use super::sys::{CpuCounter, close_on_exec, stop_ignoring_signals};
use case::RunningCase;
use sandbox::Launcher;
pub(crate) use sandbox::{ARGUMENT as LAUNCHER_ARGUMENT, launch};
pub use settings::Isolation;
pub(crate) use settings::{ARGUMENT, Settings};
use starter::Starter;

/// Environment variable with the descriptor on which a grader writes its verdict.
const VERDICT: &str = "VERDICT_FD";

/// Niceness of the supervisor, which must run even beside many busy processes.
const PRIORITY: i32 = -20;

pub(crate) fn main(settings: &OsStr, command: &[OsString]) -> ExitCode {
    supervise(settings, command).unwrap_or_else(|error| {
        let failed = Message::Failed {
            reason: error.to_string(),
            is_refusal: error.kind() == ErrorKind::Unsupported,
        };
        // One write is one message to the judge.
        let _ = io::stderr().write_all(&serde_json::to_vec(&failed).unwrap_or_default());
        ExitCode::FAILURE
    })
}

fn supervise(settings: &OsStr, command: &[OsString]) -> io::Result<ExitCode> {
    // Signals that the judge blocks or ignores are inherited.
    SigSet::empty().thread_set_mask()?;
    stop_ignoring_signals();
    let settings: Settings = serde_json::from_slice(settings.as_encoded_bytes())?;
    setsid()?;
    if settings.is_inside() {
        let in_sandbox = settings.isolation == Isolation::Full;
        namespaces::settle(in_sandbox).map_err(namespaces::refusal)?;
    } else {
        if let Some(group) = &settings.group {
            cgroup::enter(group)?;
        }
        if settings.isolation != Isolation::None {
            return namespaces::enter();
        }
    }
    Supervisor::new(settings, command.to_vec())?.serve()?;
    Ok(ExitCode::SUCCESS)
}

/// A supervisor between two cases.
struct Supervisor {
    settings: Settings,
    command: Vec<OsString>,
    judge: Channel,
    starter: Starter,
    memory: Option<MemoryAccount>,
}

impl Supervisor {
    fn new(settings: Settings, command: Vec<OsString>) -> io::Result<Supervisor> {
        set_child_subreaper(true)?;
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        let (_, most) = getrlimit(Resource::RLIMIT_NOFILE)?;
        setrlimit(Resource::RLIMIT_NOFILE, settings.open_files.min(most), most)?;
        close_inherited_on_exec()?;
        let judge = Channel(io::stderr().as_fd().try_clone_to_owned()?);
        // Only the contestant may hold its pipes open.
        let null = File::options().read(true).write(true).open("/dev/null")?;
        dup2_stdin(&null)?;
        dup2_stdout(&null)?;
        // An ordinary user's contestant must not trace its supervisor or take over its socket.
        set_dumpable(false)?;
        privileges::clear_inheritable_caps()?;
        if settings.isolation != Isolation::Full {
            // Bubblewrap needs capabilities and drops them itself.
            privileges::drop_bounding_set()?;
        }
        let memory = settings.group.as_deref().map(MemoryAccount::open);
        let (priority, isolation) = (getpriority_process(None)?, settings.isolation);
        // Only root may do this.
        let _ = setpriority_process(None, PRIORITY);
        let starter = Starter::new(move |thread| {
            setpriority_process(None, priority)?;
            if isolation == Isolation::Namespaces {
                filter::apply(false, &[Pid::this().as_raw(), thread.as_raw()])?;
            }
            Ok(())
        });
        Ok(Supervisor {
            settings,
            command,
            judge,
            starter: starter?,
            memory: memory.transpose()?,
        })
    }

    fn serve(&self) -> io::Result<()> {
        self.counter(self.starter.id)?;
        self.judge.report(&Message::Ready)?;
        while let Some(streams) = self.judge.streams()? {
            let ended = match self.run(streams)? {
                Ok(report) => Message::Ended(report),
                Err(error) => Message::NotStarted(error),
            };
            self.judge.report(&ended)?;
        }
        Ok(())
    }

    /// Runs one contestant, which may fail to start. An outer error is the judge's fault.
    fn run(
        &self,
        ([stdin, stdout, stderr], verdict): StreamEnds,
    ) -> io::Result<Result<Report, StartError>> {
        let (mut stderr, writer) = SavedStderr::to(stderr)?;
        if let Some(verdict) = &verdict {
            fcntl_setfd(verdict, FdFlags::empty())?;
        }
        let sampler = Sampler::new(self.memory.as_ref())?;
        let with_streams = |command: &mut Command| {
            command.stdin(stdin).stdout(stdout).stderr(writer);
            if let Some(verdict) = &verdict {
                command.env(VERDICT, verdict.as_raw_fd().to_string());
            }
        };
        let started = match self.settings.isolation {
            Isolation::Full => self.start_in_sandbox(with_streams, &mut stderr),
            _ => self.start(with_streams),
        };
        let (leader, counter) = match started {
            Ok(started) => started,
            Err(error) => {
                // Ends processes that the failed start has left.
                case::end_all(&self.settings, |_| {});
                return Ok(Err(error));
            }
        };
        self.judge.report(&Message::Started)?;
        let mut case = RunningCase::new(&self.settings, counter, sampler, leader, stderr);
        let played = case.play(&self.judge);
        case.clear();
        if self.settings.isolation == Isolation::Namespaces {
            namespaces::empty_shared_places()?;
            self.starter.run(namespaces::renew_ipc)?;
        }
        played?;
        case.report().map(Ok)
    }

    /// Starts the contestant; returns its first process, this process's CPU time, and a counter.
    fn start(&self, with_streams: impl FnOnce(&mut Command)) -> Result<Started, StartError> {
        let mut command = Command::new(&self.command[0]);
        command.args(&self.command[1..]).process_group(0);
        with_streams(&mut command);
        let counter = self.counter(self.starter.id)?;
        let leader = self.starter.start(command)?;
        Ok(((leader, Duration::ZERO), counter))
    }

    /// Starts the contestant under bubblewrap, which writes the reason to `stderr` if it fails.
    fn start_in_sandbox(
        &self,
        with_streams: impl FnOnce(&mut Command),
        stderr: &mut SavedStderr,
    ) -> Result<Started, StartError> {
        let launcher = Launcher::start(&self.starter, &self.judge, &self.command, with_streams)
            .map_err(|error| match stderr.take_text() {
                Ok(words) if !words.is_empty() => StartError::Host(words),
                _ => StartError::Host(error.to_string()),
            })?;
        let (leader, counter) = (launcher.id, self.counter(launcher.id)?);
        let before = cpu_time(leader).unwrap_or_default();
        launcher.go()?;
        Ok(((leader, before), counter))
    }

    /// Opens the counter of the next program that `thread` becomes or starts, if a run has counters.
    fn counter(&self, thread: Pid) -> io::Result<Option<CpuCounter>> {
        let counter = self.settings.is_counted.then(|| CpuCounter::open(thread));
        let refused = |error| refused("CPU time cannot be counted", error);
        counter.transpose().map_err(refused)
    }
}

/// The first process, its CPU time before its program started, and a counter of later CPU time.
type Started = ((Pid, Duration), Option<CpuCounter>);

/// Makes the start of a program close all descriptors except the three standard ones and, in a
/// launcher, the one for the verdict.
fn close_inherited_on_exec() -> io::Result<()> {
    let verdict = env::var(VERDICT).ok();
    for entry in fs::read_dir("/proc/self/fd")? {
        let name = entry?.file_name();
        let number = name.to_str().and_then(|name| name.parse().ok());
        let number: i32 = number.ok_or_else(|| io::Error::other("/proc/self/fd is no list"))?;
        if number > 2 && name.to_str() != verdict.as_deref() {
            // The descriptor of this folder is closed by then.
            close_on_exec(number)?;
        }
    }
    Ok(())
}
