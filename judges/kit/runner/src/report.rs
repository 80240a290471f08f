//! The report on a contestant.

use std::io::{self, ErrorKind};

use serde::{Deserialize, Serialize};

use game::Cost;

/// The end of a contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// Exited with this status.
    Exited(i32),
    /// Killed by a signal that was not the supervisor's.
    Killed(String),
    /// Stopped by the judge.
    Stopped,
    /// Exceeded the CPU limit.
    OverCpu,
    /// Exceeded the supervisor's own wall limit.
    OverWall,
    /// Exceeded the memory limit.
    OverMemory,
    /// Exceeded the number of processes and threads.
    OverTasks,
}

/// Reason why a contestant did not start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartError {
    /// The program cannot be run.
    Program(String),
    /// The judge or its host failed: not the contestant's fault.
    Host(String),
}

impl From<io::Error> for StartError {
    /// Returns the cause of a program's failed start.
    fn from(error: io::Error) -> StartError {
        let text = error.to_string();
        if is_refusal(&error) { StartError::Program(text) } else { StartError::Host(text) }
    }
}

/// Returns the error of a step with its name. It has the kind `Unsupported` if [`is_refusal`].
pub(crate) fn refused(step: &str, error: io::Error) -> io::Error {
    let kind = if is_refusal(&error) { ErrorKind::Unsupported } else { ErrorKind::Other };
    io::Error::new(kind, format!("{step}: {error}"))
}

/// Returns true if the kernel refused a call for good, false if the host lacked something then.
pub(crate) fn is_refusal(error: &io::Error) -> bool {
    use libc::{EAGAIN, EMFILE, ENFILE, ENOMEM, ENOSPC};
    let is_shortage = |number| [EAGAIN, ENOMEM, EMFILE, ENFILE, ENOSPC].contains(&number);
    error.raw_os_error().is_some_and(|number| !is_shortage(number))
}

/// The end of a contestant and the resources that it used, including its children's.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// End of the contestant.
    pub end: End,
    /// Cost of the case except the wall time, which only the judge knows.
    pub cost: Cost,
    /// Reason why standard error was not saved completely.
    pub stderr_lost: Option<String>,
}
