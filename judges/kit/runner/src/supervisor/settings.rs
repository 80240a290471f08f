//! Settings of a supervisor.

use std::path::PathBuf;
use std::time::Duration;

use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

/// First argument of a supervisor; its settings as JSON and the contestant's command follow.
pub(crate) const ARGUMENT: &str = "__supervise";

/// Surroundings that contestants run in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum Isolation {
    /// A session of their own
    None,
    /// Namespaces for process ids, IPC and mounts
    Namespaces,
    /// Bubblewrap for every case: read-only system, private /tmp, no network
    Full,
}

/// Settings for all contestants of a supervisor, without their command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// Isolation level. Except under `None`, the supervisor has two parts: the outer part makes
    /// namespaces, and the inner part, their first process, runs the contestants.
    pub isolation: Isolation,
    pub cpu: Duration,
    /// Wall limit that holds even if the judge hangs; it includes the judge's own turns.
    pub wall: Duration,
    pub memory_kib: u64,
    /// Soft limit of a contestant's descriptors.
    pub open_files: u64,
    /// Folder of the supervisor's control group.
    pub group: Option<PathBuf>,
    /// True if CPU time is counted; a case whose counter fails then is the judge's failure.
    pub is_counted: bool,
}

impl Settings {
    /// Returns true in the inner part, the namespaces' first process.
    pub fn is_inside(&self) -> bool {
        self.isolation != Isolation::None && Pid::this().as_raw() == 1
    }
}
