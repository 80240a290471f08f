//! The solvers that are submissions, and a submission as one file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use cargo_metadata::MetadataCommand;
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

/// The directory of the workspace.
pub fn workspace() -> PathBuf {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR"));
    tool.ancestors().nth(2).unwrap_or(tool).to_path_buf()
}

impl Submission {
    /// Returns all submissions of the workspace, by name.
    ///
    /// # Errors
    /// Cargo cannot read the workspace, or a table in a manifest is malformed.
    pub fn all() -> Result<Vec<Submission>> {
        let mut command = MetadataCommand::new();
        let metadata = command.current_dir(workspace()).no_deps().exec()?;
        let mut all = Vec::new();
        for package in &metadata.packages {
            if let Some(table) = package.metadata.get("submission") {
                let place = &package.manifest_path;
                let context = || format!("{place}: [package.metadata.submission]");
                all.push(Submission {
                    game: package.name.to_string(),
                    manifest: SubmissionManifest::deserialize(table).with_context(context)?,
                    sources: place.with_file_name("src").into(),
                });
            }
        }
        all.sort_by(|a, b| a.game.cmp(&b.game));
        Ok(all)
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
