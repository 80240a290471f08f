//! How a contestant ended, and what it used.

use serde::{Deserialize, Serialize};

/// How a contestant ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum End {
    /// It could not be started.
    NotStarted(String),
    /// It exited with this status.
    Exited(i32),
    /// A signal, not the supervisor's, killed it.
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

/// What a contestant did and used, its children included.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Report {
    /// How it ended.
    pub end: End,
    /// CPU time, microseconds.
    pub cpu_us: u64,
    /// Peak of resident memory, KiB.
    pub memory_kib: u64,
}

impl Report {
    /// The report on a contestant of which only the end is known.
    pub fn without_usage(end: End) -> Report {
        Report {
            end,
            cpu_us: 0,
            memory_kib: 0,
        }
    }
}
