//! A worker's supervisor and its contestant, as the judge sees them.

use std::ffi::OsString;
use std::fs::File;
use std::io;
use std::mem;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::{WaitPidFlag, waitpid};
use nix::unistd::Pid;
use rustix::fs::{OFlags, fcntl_setfl};

use super::cgroup::Cgroup;
use super::channel::{Channel, Message};
use super::delay::host_delay;
use super::descriptors;
use super::freezer::thaw;
use super::limits::longest_wall;
use super::report::{End, Report};
use super::supervisor::{ARGUMENT, Isolation, Settings};
use super::tree::{children, descendants, kill_descendants};
use game::Limits;

/// Variables of the judge's environment that a contestant gets.
const KEPT: [&str; 3] = ["PATH", "HOME", "TMPDIR"];

/// Time that a supervisor has to report before the judge intervenes, and that the judge waits for a
/// process that it has killed.
const PATIENCE: Duration = Duration::from_secs(5);

/// Time after which the judge gives up a supervisor.
const GIVES_UP: Duration = Duration::from_secs(60);

const PAUSE: Duration = Duration::from_micros(200);

const START: Duration = Duration::from_secs(20);

/// Number of these times that a supervisor has at most, if the host delays it.
const STARTS: usize = 6;

/// Process ids of the supervisors of this judge, locked while one is started.
static SUPERVISORS: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// The supervisor of one worker, which runs its contestants one after the other. It is started with
/// the first contestant, and again after it was killed.
pub struct SupervisorHandle {
    settings: Settings,
    command: Vec<OsString>,
    process: Option<Process>,
}

/// A supervisor's process. Dropped, it ends, and its contestant with it.
struct Process {
    child: Child,
    channel: Channel,
    /// The process that starts contestants: in namespaces, the child of the one above.
    parent: Pid,
    _group: Option<Cgroup>,
}

/// A running contestant. Dropped, it is killed with all its children.
pub struct Contestant<'a> {
    process: &'a mut Process,
}

/// The judge's ends of a contestant's pipes; neither blocks.
pub struct Pipes {
    pub(crate) input: File,
    pub(crate) output: File,
}

impl Pipes {
    /// Pipes to a contestant's standard `input` and from its `output`.
    pub fn new(input: impl Into<OwnedFd>, output: impl Into<OwnedFd>) -> io::Result<Pipes> {
        let (input, output) = (File::from(input.into()), File::from(output.into()));
        for pipe in [&input, &output] {
            fcntl_setfl(pipe, OFlags::NONBLOCK)?;
        }
        Ok(Pipes { input, output })
    }
}

impl SupervisorHandle {
    /// A supervisor that runs `command` under `limits` for every case.
    pub fn new(command: &[OsString], limits: &Limits, isolation: Isolation) -> SupervisorHandle {
        let settings = Settings {
            namespaces: isolation != Isolation::None,
            cpu: Duration::from_millis(limits.cpu_ms),
            wall: longest_wall(Duration::from_millis(limits.wall_ms)),
            memory_kib: limits.memory_kib,
            open_files: descriptors::for_contestants(),
            group: None,
            bubblewrap: isolation == Isolation::Full,
        };
        SupervisorHandle {
            settings,
            command: command.to_vec(),
            process: None,
        }
    }

    /// Starts the contestant of a case, whose standard error goes to `stderr`.
    ///
    /// # Errors
    /// The supervisor could not be started. The report covers a contestant that could not.
    pub fn start(&mut self, stderr: File) -> io::Result<(Contestant<'_>, Pipes)> {
        let (stdin, input) = io::pipe()?;
        let (output, stdout) = io::pipe()?;
        let streams = [stdin.into(), stdout.into(), stderr.into()];
        let ready = self.process.take();
        let process = match ready.filter(|process| process.channel.start(&streams).is_ok()) {
            Some(process) => process,
            None => {
                let process = self.start_process()?;
                process.channel.start(&streams)?;
                process
            }
        };
        let contestant = Contestant {
            process: self.process.insert(process),
        };
        Ok((contestant, Pipes::new(input, output)?))
    }

    /// Starts a supervisor: in namespaces, or alone if the kernel refuses them.
    fn start_process(&mut self) -> io::Result<Process> {
        if self.settings.namespaces {
            if let Ok(process) = Process::start(&self.settings, &self.command) {
                return Ok(process);
            }
            self.settings.namespaces = false;
        }
        Process::start(&self.settings, &self.command)
    }
}

