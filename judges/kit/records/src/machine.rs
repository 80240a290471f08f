//! The machine that measures a run.

use std::fs;

use nix::unistd::gethostname;
use serde::{Deserialize, Serialize};

/// Machine on which a case was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Name of the host.
    pub host: String,
    /// Model of its first processor; empty if unknown.
    pub cpu: String,
    /// Load average over the minute before the case.
    pub load: f64,
}

impl Machine {
    /// Returns this machine with its present load.
    pub fn here() -> Machine {
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut lines = info.lines().filter_map(|line| line.split_once(':'));
        let model = lines.find(|(name, _)| name.trim() == "model name");
        let host = gethostname().unwrap_or_default();
        Machine {
            host: host.to_string_lossy().into_owned(),
            cpu: model.map_or(String::new(), |(_, model)| model.trim().into()),
            load: load(),
        }
    }

    /// Returns the same machine with its present load.
    pub fn now(&self) -> Machine {
        Machine {
            load: load(),
            ..self.clone()
        }
    }
}

fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split_ascii_whitespace().next();
    first.and_then(|word| word.parse().ok()).unwrap_or(0.0)
}
