//! The parts that packages are put together from.

use std::path::Path;

use anyhow::Result;
use games::GameManifest;

use crate::cases::{PackagedCases, example, input_validator};
use crate::facts::Facts;
use crate::program::program;
use crate::statement;

/// Everything that packages of a game hold.
pub struct PackageParts {
    /// Facts of the game.
    pub facts: Facts,
    /// Its rules, as Markdown.
    pub rules: String,
    /// Its cases.
    pub cases: PackagedCases,
    /// The program that checks cases.
    pub input_validator: String,
    /// The program that judges, and tells a score.
    pub score_validator: String,
    /// The program that judges, and tells a share of the bound.
    pub share_validator: String,
    /// The program that draws the last position.
    pub visualizer: String,
    /// Our solver.
    pub solver: String,
    /// A weak contestant.
    pub example: String,
}

impl PackageParts {
    /// Makes the parts of a game; its judge lies in the folder `judges`.
    ///
    /// # Errors
    /// The game has no packages, or a part cannot be made.
    pub fn make(game: GameManifest, judges: &Path) -> Result<PackageParts> {
        let name = game.name.clone();
        let facts = Facts::gather(game, judges)?;
        let solver = facts.submission.source()?;
        let score_validator = score_validator(&facts)?;
        let scoring = &facts.package.scoring;
        Ok(PackageParts {
            rules: statement::markdown(&name, scoring)?,
            cases: PackagedCases::make(&facts, judges, &solver)?,
            input_validator: input_validator(&name)?,
            share_validator: score_validator.replacen("Points::Score", "Points::Share", 1),
            score_validator,
            visualizer: program(&name, "Output visualizer", "draw", "")?,
            solver,
            example: example(&name)?,
            facts,
        })
    }
}

/// Returns the program that judges a game, and tells a score.
///
/// # Errors
/// It cannot be made.
pub fn score_validator(facts: &Facts) -> Result<String> {
    let entry = match facts.is_interactive() {
        true => "judge_dialogue",
        false => "judge_output",
    };
    let conditions = format!(
        "validator::Conditions {{ output_bytes: {}, points: validator::Points::Score }}",
        facts.limits.output_bytes
    );
    program(&facts.game.name, "Output validator", entry, &conditions)
}
