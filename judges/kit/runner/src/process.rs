//! A worker's supervisor and its contestant, from the judge's view.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};
use std::{fmt, mem};

use clap::ValueEnum;
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use procfs::process::Stat;

use super::cgroup::Cgroup;
use super::channel::{Channel, Message};
use super::delay::host_delay;
use super::descriptors;
use super::limits::longest_wall;
use super::ready::ready;
use super::report::{End, Report, StartError};
use super::supervisor::{ARGUMENT, Invocation, Isolation, Settings};
use super::tree::{children, descendants, kill_descendants, read, thaw};
use super::user::ContestantUser;
use game::{Cost, CpuSource, Limits, MemorySource};

/// Environment variables that a contestant gets from the judge.
const KEPT: [&str; 3] = ["PATH", "HOME", "TMPDIR"];

/// Time that a supervisor has to report before the judge intervenes, and that the judge waits for a
/// process that it has killed.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time after which the judge gives up on a supervisor.
const GIVES_UP: Duration = Duration::from_secs(60);

const PAUSE: Duration = Duration::from_micros(200);

const START_TIMEOUT: Duration = Duration::from_secs(20);

/// Maximum number of such waits if the host delays the supervisor.
const MAX_START_WAITS: usize = 6;

/// Process ids of the supervisors of this judge, locked while one is started.
static SUPERVISORS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// Note for a run whose contestants get no control group.
pub const NO_GROUP: &str =
    "memory counts only where it is mapped: contestants get no control group";

/// Isolation and resources that the host permits; determined once per run.
#[derive(Clone, Debug)]
pub struct Surroundings {
    /// The level of isolation.
    pub isolation: Isolation,
    /// User of the contestants, if it is not the judge's.
    pub user: Option<ContestantUser>,
    /// True if contestants get control groups.
    pub has_groups: bool,
    /// True if the process ids of contestants that run at the same time differ.
    pub has_own_ids: bool,
    /// True if their CPU time is counted.
    is_counted: bool,
}

impl fmt::Display for Surroundings {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let level = self.isolation.to_possible_value();
        f.write_str(level.as_ref().map_or("", |level| level.get_name()))?;
        if let Some(user) = &self.user {
            write!(f, ", user {user}")?;
        }
        if self.has_own_ids { Ok(()) } else { f.write_str(", the same process ids") }
    }
}

impl Surroundings {
    /// Finds out by trials what contestants get. If no level is `asked` for, they get namespaces,
    /// or none if the kernel refuses them; then `fall_back` gets the reason.
    ///
    /// # Errors
    /// The requested level is refused, or a trial failed.
    pub fn find(
        asked: Option<Isolation>,
        user: Option<ContestantUser>,
        fall_back: impl FnOnce(&str),
    ) -> io::Result<Self> {
        let isolation = asked.unwrap_or(Isolation::Namespaces);
        match Surroundings::tried(isolation, user.clone()) {
            Err(error) if asked.is_none() && error.kind() == ErrorKind::Unsupported => {
                fall_back(&error.to_string());
                Surroundings::tried(Isolation::None, user)
            }
            found => found,
        }
    }

    /// Finds the most that the host permits at this level: a control group, and a counter.
    fn tried(isolation: Isolation, user: Option<ContestantUser>) -> io::Result<Surroundings> {
        let mut surroundings = Surroundings {
            isolation,
            user,
            has_groups: Cgroup::create()?.is_some(),
            has_own_ids: true,
            is_counted: true,
        };
        loop {
            let tried = surroundings.try_out();
            let is_refusal = |error: &io::Error| error.kind() == ErrorKind::Unsupported;
            match tried.as_ref().is_err_and(is_refusal) {
                true if surroundings.is_counted => surroundings.is_counted = false,
                // A user may be allowed to make a group but not to enter it.
                true if surroundings.has_groups => {
                    surroundings.has_groups = false;
                    surroundings.is_counted = true;
                }
                _ => {
                    surroundings.has_own_ids = tried?;
                    return Ok(surroundings);
                }
            }
        }
    }

