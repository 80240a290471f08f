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

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::net::Shutdown;
use std::os::fd::{AsFd, AsRawFd, RawFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::Duration;

use nix::errno::Errno;
use nix::fcntl::{FcntlArg, FdFlag, fcntl};
use nix::sys::prctl::set_child_subreaper;
use nix::sys::resource::{Resource, UsageWho, getrusage, setrlimit};
use nix::sys::signal::{Signal, kill, killpg};
use nix::sys::time::TimeValLike;
use nix::sys::wait::{WaitStatus, waitpid};
use nix::unistd::{Pid, dup2, setsid};
use serde::{Deserialize, Serialize};

use crate::limits::PROCESSES;

/// First argument of a judge that is to be a supervisor.
pub(crate) const ARGUMENT: &str = "__supervise";

/// How often the contestant's processes are looked at.
const INTERVAL: Duration = Duration::from_millis(10);

/// What the kernel calls a clock tick in its files, on every common machine.
const TICKS_PER_SECOND: u64 = 100;

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
    /// It went past its number of processes.
    OverProcesses,
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
    set_child_subreaper(true)?;
    setrlimit(Resource::RLIMIT_CORE, 0, 0)?;
    close_inherited_on_exec()?;
    let socket = UnixStream::from(io::stderr().as_fd().try_clone_to_owned()?);
    let child = match start(order) {
        Ok(child) => child,
        Err(error) => {
            return report(&socket, End::NotStarted(error.to_string()), 0, 0);
        }
    };
    // Only the contestant may hold its pipes open.
    let null = File::options().read(true).write(true).open("/dev/null")?;
    for stream in 0..=2 {
        dup2(null.as_raw_fd(), stream)?;
    }

    let family = Family {
        child,
        end: Mutex::new(None),
    };
    let family = &family;
    let judge = socket.try_clone()?;
    let (ended, at_end) = mpsc::channel::<()>();
    let watched = thread::scope(|scope| {
        let watcher = scope.spawn(|| watch(order, family, at_end));
        scope.spawn(|| family.stop_at_hangup(judge));
        family.wait_for_child();
        drop(ended);
        family.reap();
        // Wakes the thread that waits for the judge to hang up.
        let _ = socket.shutdown(Shutdown::Read);
        watcher.join().unwrap_or_default()
    });

    let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
    let accounted = (usage.user_time() + usage.system_time()).num_microseconds() as u64;
    let end = family.end.lock().map(|end| end.clone()).unwrap_or(None);
    report(
        &socket,
        end.ok_or_else(|| io::Error::other("the contestant's end was missed"))?,
        accounted.max(watched.cpu_us()),
        watched.memory_kib.max(usage.max_rss() as u64),
    )
}

fn start(order: &Order) -> io::Result<Pid> {
    let stderr = match &order.stderr {
        Some(path) => Stdio::from(File::create(path)?),
        None => Stdio::null(),
    };
    let child = Command::new(&order.command[0])
        .args(&order.command[1..])
        .stderr(stderr)
        .process_group(0)
        .spawn()?;
    Ok(Pid::from_raw(child.id() as i32))
}

fn report(mut socket: &UnixStream, end: End, cpu_us: u64, memory_kib: u64) -> io::Result<()> {
    let report = Report {
        end,
        cpu_us,
        memory_kib,
    };
    socket.write_all(&serde_json::to_vec(&report)?)
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
    child: Pid,
    /// How it ended; the first cause counts.
    end: Mutex<Option<End>>,
}

impl Family {
    /// Waits for the first process, reaping adopted ones on the way.
    fn wait_for_child(&self) {
        loop {
            match waitpid(None, None) {
                Ok(WaitStatus::Exited(pid, status)) if pid == self.child => {
                    return self.end(End::Exited(status));
                }
                Ok(WaitStatus::Signaled(pid, signal, _)) if pid == self.child => {
                    return self.end(End::Killed(signal.to_string()));
                }
                Ok(_) | Err(Errno::EINTR) => {}
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
            let _ = killpg(self.child, Signal::SIGKILL);
            kill_descendants();
        }
    }

    /// Leaves no process and no zombie behind.
    fn reap(&self) {
        while matches!(waitpid(None, None), Ok(_) | Err(Errno::EINTR)) {
            kill_descendants();
        }
    }

    /// Stops the contestant when the judge hangs up.
    fn stop_at_hangup(&self, mut judge: UnixStream) {
        let _ = judge.read(&mut [0]);
        self.end(End::Stopped);
    }
}

/// Kills whoever is left, frozen first so that none can multiply meanwhile.
fn kill_descendants() {
    for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
        for pid in descendants(4 * PROCESSES) {
            let _ = kill(pid, signal);
        }
    }
}

