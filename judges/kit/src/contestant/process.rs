//! A worker's supervisor and the contestant it runs, as the judge sees them.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io;
use std::os::fd::OwnedFd;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use nix::sys::prctl::set_child_subreaper;
use nix::sys::signal::{Signal, kill};
use nix::sys::wait::waitpid;
use nix::unistd::Pid;
use rustix::fs::{OFlags, fcntl_setfl};

use super::channel::{Channel, Streams};
use super::limits::Limits;
use super::report::{End, Report};
use super::supervisor::Arguments;
use super::tree::{children, kill_descendants};

/// Variables of the judge's environment that a contestant gets too.
const KEPT: [&str; 3] = ["PATH", "HOME", "TMPDIR"];

/// Time that a supervisor has to clear up before the judge lends a hand.
const PATIENCE: Duration = Duration::from_secs(5);

/// The supervisor of one worker, which runs its contestants one after the
/// other. It is started with the first of them, and again after it was killed.
pub(crate) struct Supervisor {
    arguments: Arguments,
    process: Option<Process>,
}

/// A supervisor's process. Dropped, it ends, and its contestant with it.
struct Process {
    child: Child,
    channel: Channel,
}

/// A running contestant. Dropped, it is killed with all its children.
pub(crate) struct Contestant<'a> {
    process: &'a mut Process,
    has_ended: bool,
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

impl Supervisor {
    /// A supervisor that will run `command` under `limits` for every case.
    pub fn new(command: &[OsString], limits: &Limits) -> Supervisor {
        let arguments = Arguments {
            cpu: limits.cpu,
            memory_kib: limits.memory_kib,
            command: command.to_vec(),
        };
        Supervisor {
            arguments,
            process: None,
        }
    }

    /// Starts the contestant of a case, its standard error going to `stderr`
    /// or nowhere.
    ///
    /// # Errors
    /// The supervisor could not be started. That the contestant could not be
    /// is part of the report.
    pub fn start(&mut self, stderr: Option<&Path>) -> io::Result<(Contestant<'_>, Pipes)> {
        let (stdin, input) = io::pipe()?;
        let (output, stdout) = io::pipe()?;
        let streams = Streams {
            stdin: stdin.into(),
            stdout: stdout.into(),
            stderr: stderr.map(File::create).transpose()?.map(OwnedFd::from),
        };
        let ready = self.process.take();
        let process = match ready.filter(|process| process.channel.start(&streams).is_ok()) {
            Some(process) => process,
            // There is none yet, or it was killed.
            None => {
                let process = Process::start(&self.arguments)?;
                process.channel.start(&streams)?;
                process
            }
        };
        let contestant = Contestant {
            process: self.process.insert(process),
            has_ended: false,
        };
        Ok((contestant, Pipes::new(input, output)?))
    }
}

impl Process {
    fn start(arguments: &Arguments) -> io::Result<Process> {
        // Should a supervisor be killed, the judge inherits its contestant.
        set_child_subreaper(true)?;
        let (channel, theirs) = Channel::pair()?;
        let kept = KEPT.iter();
        let child = Command::new("/proc/self/exe")
            .args(arguments.to_args())
            .env_clear()
            .envs(kept.filter_map(|&name| Some((name, std::env::var_os(name)?))))
            .env("LANG", "C.UTF-8")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(OwnedFd::from(theirs))
            .spawn()?;
        Ok(Process { child, channel })
    }

    /// Stops the contestant if it still runs, and waits for the report on it;
    /// `None` if the supervisor is gone.
    fn stop(&self) -> io::Result<Option<Report>> {
        if !self.channel.has_message(Duration::ZERO)? {
            let _ = self.channel.stop();
        }
        while !self.channel.has_message(PATIENCE)? {
            // A contestant can stop its supervisor, but not the judge.
            let supervisor = Pid::from_raw(self.child.id() as i32);
            kill_descendants(supervisor);
            let _ = kill(supervisor, Signal::SIGCONT);
        }
        self.channel.reported()
    }

    /// Waits for the end of a supervisor that is gone, and tells what ended it.
    fn cause_of_end(&mut self) -> io::Result<Report> {
        let status = self.child.wait()?;
        match status.signal() {
            Some(signal) => {
                kill_orphans();
                let cause = format!("signal {signal}, as was its supervisor");
                Ok(Report::without_usage(End::Killed(cause)))
            }
            None => Err(io::Error::other(format!("supervisor: {status}"))),
        }
    }

    /// Lets the supervisor clear up and end.
    fn end(&mut self) {
        self.channel.hang_up();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

impl Contestant<'_> {
    /// Stops the contestant if it still runs, and tells how it ended. The
    /// caller has waited for it, or wants it dead.
    ///
    /// # Errors
    /// The supervisor failed.
    pub fn stop(mut self) -> io::Result<Report> {
        self.conclude()
    }

    /// The socket that becomes readable when the contestant has ended.
    pub fn socket(&self) -> &Channel {
        &self.process.channel
    }

    fn conclude(&mut self) -> io::Result<Report> {
        self.has_ended = true;
        match self.process.stop() {
            Ok(Some(report)) => Ok(report),
            Ok(None) => self.process.cause_of_end(),
            Err(error) => {
                self.process.end();
                Err(error)
            }
        }
    }
}

impl Drop for Contestant<'_> {
    fn drop(&mut self) {
        if !self.has_ended {
            let _ = self.conclude();
        }
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
    fcntl_setfl(&fd, OFlags::NONBLOCK)?;
    Ok(File::from(fd))
}