    /// Starts a supervisor, and at the level `full` also a contestant; returns true if the process
    /// ids of contestants differ.
    fn try_out(&self) -> io::Result<bool> {
        let limits = Limits::new(60_000, 1024);
        let mut trial =
            SupervisorHandle::new(&["true".into()], Invocation::default(), &limits, self);
        let process = trial.process.insert(Process::start(&trial)?);
        let has_own_ids = process.has_random_ids || self.isolation == Isolation::None;
        if self.isolation != Isolation::Full {
            return Ok(has_own_ids);
        }
        let null = File::options().write(true).open("/dev/null")?;
        let (contestant, pipes) = trial.start(null, None).map_err(|error| match error {
            StartError::Program(text) => io::Error::other(format!("`true`: {text}")),
            StartError::Host(text) => io::Error::other(text),
        })?;
        drop(pipes);
        ready([Some(contestant.socket())], START_TIMEOUT)?;
        match contestant.stop()?.end {
            End::Exited(0) => Ok(has_own_ids),
            end => Err(io::Error::other(format!("the trial's program: {end:?}"))),
        }
    }
}

/// The supervisor of a worker, which runs one contestant after another. It is started with the
/// first contestant, and again if it was killed.
pub struct SupervisorHandle {
    settings: Settings,
    has_groups: bool,
    command: Vec<OsString>,
    process: Option<Process>,
}

/// A supervisor's process. When dropped, it exits together with its contestant.
struct Process {
    child: Child,
    id: Pid,
    channel: Channel,
    /// The process that starts contestants: in namespaces, the child of `child`.
    parent: Pid,
    has_random_ids: bool,
    /// True if contestants cannot kill or stop the supervisor.
    is_protected: bool,
    _group: Option<Cgroup>,
}

/// A running contestant. When dropped, it is killed with all its children.
pub struct Contestant<'a> {
    process: &'a mut Process,
}

impl SupervisorHandle {
    /// Prepares a supervisor that runs `command` under `limits` for every case.
    pub fn new(
        command: &[OsString],
        invocation: Invocation,
        limits: &Limits,
        surroundings: &Surroundings,
    ) -> Self {
        let settings = Settings {
            isolation: surroundings.isolation,
            user: surroundings.user.clone(),
            cpu: Duration::from_millis(limits.cpu_ms),
            wall: longest_wall(Duration::from_millis(limits.wall_ms)),
            memory_kib: limits.memory_kib,
            open_files: descriptors::for_contestants(),
            groups: Vec::new(),
            is_counted: surroundings.is_counted,
            invocation,
        };
        SupervisorHandle {
            settings,
            has_groups: surroundings.has_groups,
            command: command.to_vec(),
            process: None,
        }
    }

    /// Starts a case's contestant and waits until its program runs. Its errors go to `stderr`, and
    /// the verdict of the grader in its program to `verdict`.
    ///
    /// # Errors
    /// It did not start.
    pub fn start(
        &mut self,
        stderr: File,
        verdict: Option<OwnedFd>,
    ) -> Result<(Contestant<'_>, [OwnedFd; 2]), StartError> {
        let failed = |error: io::Error| StartError::Host(error.to_string());
        let (stdin, input) = io::pipe().map_err(failed)?;
        let (output, stdout) = io::pipe().map_err(failed)?;
        let pipes = [input.into(), output.into()];
        let streams = ([stdin.into(), stdout.into(), stderr.into()], verdict);
        let ready = self.process.take();
        let process = match ready.filter(|process| process.channel.start(&streams).is_ok()) {
            Some(process) => process,
            None => {
                let process = Process::start(self).map_err(|error| {
                    StartError::Host(format!("the supervisor did not start: {error}"))
                })?;
                process.channel.start(&streams).map_err(failed)?;
                process
            }
        };
        // From here on, only the contestant holds its ends.
        drop(streams);
        // If this fails, the process is dropped.
        match process.message(|| process.resume()).map_err(failed)? {
            Some(Message::NotStarted(error)) => {
                // After a failure of the host, the next case gets another supervisor.
                let is_usable = matches!(error, StartError::Program(_));
                self.process = is_usable.then_some(process);
                Err(error)
            }
            _ => Ok((Contestant { process: self.process.insert(process) }, pipes)),
        }
    }
}

