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
mod starter;

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::time::Duration;

use nix::sys::prctl::{set_child_subreaper, set_dumpable};
use nix::sys::resource::{Resource, getrlimit, setrlimit};
use nix::sys::signal::SigSet;
use nix::unistd::{Pid, setsid};
use rustix::io::{FdFlags, fcntl_setfd};
use rustix::process::{getpriority_process, setpriority_process};
use rustix::stdio::{dup2_stdin, dup2_stdout};
use serde::{Deserialize, Serialize};

use super::cgroup::{self, CpuAccount, MemoryAccount};
use super::channel::{Channel, Message, StreamEnds};
use super::ids::NextId;
use super::report::{Report, StartError, refused};
use super::sampler::{Sampler, cpu_time};
use super::stderr::SavedStderr;
use super::sys::{CpuCounter, before_exec, close_on_exec, stop_ignoring_signals};
use super::user::ContestantUser;
use case::{Meter, RunningCase};
use sandbox::Launcher;
pub(crate) use sandbox::{ARGUMENT as LAUNCHER_ARGUMENT, launch};
use starter::Starter;

/// First argument of a supervisor; its settings as JSON and the contestant's command follow.
pub(crate) const ARGUMENT: &str = "__supervise";

/// Environment variable with the descriptor on which a grader writes its verdict.
const VERDICT: &str = "VERDICT_FD";

/// Niceness of the supervisor, which must run even beside many busy processes.
const PRIORITY: i32 = -20;

/// Descriptors that a supervisor needs; contestants may have fewer.
const OPEN_FILES: u64 = 64;

/// Surroundings that contestants run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// A session of their own
    None,
    /// Namespaces for process ids, IPC and mounts
    Namespaces,
    /// Bubblewrap for every case: read-only system, private /tmp, no network
    Full,
}

/// Settings for all contestants of a supervisor, without their command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Isolation level. Except under `None`, the supervisor has two parts: the outer part makes
    /// namespaces, and the inner part, their first process, runs the contestants.
    pub isolation: Isolation,
    /// User of the contestants, if it is not the judge's.
    pub user: Option<ContestantUser>,
    pub cpu: Duration,
    /// Wall limit that holds even if the judge hangs; it includes the judge's own turns.
    pub wall: Duration,
    pub memory_kib: u64,
    /// Soft limit of a contestant's descriptors.
    pub open_files: u64,
    /// Folders of the supervisor's control groups.
    pub groups: Vec<PathBuf>,
    /// True if CPU time is counted unless a group has an account of it; a case whose counter fails
    /// then is the judge's failure.
    pub is_counted: bool,
    /// Start of the contestant.
    #[serde(default)]
    pub invocation: Invocation,
}

/// Start of a contestant, beside the words of its command.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Invocation {
    /// Folder in which it starts; that of the judge if empty.
    pub folder: PathBuf,
    /// Descriptor of the compiled program, which supervisors inherit; without it, the first word of
    /// the command is looked up.
    pub program: Option<RawFd>,
    /// Folders that isolation at the level `full` hides.
    pub hidden: Vec<PathBuf>,
    /// Folders of shared libraries that are found before those that the program names.
    pub libraries: Vec<PathBuf>,
}

impl Invocation {
    /// Returns the path of the open program.
    pub(crate) fn path(&self) -> Option<String> {
        self.program.map(|number| format!("/proc/self/fd/{number}"))
    }
}

impl Settings {
    /// Returns true in the inner part, the namespaces' first process.
    pub fn is_inside(&self) -> bool {
        self.isolation != Isolation::None && Pid::this().as_raw() == 1
    }
}

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
    let mut next_id = None;
    if settings.is_inside() {
        let in_sandbox = settings.isolation == Isolation::Full;
        next_id = namespaces::settle(in_sandbox).map_err(namespaces::refusal)?;
    } else {
        cgroup::enter(&settings.groups)?;
        if settings.isolation != Isolation::None {
            return namespaces::enter();
        }
    }
    Supervisor::new(settings, command.to_vec(), next_id)?.serve()?;
    Ok(ExitCode::SUCCESS)
}

/// A supervisor between two cases.
struct Supervisor {
    settings: Settings,
    command: Vec<OsString>,
    judge: Channel,
    starter: Starter,
    memory: Option<MemoryAccount>,
    cpu: Option<CpuAccount>,
    next_id: Option<NextId>,
}

