//! The report on a contestant.

use std::io;

use serde::{Deserialize, Serialize};

use game::Cost;

/// The end of a contestant.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum End {
    /// It exited with this status.
    Exited(i32),
    /// A signal, not the supervisor's, killed it.
    Killed(String),
    /// The judge stopped it.
    Stopped,
    /// It exceeded its CPU limit.
    OverCpu,
    /// It exceeded the supervisor's own wall limit.
    OverWall,
    /// It exceeded its memory limit.
    OverMemory,
    /// It exceeded its number of processes and threads.
    OverTasks,
}

/// Reason for which a contestant did not start.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum StartError {
    /// Its program cannot be run.
    Program(String),
    /// The judge or its host failed: not the contestant's fault.
    Host(String),
}

impl From<io::Error> for StartError {
    /// The cause of a failed start of a program.
    fn from(error: io::Error) -> StartError {
        let text = error.to_string();
        match error.raw_os_error() {
            None
            | Some(libc::EAGAIN | libc::ENOMEM | libc::EMFILE | libc::ENFILE | libc::ENOSPC) => {
                StartError::Host(text)
            }
            Some(_) => StartError::Program(text),
        }
    }
}

/// The end of a contestant and its use of resources, its children included.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Report {
    /// Its end.
    pub end: End,
    /// Cost of its case, without the wall time, which only the judge knows.
    pub cost: Cost,
    /// Reason for which its standard error was not saved completely.
    pub stderr_lost: Option<String>,
}