impl Process {
    fn start(handle: &SupervisorHandle) -> io::Result<Process> {
        let none = || io::Error::other("no control group can be made any more");
        let group = || Cgroup::create()?.ok_or_else(none);
        let group = handle.has_groups.then(group).transpose()?;
        // If a supervisor is killed, the judge becomes the parent of its contestant.
        set_child_subreaper(true)?;
        let (channel, theirs) = Channel::pair()?;
        let settings = Settings {
            groups: group.iter().flat_map(|group| group.0.clone()).collect(),
            ..handle.settings.clone()
        };
        let kept = KEPT.iter().filter_map(|&name| Some((name, std::env::var_os(name)?)));
        let mut program = Command::new("/proc/self/exe");
        program.arg(ARGUMENT).arg(serde_json::to_string(&settings)?);
        program.args(&handle.command);
        program.env_clear().envs(kept).env("LANG", "C.UTF-8");
        program.envs(settings.user.iter().map(|user| ("HOME", &user.home)));
        let libraries = &settings.invocation.libraries;
        if !libraries.is_empty() {
            let paths = std::env::join_paths(libraries).map_err(io::Error::other)?;
            program.env("LD_LIBRARY_PATH", paths);
        }
        program.stdin(Stdio::null()).stdout(Stdio::null());
        program.stderr(theirs.0);
        let mut supervisors = supervisors();
        let child = program.spawn()?;
        let id = Pid::from_raw(child.id() as i32);
        supervisors.push(id);
        drop(supervisors);
        // A copy of the other end in the judge would keep the socket open.
        drop(program);
        let mut process = Process {
            child,
            id,
            channel,
            parent: id,
            has_random_ids: false,
            is_protected: settings.isolation != Isolation::None || settings.user.is_some(),
            _group: group,
        };
        if !process.gets_ready()? {
            return Err(io::Error::other("it does not get ready"));
        }
        let Some(Message::Ready { has_random_ids }) = process.channel.message()? else {
            return Err(io::Error::other("it ended at once"));
        };
        process.has_random_ids = has_random_ids;
        // In namespaces, the first child is the inner supervisor; otherwise the first child is still to come.
        process.parent = children(id)?.first().copied().unwrap_or(id);
        Ok(process)
    }

    /// Waits for the first message; longer if the host delays the supervisor.
    fn gets_ready(&self) -> io::Result<bool> {
        for _ in 0..MAX_START_WAITS {
            if self.channel.has_message(START_TIMEOUT)? {
                return Ok(true);
            }
            if host_delay(self.parent, Duration::MAX)?.is_none() {
                break;
            }
        }
        Ok(false)
    }

    /// Stops the contestant if it runs; returns its report, `None` if the supervisor has exited.
    fn stop(&self) -> io::Result<Option<Report>> {
        let _ = self.channel.stop();
        loop {
            match self.message(|| self.rescue())? {
                Some(Message::Ended(report)) => return Ok(Some(report)),
                Some(_) => {}
                None => return Ok(None),
            }
        }
    }

    /// Waits for the supervisor's next message and intervenes every 5 s. `None` if the supervisor
    /// has exited; an error after 60 s.
    fn message(&self, intervene: impl Fn()) -> io::Result<Option<Message>> {
        let deadline = Instant::now() + GIVES_UP;
        loop {
            // This comes first, since this process may have been stopped.
            if self.channel.has_message(PATIENCE)? {
                return self.channel.message();
            }
            if Instant::now() >= deadline {
                break;
            }
            intervene();
        }
        let seconds = GIVES_UP.as_secs();
        Err(io::Error::other(format!("no report of the supervisor within {seconds} s")))
    }

    /// Kills the contestant, and lets both processes continue to their exit.
    fn rescue(&self) {
        if self.parent == self.id {
            // If it fails, this happens again until the judge gives up.
            let _ = kill_descendants(self.id);
        }
        self.resume();
    }