/// What regular looks at the contestant's processes have found.
#[derive(Default)]
struct Watched {
    /// Clock ticks of every process seen, by process and its start time.
    ticks: HashMap<(Pid, u64), u64>,
    memory_kib: u64,
}

impl Watched {
    fn cpu_us(&self) -> u64 {
        self.ticks.values().sum::<u64>() * 1_000_000 / TICKS_PER_SECOND
    }
}

/// Looks at the contestant's processes until the end, and kills them when they
/// go past a limit.
fn watch(order: &Order, family: &Family, at_end: mpsc::Receiver<()>) -> Watched {
    let mut watched = Watched::default();
    while at_end.recv_timeout(INTERVAL) == Err(mpsc::RecvTimeoutError::Timeout) {
        let pids = descendants(PROCESSES + 1);
        let mut memory_kib = 0;
        for &pid in &pids {
            if let Some((started, ticks)) = cpu_ticks(pid) {
                watched.ticks.insert((pid, started), ticks);
            }
            // Pages shared by forks are counted once, which is dearer to find out.
            let memory = if pids.len() == 1 {
                resident_kib
            } else {
                proportional_kib
            };
            memory_kib += memory(pid).unwrap_or(0);
        }
        watched.memory_kib = watched.memory_kib.max(memory_kib);
        if pids.len() > PROCESSES {
            family.end(End::OverProcesses);
        } else if memory_kib > order.memory_kib {
            family.end(End::OverMemory);
        } else if watched.cpu_us() > order.cpu.as_micros() as u64 {
            family.end(End::OverCpu);
        }
    }
    watched
}

/// Living processes that descend from this one, up to `most`.
fn descendants(most: usize) -> Vec<Pid> {
    let mut found = children(Pid::this());
    let mut next = 0;
    while next < found.len() && found.len() < most {
        found.extend(children(found[next]));
        next += 1;
    }
    found
}

/// Children of all threads of `pid`; none if it is gone.
fn children(pid: Pid) -> Vec<Pid> {
    let Ok(threads) = fs::read_dir(format!("/proc/{pid}/task")) else {
        return Vec::new();
    };
    threads
        .flatten()
        .filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok())
        .flat_map(|list| {
            let pids = list.split_ascii_whitespace();
            pids.filter_map(|pid| pid.parse().ok())
                .map(Pid::from_raw)
                .collect::<Vec<_>>()
        })
        .collect()
}

/// Start time and CPU time of a process without its children, both in clock ticks.
fn cpu_ticks(pid: Pid) -> Option<(u64, u64)> {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).ok()?;
    // The second field, a name, may itself hold spaces and parentheses.
    let (_, fields) = stat.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split(' ').collect();
    let field = |number: usize| fields.get(number - 3)?.parse::<u64>().ok();
    Some((field(22)?, field(14)? + field(15)?))
}

/// Resident memory of a process.
fn resident_kib(pid: Pid) -> Option<u64> {
    kib_after(
        "VmRSS:",
        &fs::read_to_string(format!("/proc/{pid}/status")).ok()?,
    )
}

/// Resident memory of a process, each page divided by how many share it.
fn proportional_kib(pid: Pid) -> Option<u64> {
    kib_after(
        "Pss:",
        &fs::read_to_string(format!("/proc/{pid}/smaps_rollup")).ok()?,
    )
}

/// The number in the line `label   number kB`.
fn kib_after(label: &str, text: &str) -> Option<u64> {
    let line = text.lines().find_map(|line| line.strip_prefix(label))?;
    line.trim().strip_suffix(" kB")?.parse().ok()
}
