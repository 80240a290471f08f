//! The solvers that are submissions, and a submission as one file.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, bail};
use cargo_metadata::{MetadataCommand, Package};
use cg_bundler::{Bundler, TransformConfig};
use serde_json::Value;

use crate::layout::{Docs, layout};
use crate::{prune, stage};

/// Most KiB of a submission that does not say otherwise: what Codeforces takes.
const KIB: usize = 64;

/// A solver to be written as one file. A package of the workspace is one if its
/// manifest gives the `title` of the game and its `limits` under
/// `[package.metadata.submission]`; `kib` lets it grow larger than others.
#[derive(Debug)]
pub struct Submission {
    /// The package, its program, and the file to be written, without `.rs`.
    pub game: String,
    /// The game as people call it.
    pub title: String,
    /// The limits its statement sets, in words.
    pub limits: String,
    /// Most bytes of the file.
    pub largest: usize,
    /// The directory of the program's sources.
    pub sources: PathBuf,
    /// Whether the package has a library beside its program.
    pub has_library: bool,
    /// The directory of the sources of `common`.
    pub common: PathBuf,
}

/// The directory of the workspace.
pub fn workspace() -> PathBuf {
    let tool = Path::new(env!("CARGO_MANIFEST_DIR"));
    tool.ancestors().nth(2).unwrap_or(tool).to_path_buf()
}

impl Submission {
    /// All submissions of the workspace, by name.
    ///
    /// # Errors
    /// Cargo cannot read the workspace, or a manifest gives only half of what
    /// makes a submission.
    pub fn all() -> Result<Vec<Submission>> {
        let metadata = MetadataCommand::new()
            .current_dir(workspace())
            .no_deps()
            .exec()?;
        let mut all = Vec::new();
        for package in &metadata.packages {
            if !package.metadata["submission"].is_null() {
                all.push(Submission::new(package)?);
            }
        }
        all.sort_by(|a, b| a.game.cmp(&b.game));
        Ok(all)
    }

    fn new(package: &Package) -> Result<Submission> {
        let said = |key: &str| {
            let value = package.metadata["submission"][key].as_str();
            let place = &package.manifest_path;
            value
                .map(String::from)
                .ok_or_else(|| anyhow!("{place}: the submission has no `{key}`"))
        };
        let kib = match &package.metadata["submission"]["kib"] {
            Value::Null => KIB,
            kib => kib
                .as_u64()
                .ok_or_else(|| anyhow!("{}: `kib` is not a number", package.manifest_path))?
                as usize,
        };
        let sources = package
            .manifest_path
            .with_file_name("src")
            .into_std_path_buf();
        Ok(Submission {
            game: package.name.to_string(),
            title: said("title")?,
            limits: said("limits")?,
            largest: kib << 10,
            has_library: sources.join("lib.rs").exists(),
            sources,
            common: workspace().join("crates/common/src"),
        })
    }

    /// The submission as one file, with as many doc comments as it has room for.
    ///
    /// # Errors
    /// The solver uses what a single file cannot have, the compiler complains
    /// about what cannot be cut, or the file has too many bytes.
    pub fn source(&self) -> Result<String> {
        let bundler = Bundler::with_config(TransformConfig {
            remove_docs: false,
            ..TransformConfig::default()
        });
        let staged = stage::stage(self)?;
        let everything = bundler.bundle(staged.path())?;
        let used = prune::prune(&everything)
            .with_context(|| format!("{} does not fit into one file", self.game))?;
        let texts = [Docs::All, Docs::Items, Docs::Modules, Docs::Program]
            .map(|docs| layout(self, &used, docs));
        let mut size = 0;
        for text in texts {
            let text = text?;
            size = text.len();
            if size <= self.largest {
                return Ok(text);
            }
        }
        bail!(
            "{} has {size} bytes in one file, more than {}",
            self.game,
            self.largest
        )
    }
}
