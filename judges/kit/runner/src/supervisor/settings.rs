//! Settings of a supervisor.

use std::os::fd::RawFd;
use std::path::PathBuf;
use std::time::Duration;

use nix::unistd::Pid;
use serde::{Deserialize, Serialize};

use crate::user::ContestantUser;

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
    /// User of the contestants, if it is not the judge's.
    pub user: Option<ContestantUser>,
    pub cpu: Duration,
    /// Wall limit that holds even if the judge hangs; it includes the judge's own turns.
    pub wall: Duration,
    pub memory_kib: u64,
    /// Soft limit of a contestant's descriptors.
    pub open_files: u64,
    /// Folders of the supervisor's control groups.
    pub groups: Vec<PathBuf>,
    /// True if CPU time is counted unless a group has an account of it; a case whose counter fails
    /// then is the judge's failure.
    pub is_counted: bool,
    /// Start of the contestant.
    #[serde(default)]
    pub invocation: Invocation,
}

/// Start of a contestant, beside the words of its command.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Invocation {
    /// Folder in which it starts; that of the judge if empty.
    pub folder: PathBuf,
    /// Descriptor of the compiled program, which supervisors inherit; without it, the first word of
    /// the command is looked up.
    pub program: Option<RawFd>,
    /// Folders that isolation at the level `full` hides.
    pub hidden: Vec<PathBuf>,
    /// Folders of shared libraries that are found before those that the program names.
    pub libraries: Vec<PathBuf>,
}

impl Invocation {
    /// Returns the path of the open program.
    pub(crate) fn path(&self) -> Option<String> {
        self.program.map(|number| format!("/proc/self/fd/{number}"))
    }
}

impl Settings {
    /// Returns true in the inner part, the namespaces' first process.
    pub fn is_inside(&self) -> bool {
        self.isolation != Isolation::None && Pid::this().as_raw() == 1
    }
}
