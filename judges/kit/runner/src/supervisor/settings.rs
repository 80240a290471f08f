//! Settings of a supervisor.

use std::ffi::OsString;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::cgroup::Cgroup;

/// First argument of a judge that is to be a supervisor.
pub(crate) const ARGUMENT: &str = "__supervise";

/// Surroundings that contestants run in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, clap::ValueEnum)]
pub enum Isolation {
    /// A session of their own
    None,
    /// Namespaces for process ids, IPC and mounts, where the kernel permits them
    #[default]
    Namespaces,
    /// Bubblewrap for every case: read-only system, private /tmp, no network
    Full,
}

/// Part of a process in a supervisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ProcessRole {
    /// The whole supervisor.
    Alone,
    /// Makes the namespaces, and waits for the end of the inner part.
    Outside,
    /// Runs the contestants, as the first process of the namespaces.
    Inside,
}

/// Settings common to all contestants of a supervisor, without their command.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Settings {
    /// This process's part.
    pub role: ProcessRole,
    /// CPU limit.
    pub cpu: Duration,
    /// Wall limit that holds even if the judge hangs; it includes the judge's turns.
    pub wall: Duration,
    /// Limit of resident memory, KiB.
    pub memory_kib: u64,
    /// Descriptors that a contestant may open: the soft limit.
    pub open_files: u64,
    /// The control group to run in, if there is one.
    pub group: Option<Cgroup>,
    /// True if every contestant runs under bubblewrap.
    pub bubblewrap: bool,
}

impl Settings {
    /// Returns the command line of a supervisor for a contestant's command.
    pub fn to_args(&self, command: &[OsString]) -> serde_json::Result<Vec<OsString>> {
        let mut args = vec![ARGUMENT.into(), serde_json::to_string(self)?.into()];
        args.extend(command.iter().cloned());
        Ok(args)
    }

    /// Reads the arguments after [`ARGUMENT`].
    pub fn from_args(args: &[OsString]) -> Option<(Settings, Vec<OsString>)> {
        let (settings, command) = args.split_first()?;
        let settings = serde_json::from_str(settings.to_str()?).ok()?;
        (!command.is_empty()).then(|| (settings, command.to_vec()))
    }
}
