//! The parts that packages are put together from.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::cases::PackagedCases;
use super::facts::Facts;
use super::program::PackagePrograms;
use super::statement;
use crate::games::GameManifest;
use crate::workspace;

/// Everything that packages of a game hold.
pub struct PackageParts {
    /// Facts of the game.
    pub facts: Facts,
    /// Its rules, as Markdown.
    pub rules: String,
    /// Its cases.
    pub cases: PackagedCases,
    /// Its programs.
    pub programs: PackagePrograms,
    /// Our solver.
    pub solver: String,
    /// A weak contestant.
    pub example: String,
}

impl PackageParts {
    /// Returns the statement for a system that scores in this way, as Markdown.
    pub fn statement(&self, scoring: &str) -> String {
        statement::markdown(&self.rules, self.facts.game.kind, scoring)
    }

    /// Makes the parts of a game, whose judge and solver are in the folder `programs`.
    ///
    /// # Errors
    /// The game has no packages, or a part cannot be made.
    pub fn make(game: GameManifest, programs: &Path) -> Result<PackageParts> {
        let name = game.name.clone();
        let facts = Facts::gather(game, programs)?;
        let example = workspace().join(format!("data/examples/{name}.py"));
        Ok(PackageParts {
            rules: statement::rules(&name)?,
            cases: PackagedCases::make(&facts, programs)?,
            programs: PackagePrograms::of(&facts)?,
            solver: facts.submission.source()?,
            example: fs::read_to_string(&example).with_context(|| example.display().to_string())?,
            facts,
        })
    }
}
