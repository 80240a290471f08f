//! The games of the workspace. A package below `judges/` is the judge of a game if its manifest has
//! a table `[package.metadata.game]`. [`GameManifest`] holds the facts that tools need and that the
//! judge itself does not print.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};
use clap::ValueEnum;
use serde::Deserialize;
use serde::de::DeserializeOwned;

use crate::workspace;

/// Facts about a game that tools need.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameManifest {
    /// Name of the game: of its solver's package and program, and of its judge without `-judge`.
    #[serde(skip)]
    pub name: String,
    /// Kind of conversation between judge and contestant.
    pub kind: DialogueKind,
    /// A line with the form of an answer.
    pub answer: String,
    /// Options of the judge for a short case.
    pub short: Vec<String>,
    /// More options for a short run, which do not change the case.
    #[serde(default)]
    pub short_run: Vec<String>,
    /// Contestants of the hostile suite that get another verdict because of the game's rules.
    #[serde(default)]
    pub exceptions: Vec<Exception>,
    /// Its problem packages for other judge systems, if it has any.
    pub package: Option<PackageManifest>,
}

/// Facts of a game's problem packages.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PackageManifest {
    /// Identity of the problem in all systems.
    pub uuid: String,
    /// Sentences on the score of a case, for systems where `score.txt` contains it.
    pub scoring: String,
    /// Options of the judge for the sample of an offline game. The sample of a game in turns is the
    /// worked dialogue of its rules.
    #[serde(default)]
    pub sample: Vec<String>,
    /// Secret cases.
    pub groups: Vec<SecretGroup>,
    /// True if the example contestant reaches the highest score.
    #[serde(default)]
    pub example_is_best: bool,
}

/// Secret cases that are scored together.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SecretGroup {
    /// Name of its folder.
    pub name: String,
    /// Options of the judge.
    pub options: Vec<String>,
    /// Points for reaching the bound (a share of 1) in all its cases.
    pub points: u32,
    /// Highest possible total score of its cases, if known.
    pub most: Option<u32>,
}

impl GameManifest {
    /// Returns the options of the judge for a short run.
    pub fn short_options(&self) -> Vec<&str> {
        self.short.iter().chain(&self.short_run).map(String::as_str).collect()
    }
}

/// Kind of conversation between judge and contestant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ValueEnum)]
#[serde(rename_all = "lowercase")]
pub enum DialogueKind {
    /// Line by line, in turns.
    Interactive,
    /// The whole input, then the whole output.
    Offline,
}

/// Another verdict on a contestant of the hostile suite.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Exception {
    /// Name of the contestant.
    pub contestant: String,
    /// The verdict it gets.
    pub verdict: String,
    /// Part of the reason; empty if the verdict has none.
    #[serde(default)]
    pub reason: String,
}

/// Reads the manifest of a package. Returns its name, and the table `[package.metadata.TABLE]` if
/// there is one.
pub(crate) fn metadata<T: DeserializeOwned>(
    manifest: &Path,
    table: &str,
) -> Result<(String, Option<T>)> {
    let read = || -> Result<_> {
        let cargo: toml::Table = toml::from_str(&fs::read_to_string(manifest)?)?;
        let package = cargo.get("package").context("there is no package")?;
        let name = package.get("name").and_then(|name| name.as_str());
        let found = package.get("metadata").and_then(|all| all.get(table));
        let found = found.cloned().map(toml::Value::try_into).transpose()?;
        Ok((name.unwrap_or_default().into(), found))
    };
    read().with_context(|| manifest.display().to_string())
}

/// Reads the manifests of all games, sorted by name.
///
/// # Errors
/// A manifest cannot be read or lacks a fact, or a judge's manifest lacks the table.
pub fn all() -> Result<Vec<GameManifest>> {
    let judges = workspace().join("judges");
    let mut all = Vec::new();
    for entry in fs::read_dir(&judges).with_context(|| judges.display().to_string())? {
        let path = entry?.path().join("Cargo.toml");
        if !path.is_file() {
            continue;
        }
        let (package, game) = metadata::<GameManifest>(&path, "game")?;
        let (name, path) = (package.strip_suffix("-judge"), path.display());
        match (name.map(str::to_string), game) {
            (Some(name), Some(game)) => all.push(GameManifest { name, ..game }),
            (Some(_), None) => bail!("{path}: a judge has a table [package.metadata.game]"),
            (None, Some(_)) => bail!("{path}: a judge's name ends in `-judge`"),
            (None, None) => {}
        }
    }
    all.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(all)
}

/// Returns the names of all other games. These modules of `common` are not needed for `game`.
///
/// # Errors
/// Those of [`all`].
pub fn others(game: &str) -> Result<Vec<String>> {
    let names = all()?.into_iter().map(|other| other.name);
    Ok(names.filter(|name| name != game).collect())
}

/// Returns the manifests of the named games, or of all games if `names` is empty.
///
/// # Errors
/// A name belongs to no game, or [`all`] fails.
pub fn chosen(names: &[String]) -> Result<Vec<GameManifest>> {
    let mut games = all()?;
    for name in names {
        if !games.iter().any(|game| game.name == *name) {
            let all: Vec<&str> = games.iter().map(|game| game.name.as_str()).collect();
            let all = all.join(", ");
            bail!("there is no game `{name}`; the games are {all}");
        }
    }
    games.retain(|game| names.is_empty() || names.contains(&game.name));
    Ok(games)
}
