//! The process between a judge and a contestant. The judge starts itself once
//! more for every case, as a supervisor; that one runs the contestant in a
//! session of its own, adopts whatever the contestant leaves behind (it is a
//! child subreaper), holds all of it to its limits, kills and reaps it, and
//! reports what it used. Because a supervisor has no other children, what the
//! kernel accounts to its children is this contestant's alone.
//!
//! The supervisor inherits the contestant's standard input and output; its
//! standard error is a socket to the judge. When the judge shuts that socket
//! down, or dies, the contestant is stopped.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, ExitCode, Stdio};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::prctl::set_child_subreaper;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::{SigSet, Signal, killpg};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{Pid, dup2, setsid};
use rustix::process::{WaitId, WaitIdOptions, WaitIdStatus, setpriority_process, waitid};
use serde::{Deserialize, Serialize};

use super::limits::{SAVED_ERROR_BYTES, TASKS};
use super::processes::{Looks, children, kill_descendants};

/// First argument of a judge that is to be a supervisor.
pub(crate) const ARGUMENT: &str = "__supervise";

/// How often the contestant's processes are looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// The supervisor's own priority, where it may have one: it has to get through
/// to a crowd of processes that multiply.
const PRIORITY: i32 = -20;

/// What the supervisor has to know.
pub(crate) struct Order {
    /// CPU limit.
    pub cpu: Duration,
    /// Limit of resident memory, KiB.
    pub memory_kib: u64,
    /// Where the contestant's standard error goes; nowhere if not given.
    pub stderr: Option<PathBuf>,
    /// Program and arguments.
    pub command: Vec<OsString>,
}

/// How the contestant ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum End {
    /// It could not be started.
    NotStarted(String),
    /// It exited with this status.
    Exited(i32),
    /// Somebody else sent it this signal.
    Killed(String),
    /// The judge had it stopped.
    Stopped,
    /// It went past its CPU limit.
    OverCpu,
    /// It went past its memory limit.
    OverMemory,
    /// It went past its number of processes and threads.
    OverTasks,
}

/// What the contestant did and used, children included.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// How it ended.
    pub end: End,
    /// CPU time, microseconds.
    pub cpu_us: u64,
    /// Peak of resident memory, KiB.
    pub memory_kib: u64,
}

impl Order {
    /// The arguments that bring this order to a supervisor.
    pub fn to_args(&self) -> Vec<OsString> {
        let stderr = self.stderr.clone().unwrap_or_default();
        let mut args = vec![
            ARGUMENT.into(),
            self.cpu.as_micros().to_string().into(),
            self.memory_kib.to_string().into(),
            stderr.into_os_string(),
        ];
        args.extend(self.command.iter().cloned());
        args
    }

    /// Reads the arguments behind [`ARGUMENT`].
    fn from_args(mut args: impl Iterator<Item = OsString>) -> Option<Order> {
        let mut number = || args.next()?.to_str()?.parse().ok();
        let (cpu, memory_kib) = (Duration::from_micros(number()?), number()?);
        let stderr = Some(args.next()?).filter(|path| !path.is_empty());
        let command: Vec<OsString> = args.collect();
        (!command.is_empty()).then(|| Order {
            cpu,
            memory_kib,
            stderr: stderr.map(PathBuf::from),
            command,
        })
    }
}

/// Runs the supervisor with the arguments behind [`ARGUMENT`].
pub(crate) fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let result = Order::from_args(args)
        .ok_or_else(|| io::Error::other("not a supervisor's arguments"))
        .and_then(|order| supervise(&order));
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn supervise(order: &Order) -> io::Result<()> {
    setsid()?;
    // Whoever started the judge may have blocked some; that would be inherited.
    SigSet::empty().thread_set_mask()?;
    set_child_subreaper(true)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    close_inherited_on_exec()?;
    let errors = order.stderr.as_ref().map(File::create).transpose()?;
    let socket = UnixStream::from(io::stderr().as_fd().try_clone_to_owned()?);
    let mut child = match start(&order.command, errors.is_some()) {
        Ok(child) => child,
        Err(error) => {
            return report(&socket, End::NotStarted(error.to_string()), 0, 0);
        }
    };
    // Only root may; without, the supervisor has to make do with its fair share.
    let _ = setpriority_process(None, PRIORITY);
    // Only the contestant may hold its pipes open.
    let null = File::options().read(true).write(true).open("/dev/null")?;
    for stream in 0..=2 {
        dup2(null.as_raw_fd(), stream)?;
    }

    let stderr = child.stderr.take();
    let family = Family {
        leader: Pid::from_raw(child.id() as i32),
        end: Mutex::new(None),
    };
    let family = &family;
    let judge = socket.try_clone()?;
    let (ended, at_end) = mpsc::channel::<()>();
    let (cpu, peak_kib) = thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(order, family, at_end));
        scope.spawn(|| family.stop_at_hangup(judge));
        if let (Some(stderr), Some(file)) = (stderr, errors) {
            scope.spawn(|| save(stderr, file));
        }
        family.wait_for_leader();
        drop(ended);
        let watched = watcher.join().unwrap_or_default();
        reap();
        // Wakes the thread that waits for the judge to hang up.
        let _ = socket.shutdown(Shutdown::Read);
        watched
    });

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let accounted = (usage.user_time() + usage.system_time()).num_microseconds() as u64;
    let end = family.end.lock().map(|end| end.clone()).unwrap_or(None);
    report(
        &socket,
        end.ok_or_else(|| io::Error::other("the contestant's end was missed"))?,
        // Children that nobody waits for are in no account, but were looked at.
        accounted.max(cpu.as_micros() as u64),
        peak_kib.max(usage.max_rss() as u64),
    )
}

