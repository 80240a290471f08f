//! Facts about a game that its packages are made from.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, ensure};
use game::{Limits, Objective};
use serde_json::Value;

use crate::games::{DialogueKind, GameManifest, PackageManifest};
use crate::output;
use crate::submissions::Submission;

/// A game that is written as packages.
pub struct Facts {
    /// Its manifest.
    pub game: GameManifest,
    /// The part of its manifest about packages.
    pub package: PackageManifest,
    /// Our solver.
    pub submission: Submission,
    /// Limits of one case.
    pub limits: Limits,
    /// Direction in which a score is better.
    pub objective: Objective,
}

impl Facts {
    /// Gathers the facts about a game; `judges` is the folder with its judge.
    pub fn gather(game: GameManifest, judges: &Path) -> Result<Facts> {
        let name = game.name.clone();
        let package = game.package.clone().with_context(|| {
            format!("judges/{name}/Cargo.toml has no table [package.metadata.game.package]")
        })?;
        let judge = judges.join(format!("{name}-judge"));
        let facts = output(Command::new(judge).arg("facts"))?;
        let mut facts: Value = serde_json::from_str(&facts)?;
        ensure!(
            game.kind == DialogueKind::Interactive || facts["secret"] == false,
            "{name}: in a package, an offline contestant reads the whole case file, with its hidden lines"
        );
        Ok(Facts {
            limits: serde_json::from_value(facts["limits"].take())?,
            objective: serde_json::from_value(facts["objective"].take())?,
            submission: Submission::of(&name)?,
            game,
            package,
        })
    }

    /// True if judge and contestant talk in turns.
    pub fn is_interactive(&self) -> bool {
        self.game.kind == DialogueKind::Interactive
    }

    /// Returns `text` if the game is played in turns, else an empty string.
    pub(super) fn if_interactive(&self, text: &'static str) -> &'static str {
        if self.is_interactive() { text } else { "" }
    }

    /// Returns the CPU limit of a case, whole seconds.
    pub fn seconds(&self) -> u64 {
        self.limits.cpu_ms.div_ceil(1000)
    }

    /// Returns the memory limit of a case, MiB.
    pub fn memory(&self) -> u64 {
        self.limits.memory_kib / 1024
    }
}
