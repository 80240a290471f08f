//! Work rates: how fast a host is, by what our solvers do on it.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::create::write;

/// Work rates by host and game: units of the solver's work (`SOLVER_WORK`) in a second of
/// CPU time. They are measured apart from any run, and kept in a file beside the programs.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct WorkRates(BTreeMap<String, BTreeMap<String, f64>>);

impl WorkRates {
    /// Reads the rates of the programs in `folder`; none if they were not measured.
    ///
    /// # Errors
    /// The file cannot be read, or is malformed.
    pub fn read(folder: &Path) -> Result<WorkRates> {
        let path = file(folder);
        if !path.exists() {
            return Ok(WorkRates::default());
        }
        let context = || path.display().to_string();
        let text = fs::read_to_string(&path).with_context(context)?;
        serde_json::from_str(&text).with_context(context)
    }

    /// Writes them, in place of the rates that were there.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn write(&self, folder: &Path) -> Result<()> {
        let path = file(folder);
        let text = serde_json::to_string_pretty(self)?;
        write(&path, true, text + "\n")
    }

    /// Returns the rate of a game's solver on a host, if it was measured.
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
