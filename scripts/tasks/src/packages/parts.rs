//! The parts of packages.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result};

use super::cases::PackagedCases;
use super::facts::Facts;
use super::folder::PackageFolder;
use super::program::PackagePrograms;
use super::statement;
use crate::games::{GameManifest, SecretGroup};
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

    /// Returns the limit of a submission's size, KiB.
    pub(super) fn code_kib(&self) -> usize {
        self.solver.len().div_ceil(1024).max(128)
    }

    /// Writes the contestants: ours into the folders `accepted` and `example`, each failing one into
    /// the folder that `verdict_of` returns for its folder and name here.
    pub(super) fn write_submissions(
        &self,
        folder: &PackageFolder,
        example: &str,
        verdict_of: impl Fn(&str, &str) -> String,
    ) -> Result<()> {
        let name = &self.facts.game.name;
        folder.file(&format!("accepted/{name}.rs"), &self.solver)?;
        folder.file(&format!("{example}/{name}.py"), &self.example)?;
        let from = workspace().join("scripts/tasks/contestants");
        for verdict in fs::read_dir(&from)? {
            let verdict = verdict?.file_name().to_string_lossy().into_owned();
            for file in fs::read_dir(from.join(&verdict))? {
                let file = file?;
                let name = file.file_name().to_string_lossy().into_owned();
                let verdict = verdict_of(&verdict, &name);
                let source = fs::read_to_string(file.path())?;
                folder.file(&format!("{verdict}/{name}"), &source)?;
            }
        }
        Ok(())
    }

    /// Writes the sample and the secret cases; `rules` returns name and text of a file on a group.
    pub(super) fn write_cases(
        &self,
        data: &PackageFolder,
        rules: impl Fn(&SecretGroup) -> Option<(&'static str, String)>,
    ) -> Result<()> {
        self.cases.sample.write(&data.folder("sample"))?;
        for (group, cases) in self.facts.package.groups.iter().zip(&self.cases.groups) {
            let folder = data.folder(&format!("secret/{}", group.name));
            if let Some((name, text)) = rules(group) {
                folder.file(name, &text)?;
            }
            cases.iter().try_for_each(|case| case.write(&folder))?;
        }
        Ok(())
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
