//! Contents that the packages of a game share.

use std::path::Path;

use anyhow::Result;

use super::cases::case_files;
use super::facts::Facts;
use super::files::PackageFiles;
use super::program::PackagePrograms;
use super::statement;
use crate::games::GameManifest;
use crate::text;

/// A contestant that fails: its path below the folder of its verdict, and its source.
macro_rules! failing {
    ($path:literal) => {
        ($path, include_str!(concat!("../../contestants/", $path)))
    };
}
/// Contestants that fail in every game.
const FAILING: [(&str, &str); 5] = [
    failing!("run_time_error/exits_3.py"),
    failing!("run_time_error/segfaults.py"),
    failing!("time_limit_exceeded/busy.py"),
    failing!("wrong_answer/binary.py"),
    failing!("wrong_answer/says_nothing.py"),
];

/// Contents of all packages of a game.
pub struct PackageParts {
    /// Facts of the game.
    pub facts: Facts,
    /// Its rules, as Markdown.
    pub rules: String,
    /// The files of its cases.
    pub cases: PackageFiles,
    /// Its programs.
    pub programs: PackagePrograms,
    /// Our solver.
    pub solver: String,
    /// A weak contestant.
    pub example: String,
}

impl PackageParts {
    /// Makes the parts of a game; `programs` is the folder with its judge and solver.
    pub fn make(game: GameManifest, programs: &Path) -> Result<PackageParts> {
        let name = game.name.clone();
        let facts = Facts::gather(game, programs)?;
        Ok(PackageParts {
            rules: statement::rules(&name)?,
            cases: case_files(&facts, programs)?,
            programs: PackagePrograms::of(&facts)?,
            solver: facts.submission.source()?,
            example: text(&format!("data/examples/{name}.py"))?,
            facts,
        })
    }

    /// Returns the statement as Markdown; `scoring` says how the system scores.
    pub fn statement(&self, scoring: &str) -> String {
        statement::markdown(&self.rules, self.facts.game.kind, scoring)
    }

    /// Returns the maximum size of a submission, KiB.
    pub(super) fn code_kib(&self) -> usize {
        self.solver.len().div_ceil(1024).max(128)
    }

    /// Returns the files that every format has: cases and contestants. Our solver is in `accepted`,
    /// the weak contestant in the folder `example`, and failing ones in the folders of their
    /// verdicts.
    pub(super) fn files(&self, example: &str) -> PackageFiles {
        let name = &self.facts.game.name;
        let mut files = self.cases.clone();
        files.add(format!("submissions/accepted/{name}.rs"), &self.solver);
        files.add(format!("submissions/{example}/{name}.py"), &self.example);
        for (path, source) in FAILING {
            files.add(format!("submissions/{path}"), source);
        }
        files
    }
}
