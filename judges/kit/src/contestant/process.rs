//! A contestant's process as the judge sees it.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, ErrorKind, Read};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::Duration;

use nix::fcntl::{FcntlArg, OFlag, fcntl};
use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;

use super::limits::Limits;
use super::processes::{children, kill_descendants};
use super::supervisor::{End, Order, Report};

/// Variables of the judge's environment that a contestant gets too.
const KEPT: [&str; 3] = ["PATH", "HOME", "TMPDIR"];

/// How long a supervisor may take to clear up before the judge lends a hand.
const PATIENCE: Duration = Duration::from_secs(5);

/// A running contestant. Dropped, it is killed with all its children.
pub(crate) struct Contestant {
    supervisor: Child,
    socket: UnixStream,
}

/// The judge's ends of a contestant's pipes; neither blocks.
pub struct Pipes {
    /// What the contestant reads.
    pub(crate) input: File,
    /// What it writes.
    pub(crate) output: File,
}

impl Pipes {
    /// Pipes to write to a contestant's `input` and to read its `output`.
    ///
    /// # Errors
    /// One of them is no open descriptor.
    pub fn new(input: impl Into<OwnedFd>, output: impl Into<OwnedFd>) -> io::Result<Pipes> {
        Ok(Pipes {
            input: nonblocking(input.into())?,
            output: nonblocking(output.into())?,
        })
    }
}

impl Contestant {
    /// Starts `command` under `limits`, its standard error going to `stderr`
    /// or nowhere.
    ///
    /// # Errors
    /// The supervisor could not be started. That the contestant could not be
    /// is part of the report.
    pub fn start(
        command: &[OsString],
        limits: &Limits,
        stderr: Option<&Path>,
    ) -> io::Result<(Contestant, Pipes)> {
        let order = Order {
            cpu: limits.cpu,
            memory_kib: limits.memory_kib,
            stderr: stderr.map(PathBuf::from),
            command: command.to_vec(),
        };
        // Should a supervisor be killed, the judge inherits its contestant.
        set_child_subreaper(true)?;
        let (socket, theirs) = UnixStream::pair()?;
        let mut supervisor = Command::new("/proc/self/exe")
            .args(order.to_args())
            .env_clear()
            .envs(
                KEPT.iter()
                    .filter_map(|&name| Some((name, std::env::var_os(name)?))),
            )
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(OwnedFd::from(theirs))
            .spawn()?;
        let pipes = supervisor.stdin.take().zip(supervisor.stdout.take());
        let (input, output) = pipes.ok_or_else(|| io::Error::other("no pipes"))?;
        let contestant = Contestant { supervisor, socket };
        Ok((contestant, Pipes::new(input, output)?))
    }

    /// Stops the contestant if it still runs, and tells how it ended. The
    /// caller has waited for it, or wants it dead.
    ///
    /// # Errors
    /// The supervisor failed.
    pub fn stop(mut self) -> io::Result<Report> {
        let (text, status) = self.conclude()?;
        if let (Some(signal), true) = (status.signal(), text.is_empty()) {
            return Ok(Report {
                end: End::Killed(format!("signal {signal}, as was its supervisor")),
                cpu_us: 0,
                memory_kib: 0,
            });
        }
        serde_json::from_slice(&text).map_err(|_| {
            let text = String::from_utf8_lossy(&text);
            io::Error::other(format!("supervisor: {}", text.trim_end()))
        })
    }

    /// The socket that becomes readable when the contestant has ended.
    pub fn socket(&self) -> &UnixStream {
        &self.socket
    }

    /// Hangs up, and waits for the supervisor's last words and its end.
    fn conclude(&mut self) -> io::Result<(Vec<u8>, ExitStatus)> {
        let _ = self.socket.shutdown(Shutdown::Write);
        self.socket.set_read_timeout(Some(PATIENCE))?;
        let mut text = Vec::new();
        while let Err(error) = self.socket.read_to_end(&mut text) {
            if error.kind() != ErrorKind::WouldBlock {
                return Err(error);
            }
            // A contestant can stop its supervisor, but not the judge.
            let supervisor = Pid::from_raw(self.supervisor.id() as i32);
            kill_descendants(supervisor);
            let _ = kill(supervisor, Signal::SIGCONT);
        }
        let status = self.supervisor.wait()?;
        if status.signal().is_some() {
            kill_orphans();
        }
        Ok((text, status))
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        let _ = self.conclude();
    }
}

/// Kills what a supervisor that was killed has left to the judge: every child
/// that is not a supervisor, with all its descendants.
fn kill_orphans() {
    let program = |pid: Pid| fs::read_link(format!("/proc/{pid}/exe"));
    let Ok(own) = program(Pid::this()) else {
        return;
    };
    let is_orphan = |pid: &Pid| program(*pid).is_ok_and(|path| path != own);
    while let Some(orphan) = children(Pid::this()).into_iter().find(is_orphan) {
        kill_descendants(orphan);
        let _ = kill(orphan, Signal::SIGKILL);
        let _ = waitpid(orphan, None);
    }
}

fn nonblocking(fd: OwnedFd) -> io::Result<File> {
    fcntl(fd.as_raw_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(File::from(fd))
}
