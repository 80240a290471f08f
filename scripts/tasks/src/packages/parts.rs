//! The parts that packages are put together from.

use std::path::Path;

use crate::games::GameManifest;
use anyhow::Result;

use super::cases::{PackagedCases, example};
use super::facts::Facts;
use super::program::PackagePrograms;
use super::statement;

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

    /// Makes the parts of a game; its judge lies in the folder `judges`.
    ///
    /// # Errors
    /// The game has no packages, or a part cannot be made.
    pub fn make(game: GameManifest, judges: &Path) -> Result<PackageParts> {
        let name = game.name.clone();
        let facts = Facts::gather(game, judges)?;
        let solver = facts.submission.source()?;
        let programs = PackagePrograms::of(&facts)?;
        Ok(PackageParts {
            rules: statement::rules(&name)?,
            cases: PackagedCases::make(&facts, judges, &solver, &programs.input_validator)?,
            programs,
            solver,
            example: example(&name)?,
            facts,
        })
    }
}