impl Process {
    fn start(settings: &Settings, command: &[OsString]) -> io::Result<Process> {
        // The judge inherits the contestant of a supervisor that is killed.
        set_child_subreaper(true)?;
        let (channel, theirs) = Channel::pair()?;
        let group = Cgroup::create();
        let settings = Settings {
            group: group.as_ref().map(|group| group.0.clone()),
            ..settings.clone()
        };
        let kept = KEPT.iter();
        let kept = kept.filter_map(|&name| Some((name, std::env::var_os(name)?)));
        let mut program = Command::new("/proc/self/exe");
        let settings = serde_json::to_string(&settings)?;
        program.arg(ARGUMENT).arg(settings).args(command);
        program.env_clear().envs(kept).env("LANG", "C.UTF-8");
        program.stdin(Stdio::null()).stdout(Stdio::null());
        program.stderr(theirs.0);
        let mut supervisors = supervisors();
        let child = program.spawn()?;
        let supervisor = pid_of(&child);
        supervisors.push(supervisor);
        drop(supervisors);
        // The judge's copy of the other end would keep the socket open.
        drop(program);
        let mut process = Process {
            child,
            channel,
            parent: supervisor,
            _group: group,
        };
        if !process.gets_ready()? {
            return Err(io::Error::other("it does not get ready"));
        }
        let Some(Message::Ready) = process.channel.message()? else {
            return Err(io::Error::other("it ended at once"));
        };
        // Without namespaces, its first child is its first contestant.
        let inside = children(supervisor);
        process.parent = inside.first().copied().unwrap_or(supervisor);
        Ok(process)
    }

    /// Waits for the first message, longer while the host delays the supervisor.
    fn gets_ready(&self) -> io::Result<bool> {
        for _ in 0..STARTS {
            if self.channel.has_message(START)? {
                return Ok(true);
            }
            if host_delay(self.parent, Duration::MAX).is_none() {
                break;
            }
        }
        Ok(false)
    }

    /// Stops the contestant if it runs, and waits for its report; `None` if the supervisor is gone.
    fn stop(&self) -> io::Result<Option<Report>> {
        let deadline = Instant::now() + GIVES_UP;
        let _ = self.channel.stop();
        while Instant::now() < deadline {
            if !self.channel.has_message(PATIENCE)? {
                self.rescue();
                continue;
            }
            match self.channel.message()? {
                Some(Message::Ended(report)) => return Ok(Some(report)),
                Some(Message::Ready | Message::FirstExited) => {}
                None => return Ok(None),
            }
        }
        let seconds = GIVES_UP.as_secs();
        let text = format!("no report of the supervisor within {seconds} s");
        Err(io::Error::other(text))
    }

    /// Kills and thaws the contestant, and continues the supervisor, which a contestant may have stopped.
    fn rescue(&self) {
        let supervisor = pid_of(&self.child);
        if self.parent == supervisor {
            kill_descendants(supervisor);
        }
        let below = descendants(supervisor).into_iter();
        below.chain([supervisor]).for_each(thaw);
        let _ = kill(supervisor, Signal::SIGCONT);
    }

    /// Waits for the end of the supervisor; `None` after `patience`.
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

    /// Returns the report on a contestant whose supervisor has ended without one.
    fn cause_of_end(&mut self) -> io::Result<Report> {
        let mut status = self.exit_status(PATIENCE)?;
        if status.is_none() {
            // A contestant that traces it hides its end from the judge.
            kill_orphans();
            status = self.exit_status(GIVES_UP)?;
        }
        let status = status.ok_or_else(|| io::Error::other("the supervisor does not end"))?;
        match status.signal() {
            Some(signal) => {
                kill_orphans();
                let cause = format!("signal {signal}, as was its supervisor");
                Ok(Report::without_usage(End::Killed(cause)))
            }
            None => Err(io::Error::other(format!("supervisor: {status}"))),
        }
    }

    fn end(&mut self) {
        self.channel.hang_up();
        if !matches!(self.exit_status(PATIENCE), Ok(Some(_))) {
            let _ = self.child.kill();
            // A process that the kernel holds ends later.
            let _ = self.exit_status(PATIENCE);
        }
        let pid = pid_of(&self.child);
        supervisors().retain(|&other| other != pid);
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

impl Contestant<'_> {
    /// Stops the contestant if it still runs, and returns the report on it.
    pub fn stop(mut self) -> io::Result<Report> {
        let report = self.conclude();
        // Dropped, it would be stopped again, and its supervisor would not report.
        mem::forget(self);
        report
    }

    /// A socket that becomes readable when the contestant has ended.
    pub fn socket(&self) -> BorrowedFd<'_> {
        self.process.channel.0.as_fd()
    }

    /// The process whose descendants are all the contestant's.
    pub fn supervisor(&self) -> Pid {
        self.process.parent
    }

    fn conclude(&mut self) -> io::Result<Report> {
        let stopped = self.process.stop();
        match stopped.inspect_err(|_| self.process.end())? {
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

/// Kills the processes that a killed supervisor has left to the judge: every child that is not a
/// supervisor, and its descendants.
fn kill_orphans() {
    let deadline = Instant::now() + PATIENCE;
    // Locked: none of them is being started.
    let supervisors = supervisors();
    loop {
        let mut orphans = children(Pid::this());
        orphans.retain(|pid| !supervisors.contains(pid));
        if orphans.is_empty() || Instant::now() > deadline {
            break;
        }
        for orphan in orphans {
            kill_descendants(orphan);
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

fn pid_of(child: &Child) -> Pid {
    Pid::from_raw(child.id() as i32)
}