    /// Thaws the contestant and the supervisor, and continues the supervisor, since a contestant
    /// may have frozen or stopped it.
    fn resume(&self) {
        // If the list fails, the next intervention tries again, until the judge gives up.
        descendants(self.id).unwrap_or_default().into_iter().chain([self.id]).for_each(thaw);
        let _ = kill(self.id, Signal::SIGCONT);
    }

    /// Waits for the exit of the supervisor; `None` after `patience`.
    fn exit_status(&mut self, patience: Duration) -> io::Result<Option<ExitStatus>> {
        let deadline = Instant::now() + patience;
        loop {
            let status = self.child.try_wait()?;
            if status.is_some() || Instant::now() > deadline {
                return Ok(status);
            }
            thread::sleep(PAUSE);
        }
    }

    /// Returns the report on a contestant whose supervisor has exited without a report.
    fn cause_of_end(&mut self) -> io::Result<Report> {
        let mut status = self.exit_status(PATIENCE)?;
        if status.is_none() {
            // If a contestant traces the supervisor, the judge does not see its exit.
            kill_orphans()?;
            status = self.exit_status(GIVES_UP)?;
        }
        let status = status.ok_or_else(|| io::Error::other("the supervisor does not end"))?;
        let Some(signal) = status.signal() else {
            return Err(io::Error::other(format!("supervisor: {status}")));
        };
        kill_orphans()?;
        if self.is_protected {
            let text = format!("something outside killed the supervisor by signal {signal}");
            return Err(io::Error::other(text));
        }
        Ok(Report {
            end: End::Killed(format!("signal {signal}, as was its supervisor")),
            cost: Cost {
                cpu_source: Some(CpuSource::Accounts),
                memory_source: Some(MemorySource::Resident),
                ..Cost::default()
            },
            stderr_lost: None,
        })
    }

    fn end(&mut self) {
        self.channel.hang_up();
        if !matches!(self.exit_status(PATIENCE), Ok(Some(_))) {
            let _ = self.child.kill();
            // A process that is blocked in the kernel exits later.
            let _ = self.exit_status(PATIENCE);
        }
        supervisors().retain(|&other| other != self.id);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

impl Contestant<'_> {
    /// Stops the contestant if it still runs; returns its report.
    pub fn stop(mut self) -> io::Result<Report> {
        let report = self.conclude();
        // Dropping it would stop it again, and its supervisor would send no report.
        mem::forget(self);
        report
    }

    /// Returns a socket that becomes readable when the contestant has ended.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.process.channel.0.as_fd()
    }

    /// Returns the process whose descendants all belong to the contestant.
    pub fn supervisor(&self) -> Pid {
        self.process.parent
    }

    fn conclude(&mut self) -> io::Result<Report> {
        match self.process.stop().inspect_err(|_| self.process.end())? {
            Some(report) => Ok(report),
            None => self.process.cause_of_end(),
        }
    }
}

impl Drop for Contestant<'_> {
    fn drop(&mut self) {
        let _ = self.conclude();
    }
}

/// Kills the processes that a killed supervisor has left to the judge, with their descendants.
/// These are children of the judge in another session that are not supervisors.
fn kill_orphans() -> io::Result<()> {
    let deadline = Instant::now() + PATIENCE;
    // With this lock, no supervisor is being started.
    let supervisors = supervisors();
    let session = |pid| io::Result::Ok(read(pid, "stat")?.map(|stat: Stat| stat.session));
    let own = session(Pid::this())?;
    loop {
        let mut orphans = Vec::new();
        for pid in children(Pid::this())? {
            if !supervisors.contains(&pid) && session(pid)? != own {
                orphans.push(pid);
            }
        }
        if orphans.is_empty() || Instant::now() > deadline {
            return Ok(());
        }
        for orphan in orphans {
            kill_descendants(orphan)?;
            let _ = kill(orphan, Signal::SIGKILL);
            thaw(orphan);
            let _ = waitpid(orphan, Some(WaitPidFlag::WNOHANG));
        }
        thread::sleep(PAUSE);
    }
}

fn supervisors() -> MutexGuard<'static, Vec<Pid>> {
    SUPERVISORS.lock().unwrap_or_else(PoisonError::into_inner)
}