impl Supervisor {
    fn new(
        settings: Settings,
        command: Vec<OsString>,
        next_id: Option<NextId>,
    ) -> io::Result<Supervisor> {
        set_child_subreaper(true)?;
        setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
        limit_files(settings.open_files.max(OPEN_FILES))?;
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
        let groups = &settings.groups[..];
        let memory = (!groups.is_empty()).then(|| MemoryAccount::open(groups));
        let cpu = CpuAccount::open(groups)?;
        let (priority, isolation) = (getpriority_process(None)?, settings.isolation);
        // Only root may do this.
        let _ = setpriority_process(None, PRIORITY);
        let starter = Starter::new(move |thread| {
            setpriority_process(None, priority)?;
            if isolation != Isolation::None {
                namespaces::confine(isolation == Isolation::Full).map_err(namespaces::refusal)?;
            }
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
            cpu,
            next_id,
        })
    }

    fn serve(&self) -> io::Result<()> {
        self.meter(self.starter.id)?;
        self.judge.report(&Message::Ready { has_random_ids: self.next_id.is_some() })?;
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
        self.next_id.iter().try_for_each(NextId::randomise)?;
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
        let (leader, meter) = match started {
            Ok(started) => started,
            Err(error) => {
                // Ends processes that the failed start has left.
                case::end_all(&self.settings, |_| {});
                return Ok(Err(error));
            }
        };
        self.judge.report(&Message::Started)?;
        let mut case = RunningCase::new(&self.settings, meter, sampler, leader, stderr);
        let played = case.play(&self.judge);
        case.clear();
        if self.settings.isolation == Isolation::Namespaces {
            namespaces::empty_shared_places()?;
            self.starter.run(namespaces::renew_ipc)?;
        }
        played?;
        case.report().map(Ok)
    }

    /// Starts the contestant; returns its first process, this process's CPU time, and a meter.
    fn start(&self, with_streams: impl FnOnce(&mut Command)) -> Result<Started<'_>, StartError> {
        let invocation = &self.settings.invocation;
        let program = invocation.path().map_or_else(|| self.command[0].clone(), OsString::from);
        let mut command = Command::new(program);
        command.arg0(&self.command[0]).args(&self.command[1..]).process_group(0);
        if invocation.folder != Path::new("") {
            command.current_dir(&invocation.folder);
        }
        if let Some(user) = &self.settings.user {
            command.uid(user.ids.0).gid(user.ids.1);
        }
        with_streams(&mut command);
        let meter = self.meter(self.starter.id)?;
        if self.settings.open_files < OPEN_FILES {
            let soft = self.settings.open_files;
            before_exec(&mut command, move || limit_files(soft));
        }
        let leader = self.starter.start(command)?;
        Ok(((leader, Duration::ZERO), meter))
    }

    /// Starts the contestant under bubblewrap, which writes the reason to `stderr` if it fails.
    fn start_in_sandbox(
        &self,
        with_streams: impl FnOnce(&mut Command),
        stderr: &mut SavedStderr,
    ) -> Result<Started<'_>, StartError> {
        let launcher = Launcher::start(
            &self.starter,
            &self.judge,
            &self.settings,
            &self.command,
            with_streams,
        )
        .map_err(|error| match stderr.take_text() {
            Ok(words) if !words.is_empty() => StartError::Host(words),
            _ => StartError::Host(error.to_string()),
        })?;
        let (leader, meter) = (launcher.id, self.meter(launcher.id)?);
        let before = cpu_time(leader).unwrap_or_default();
        launcher.go()?;
        Ok(((leader, before), meter))
    }

    /// Begins to measure the next program that `thread` becomes or starts.
    fn meter(&self, thread: Pid) -> io::Result<Meter<'_>> {
        if let Some(account) = &self.cpu {
            return Ok(Meter::Group(account, account.time()?));
        }
        let counter = self.settings.is_counted.then(|| CpuCounter::open(thread));
        let refused = |error| refused("CPU time cannot be counted", error);
        let counter = counter.transpose().map_err(refused)?;
        Ok(counter.map_or(Meter::None, Meter::Counter))
    }
}

/// The first process, its CPU time before its program started, and a meter of later CPU time.
type Started<'a> = ((Pid, Duration), Meter<'a>);

/// Sets the soft limit of this process's descriptors, as far as the hard limit allows.
fn limit_files(soft: u64) -> io::Result<()> {
    let (_, hard) = getrlimit(Resource::RLIMIT_NOFILE)?;
    Ok(setrlimit(Resource::RLIMIT_NOFILE, soft.min(hard), hard)?)
}

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
