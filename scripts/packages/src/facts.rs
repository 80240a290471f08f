//! Facts of a game that its packages are made from.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use tasks::games::{DialogueKind, GameManifest, PackageManifest};
use tasks::submissions::Submission;

/// A game that packages are written of.
pub struct Facts {
    /// Its manifest.
    pub game: GameManifest,
    /// The part of its manifest on packages.
    pub package: PackageManifest,
    /// Our solver.
    pub submission: Submission,
    /// Limits of one case.
    pub limits: CaseLimits,
}

/// Limits of a contestant in one case.
#[derive(Clone, Copy, Debug)]
pub struct CaseLimits {
    /// CPU time, seconds.
    pub seconds: u64,
    /// Memory, MiB.
    pub memory: u64,
    /// Standard output, bytes.
    pub output_bytes: u64,
}

impl Facts {
    /// Gathers the facts of a game; its judge lies in the folder `judges`.
    ///
    /// # Errors
    /// The game has no packages, or its judge cannot be run.
    pub fn gather(game: GameManifest, judges: &Path) -> Result<Facts> {
        let name = game.name.clone();
        let package = game.package.clone();
        let package = package.with_context(|| {
            format!("judges/{name}/Cargo.toml has no table [package.metadata.game.package]")
        })?;
        Ok(Facts {
            limits: limits(&game, judges)?,
            submission: Submission::of(&name)?,
            game,
            package,
        })
    }

    /// True if judge and contestant talk in turns.
    pub fn is_interactive(&self) -> bool {
        self.game.kind == DialogueKind::Interactive
    }
}

/// The limits that a judge writes into its records.
fn limits(game: &GameManifest, judges: &Path) -> Result<CaseLimits> {
    let folder = tempfile::tempdir()?;
    let records = folder.path().join("records.jsonl");
    let mut judge = Command::new(judges.join(format!("{}-judge", game.name)));
    judge
        .args(game.short_options())
        .args(["--exec", "true", "-ns", "--json"]);
    judge
        .arg(&records)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    judge.status().with_context(|| format!("{judge:?}"))?;
    let text =
        fs::read_to_string(&records).with_context(|| format!("{judge:?} wrote no record"))?;
    let record: Value = serde_json::from_str(text.lines().next().unwrap_or_default())?;
    let limit = |name: &str| {
        let limit = record["limits"][name].as_f64();
        limit.with_context(|| format!("a record has no limit `{name}`"))
    };
    Ok(CaseLimits {
        seconds: (limit("cpu_ms")? / 1000.0).ceil() as u64,
        memory: limit("memory_kib")? as u64 / 1024,
        output_bytes: limit("output_bytes")? as u64,
    })
}

/// Runs a program to its end.
///
/// # Errors
/// It cannot be started, or fails: with what it said.
pub(crate) fn run(command: &mut Command) -> Result<Vec<u8>> {
    let output = command.output().with_context(|| format!("{command:?}"))?;
    if !output.status.success() {
        bail!("{command:?}: {}", String::from_utf8_lossy(&output.stderr));
    }
    Ok(output.stdout)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::WorkedDialogue;

    #[test]
    fn a_game_is_told_what_it_lacks() {
        let mut game = tasks::games::chosen(&["slider".into()]).unwrap().remove(0);
        game.package = None;
        let told = Facts::gather(game, Path::new("")).map(|_| ()).unwrap_err();
        let lacks = "judges/slider/Cargo.toml has no table [package.metadata.game.package]";
        assert_eq!(told.to_string(), lacks);
        let told = WorkedDialogue::read("slider").map(|_| ()).unwrap_err();
        let lacks = "crates/slider/README.md has no worked dialogue: a block that begins with";
        assert_eq!(told.to_string(), format!("{lacks} ```text dialogue"));
    }
}
