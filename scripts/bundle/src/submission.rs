//! The solvers that are submissions, and a submission as one file.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result, ensure};
use games::workspace;
use serde::Deserialize;

use crate::compiler::{self, EDITIONS};
use crate::expand::{Crate, expand};
use crate::prune::{Types, prune};

/// The table `[package.metadata.submission]` of a manifest. A package that has
/// one is a submission.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionManifest {
    /// The game as people call it.
    pub title: String,
    /// The limits its statement sets, in words.
    pub limits: String,
    /// Maximum size of the file, that of the strictest place it is to go to.
    pub bytes: usize,
    /// Arguments of the judge for the cases that file and package are compared on.
    pub cases: Vec<String>,
    /// `SOLVER_WORK` for each of these cases, if the solver watches the clock.
    pub work: Option<u64>,
}

/// A solver to be written as one file.
#[derive(Debug)]
pub struct Submission {
    /// The package, its program, and the file to be written, without `.rs`.
    pub game: String,
    /// Its manifest.
    pub manifest: SubmissionManifest,
    /// The directory of its sources.
    sources: PathBuf,
}

impl Submission {
    /// Returns all submissions of the workspace, by name.
    ///
    /// # Errors
    /// A manifest cannot be read, or a table in one is malformed.
    pub fn all() -> Result<Vec<Submission>> {
        let games = games::all()?;
        let found = games.iter().map(|game| Submission::find(&game.name));
        found.filter_map(Result::transpose).collect()
    }

    /// Returns the submission of a game.
    ///
    /// # Errors
    /// It has none, its manifest cannot be read, or the table in it is malformed.
    pub fn of(game: &str) -> Result<Submission> {
        Submission::find(game)?.with_context(|| {
            format!("crates/{game}/Cargo.toml has no table [package.metadata.submission]")
        })
    }

    /// Returns the submission of a game, if its solver's manifest has a table.
    fn find(game: &str) -> Result<Option<Submission>> {
        #[derive(Deserialize)]
        struct Cargo {
            package: Package,
        }
        #[derive(Deserialize)]
        struct Package {
            metadata: Option<Metadata>,
        }
        #[derive(Deserialize)]
        struct Metadata {
            submission: Option<SubmissionManifest>,
        }

        let folder = workspace().join("crates").join(game);
        let file = folder.join("Cargo.toml");
        let context = || file.display().to_string();
        let text = fs::read_to_string(&file).with_context(context)?;
        let Cargo { package } = toml::from_str(&text).with_context(context)?;
        let table = package.metadata.and_then(|metadata| metadata.submission);
        Ok(table.map(|manifest| Submission {
            game: game.into(),
            manifest,
            sources: folder.join("src"),
        }))
    }

    /// Returns the submission as one file.
    ///
    /// # Errors
    /// The solver uses what a single file cannot have, the compiler complains
    /// about what cannot be cut, or the file has too many bytes.
    pub fn source(&self) -> Result<String> {
        let Submission { game, manifest, .. } = self;
        let part = |path: &str, root: PathBuf, uses: &[&str]| Crate {
            path: path.into(),
            root,
            uses: uses.iter().map(|name| name.to_string()).collect(),
            features: Vec::new(),
        };
        let program = part("crate", self.sources.join("main.rs"), &[game, "common"]);
        let library = self.sources.join("lib.rs");
        let common = workspace().join("crates/common/src/lib.rs");
        let mut libraries = vec![part("crate::common", common, &[])];
        if library.exists() {
            libraries.insert(0, part(&format!("crate::{game}"), library, &["common"]));
        }
        let everything = expand(&program, &libraries)?;
        let used = prune(everything, EDITIONS[0], Types::Cut)
            .with_context(|| format!("{game} as one file"))?;
        let text = compiler::format(
            format!(
                "// {}, in one file that needs nothing but the standard library.\n\
             // Limits: {}.\n\
             // Compile: rustc --edition {} -O {game}.rs\n\
             // Written by `make submissions` from the package {game}: change that.\n\n{used}",
                manifest.title,
                manifest.limits,
                EDITIONS.join(" or "),
            ),
            EDITIONS[0],
        )?;
        let (size, limit) = (text.len(), manifest.bytes);
        ensure!(
            size <= limit,
            "{game}.rs has {size} bytes, expected at most {limit}"
        );
        Ok(text)
    }
}
