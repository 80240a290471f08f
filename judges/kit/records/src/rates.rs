//! Work rates: the speed of a host, measured by our solvers.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::create::write;

/// Work rates by host and game: units of the solver's work (`SOLVER_WORK`) in a second of
/// CPU time, whatever contestant is judged. A file next to the programs keeps them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkRates(BTreeMap<String, BTreeMap<String, f64>>);

impl WorkRates {
    /// Reads the rates of the programs in `folder`; a missing file has none, a malformed one is an error.
    pub fn read(folder: &Path) -> Result<WorkRates> {
        let path = file(folder);
        if !path.exists() {
            return Ok(WorkRates::default());
        }
        let context = || path.display().to_string();
        let text = fs::read_to_string(&path).with_context(context)?;
        serde_json::from_str(&text).with_context(context)
    }

    /// Replaces the file in `folder`.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = file(folder);
        let text = serde_json::to_string_pretty(self)?;
        write(&path, true, text + "\n")
    }

    /// Returns the rate of a game's solver on a host.
    pub fn get(&self, host: &str, game: &str) -> Option<f64> {
        self.0.get(host)?.get(game).copied()
    }

    /// Replaces all rates of a host.
    pub fn set(&mut self, host: String, rates: BTreeMap<String, f64>) {
        self.0.insert(host, rates);
    }
}

fn file(folder: &Path) -> PathBuf {
    folder.join("rates.json")
}
