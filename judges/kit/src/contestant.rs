//! A contestant's process as the judge sees it.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, Read};
use std::net::Shutdown;
use std::os::fd::{AsRawFd, OwnedFd};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use nix::fcntl::{FcntlArg, OFlag, fcntl};

use crate::limits::Limits;
use crate::supervisor::{Order, Report};

/// Variables of the judge's environment that a contestant gets too.
const KEPT: [&str; 3] = ["PATH", "HOME", "TMPDIR"];

/// A running contestant. Dropped, it is killed with all its children.
pub(crate) struct Contestant {
    supervisor: Child,
    socket: UnixStream,
}

/// The judge's ends of a contestant's pipes; neither blocks.
pub(crate) struct Pipes {
    /// What the contestant reads.
    pub input: File,
    /// What it writes.
    pub output: File,
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
        let pipes = Pipes {
            input: nonblocking(input.into())?,
            output: nonblocking(output.into())?,
        };
        Ok((contestant, pipes))
    }

    /// Stops the contestant if it still runs, and tells how it ended. The
    /// caller has waited for it, or wants it dead.
    ///
    /// # Errors
    /// The supervisor died.
    pub fn stop(mut self) -> io::Result<Report> {
        let _ = self.socket.shutdown(Shutdown::Write);
        let mut text = String::new();
        self.socket.read_to_string(&mut text)?;
        serde_json::from_str(&text).map_err(|_| io::Error::other(format!("supervisor: {text}")))
    }

    /// The socket that becomes readable when the contestant has ended.
    pub fn socket(&self) -> &UnixStream {
        &self.socket
    }
}

impl Drop for Contestant {
    fn drop(&mut self) {
        let _ = self.socket.shutdown(Shutdown::Write);
        let _ = self.supervisor.wait();
    }
}

fn nonblocking(fd: OwnedFd) -> io::Result<File> {
    fcntl(fd.as_raw_fd(), FcntlArg::F_SETFL(OFlag::O_NONBLOCK))?;
    Ok(File::from(fd))
}
