//! Conditions of a play, and the machine that measures it.

use std::{fmt, fs};

use game::Limits;
use nix::unistd::gethostname;
use serde::{Deserialize, Serialize};

/// Conditions of a run and of each of its plays. Plays under other conditions are other plays: they
/// are never joined into one run, and a comparison names what differs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Conditions {
    /// Limits of one case.
    pub limits: Limits,
    /// Isolation level.
    #[serde(default)]
    pub isolation: String,
    /// Options for the contestant that differ from their defaults: `--close-input`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub play_options: Option<String>,
}

/// Prints the limits, isolation and options: `2000 ms, wall 5000 ms, 64 MiB, output 4096 bytes, namespaces`.
impl fmt::Display for Conditions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Limits { cpu_ms, wall_ms, memory_kib, output_bytes } = self.limits;
        let (memory, isolation) = (memory_kib / 1024, &self.isolation);
        write!(
            f,
            "{cpu_ms} ms, wall {wall_ms} ms, {memory} MiB, output {output_bytes} bytes, {isolation}"
        )?;
        match &self.play_options {
            Some(options) => write!(f, ", {options}"),
            None => Ok(()),
        }
    }
}

impl Conditions {
    /// Names what differs between conditions A and B: `time limit 2000 ms and 300 ms`. Empty if they
    /// are equal.
    pub fn differences(&self, other: &Conditions) -> String {
        let values = |conditions: &Conditions| {
            let limits = &conditions.limits;
            let options = conditions.play_options.as_deref().unwrap_or("none");
            [
                ("time limit", format!("{} ms", limits.cpu_ms)),
                ("wall limit", format!("{} ms", limits.wall_ms)),
                ("memory limit", format!("{} KiB", limits.memory_kib)),
                ("output limit", format!("{} bytes", limits.output_bytes)),
                ("isolation", conditions.isolation.clone()),
                ("options", options.into()),
            ]
        };
        let pairs = values(self).into_iter().zip(values(other));
        let unequal = pairs.filter(|(one, other)| one != other);
        let named = unequal.map(|((name, one), (_, other))| format!("{name} {one} and {other}"));
        named.collect::<Vec<_>>().join(", ")
    }
}

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
        Machine { load: load(), ..self.clone() }
    }
}

fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    text.split_ascii_whitespace().next().and_then(|word| word.parse().ok()).unwrap_or(0.0)
}
