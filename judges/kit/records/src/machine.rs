//! The machine on which a run is measured, and its work rates.

use std::collections::BTreeMap;
use std::path::Path;
use std::{env, fs};

use anyhow::{Context, Result};
use nix::unistd::gethostname;
use serde::{Deserialize, Serialize};

use crate::create::write;

/// Machine on which a case was measured.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Machine {
    /// Name of the host.
    pub host: String,
    /// Model of its first processor; empty if unknown.
    pub cpu: String,
    /// Load average of the last minute at the start of the case.
    pub load: f64,
    /// Work rate of this host for the game ([`WorkRates`]); absent if it was not measured.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rate: Option<f64>,
}

impl Machine {
    /// Returns this machine with its load now. The work rate for `game` comes from the file next to this
    /// program, if that is well-formed.
    pub fn here(game: &str) -> Machine {
        let host = host();
        let info = fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
        let mut lines = info.lines().filter_map(|line| line.split_once(':'));
        let model = lines.find(|(name, _)| name.trim() == "model name");
        let program = env::current_exe().unwrap_or_default();
        let rates = program
            .parent()
            .and_then(|folder| WorkRates::read(folder).ok());
        Machine {
            rate: rates.and_then(|rates| rates.get(&host, game)),
            host,
            cpu: model.map_or(String::new(), |(_, model)| model.trim().into()),
            load: load(),
        }
    }

    /// Returns the same machine with its load now.
    pub fn now(&self) -> Machine {
        Machine {
            load: load(),
            ..self.clone()
        }
    }
}

/// Returns the name of this host.
pub fn host() -> String {
    let host = gethostname().unwrap_or_default();
    host.to_string_lossy().into_owned()
}

fn load() -> f64 {
    let text = fs::read_to_string("/proc/loadavg").unwrap_or_default();
    let first = text.split_ascii_whitespace().next();
    first.and_then(|word| word.parse().ok()).unwrap_or(0.0)
}

/// Work rates by host and game: units of the solver's work (`SOLVER_WORK`) in a second of CPU time,
/// whatever contestant is judged. The file [`WorkRates::FILE`] next to the programs keeps them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkRates(pub BTreeMap<String, BTreeMap<String, f64>>);

impl WorkRates {
    /// Name of the file.
    pub const FILE: &str = "rates.json";

    /// Reads the rates in `folder`; a missing file has none, a malformed one is an error.
    pub fn read(folder: &Path) -> Result<WorkRates> {
        let path = folder.join(WorkRates::FILE);
        if !path.exists() {
            return Ok(WorkRates::default());
        }
        let context = || path.display().to_string();
        let text = fs::read_to_string(&path).with_context(context)?;
        serde_json::from_str(&text).with_context(context)
    }

    /// Replaces the file in `folder`.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let text = serde_json::to_string_pretty(self)?;
        write(&folder.join(WorkRates::FILE), true, text + "\n")
    }

    /// Returns the rate of a game's solver on a host.
    pub fn get(&self, host: &str, game: &str) -> Option<f64> {
        self.0.get(host)?.get(game).copied()
    }
}
