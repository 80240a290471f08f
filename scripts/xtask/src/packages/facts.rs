//! Facts of a game that its packages are made from.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result};
use game::Limits;
use serde_json::Value;

use crate::games::{DialogueKind, GameManifest, PackageManifest};
use crate::output;
use crate::submissions::Submission;

/// A game that packages are written of.
pub struct Facts {
    /// Its manifest.
    pub game: GameManifest,
    /// The part of its manifest on packages.
    pub package: PackageManifest,
    /// Our solver.
    pub submission: Submission,
    /// Limits of one case.
    pub limits: Limits,
}

impl Facts {
    /// Gathers the facts of a game; its judge lies in the folder `judges`.
    pub fn gather(game: GameManifest, judges: &Path) -> Result<Facts> {
        let name = game.name.clone();
        let package = game.package.clone();
        let package = package.with_context(|| {
            format!("judges/{name}/Cargo.toml has no table [package.metadata.game.package]")
        })?;
        let judge = judges.join(format!("{name}-judge"));
        let facts = output(Command::new(judge).arg("facts"))?;
        let mut facts: Value = serde_json::from_str(&facts)?;
        Ok(Facts {
            limits: serde_json::from_value(facts["limits"].take())?,
            submission: Submission::of(&name)?,
            game,
            package,
        })
    }

    /// Returns true if judge and contestant talk in turns.
    pub fn is_interactive(&self) -> bool {
        self.game.kind == DialogueKind::Interactive
    }

    /// Returns `text` for a game in turns, else nothing.
    pub(super) fn if_interactive(&self, text: &'static str) -> &'static str {
        if self.is_interactive() { text } else { "" }
    }

    /// Returns the CPU time of a case, whole seconds.
    pub fn seconds(&self) -> u64 {
        self.limits.cpu_ms.div_ceil(1000)
    }

    /// Returns the memory of a case, MiB.
    pub fn memory(&self) -> u64 {
        self.limits.memory_kib / 1024
    }
}