fn start(command: &[OsString], with_stderr: bool) -> io::Result<Child> {
    let stderr = if with_stderr {
        Stdio::piped()
    } else {
        Stdio::null()
    };
    Command::new(&command[0])
        .args(&command[1..])
        .stderr(stderr)
        .process_group(0)
        .spawn()
}

fn report(mut socket: &UnixStream, end: End, cpu_us: u64, memory_kib: u64) -> io::Result<()> {
    let report = Report {
        end,
        cpu_us,
        memory_kib,
    };
    socket.write_all(&serde_json::to_vec(&report)?)
}

/// Saves the start of the contestant's standard error, and drops the rest: it
/// must never have to wait, nor can it fill the disk.
fn save(mut stderr: ChildStderr, mut file: File) {
    let start = io::Read::by_ref(&mut stderr).take(SAVED_ERROR_BYTES);
    let _ = io::copy(&mut { start }, &mut file);
    let _ = io::copy(&mut stderr, &mut io::sink());
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

/// The contestant's first process and all that descend from it.
struct Family {
    leader: Pid,
    /// How it ended; the first cause counts.
    end: Mutex<Option<End>>,
}

impl Family {
    /// Waits for the first process. It is not reaped: until all is over, its
    /// number and its group's can go to nobody else.
    fn wait_for_leader(&self) {
        let leader = rustix::process::Pid::from_raw(self.leader.as_raw());
        let Some(id) = leader.map(WaitId::Pid) else {
            return;
        };
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        loop {
            match waitid(id.clone(), options) {
                Ok(Some(status)) => return self.end(end_of(&status)),
                Ok(None) | Err(rustix::io::Errno::INTR) => {}
                Err(_) => return,
            }
        }
    }

    /// Ends the contestant for this cause, unless it has ended already.
    fn end(&self, cause: End) {
        let Ok(mut end) = self.end.lock() else { return };
        if end.is_none() {
            *end = Some(cause);
            // The group dies at one blow: a fork in progress does not escape it.
            let _ = killpg(self.leader, Signal::SIGKILL);
            kill_descendants(Pid::this());
        }
    }

    /// Stops the contestant when the judge hangs up.
    fn stop_at_hangup(&self, mut judge: UnixStream) {
        let _ = judge.read(&mut [0]);
        self.end(End::Stopped);
    }
}

fn end_of(status: &WaitIdStatus) -> End {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(status), _) => End::Exited(status),
        (None, Some(number)) => End::Killed(match Signal::try_from(number) {
            Ok(signal) => signal.to_string(),
            Err(_) => format!("signal {number}"),
        }),
        (None, None) => End::Killed("a signal".into()),
    }
}

/// Leaves no process and no zombie behind.
fn reap() {
    loop {
        kill_descendants(Pid::this());
        if waitpid(None, None) == Err(Errno::ECHILD) {
            return;
        }
        while !matches!(
            waitpid(None, Some(WaitPidFlag::WNOHANG)),
            Ok(WaitStatus::StillAlive) | Err(Errno::ECHILD)
        ) {}
    }
}

/// Looks at the contestant's processes until the end, and kills them when they
/// go past a limit. Gives the CPU time and the peak of memory (KiB) seen.
fn watch(order: &Order, family: &Family, at_end: mpsc::Receiver<()>) -> (Duration, u64) {
    let mut looks = Looks::default();
    let mut cpu = Duration::ZERO;
    while at_end.recv_timeout(INTERVAL) == Err(mpsc::RecvTimeoutError::Timeout) {
        let look = looks.look(Pid::this());
        cpu = look.cpu;
        if look.tasks > TASKS {
            family.end(End::OverTasks);
        } else if look.memory_kib > order.memory_kib {
            family.end(End::OverMemory);
        } else if look.cpu > order.cpu {
            family.end(End::OverCpu);
        }
        // Those adopted that have ended: a zombie would count as a process.
        for pid in children(Pid::this()) {
            if pid != family.leader {
                let _ = waitpid(pid, Some(WaitPidFlag::WNOHANG));
            }
        }
    }
    (cpu, looks.peak_kib())
}
