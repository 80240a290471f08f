//! The solvers that are submissions, and a submission as one file.

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

use crate::bundle::compiler::{self, EDITIONS};
use crate::bundle::expand::{Crate, expand};
use crate::bundle::prune::{Types, prune};
use crate::{games, output, workspace};

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
    /// The folder of the solvers.
    crates: PathBuf,
}

/// Returns the submission of a game, if its solver's manifest has a table.
fn find(workspace: &Path, game: &str) -> Result<Option<Submission>> {
    let crates = workspace.join("crates");
    let (_, table) = games::metadata(&crates.join(game).join("Cargo.toml"), "submission")?;
    Ok(table.map(|manifest| Submission {
        game: game.into(),
        manifest,
        crates,
    }))
}

impl Submission {
    /// Returns all submissions of the workspace, by name.
    ///
    /// # Errors
    /// A manifest cannot be read, or a table in one is malformed.
    pub fn all() -> Result<Vec<Submission>> {
        let games = games::all()?;
        let found = games.iter().map(|game| find(&workspace(), &game.name));
        found.filter_map(Result::transpose).collect()
    }

    /// Returns the submission of a game.
    ///
    /// # Errors
    /// It has none, its manifest cannot be read, or the table in it is malformed.
    pub fn of(game: &str) -> Result<Submission> {
        Submission::within(&workspace(), game)
    }

    /// Returns the submission of a game of another workspace.
    ///
    /// # Errors
    /// As for [`of`](Submission::of).
    pub fn within(workspace: &Path, game: &str) -> Result<Submission> {
        find(workspace, game)?.with_context(|| {
            format!("crates/{game}/Cargo.toml has no table [package.metadata.submission]")
        })
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
        let sources = self.crates.join(game).join("src");
        let program = part("crate", sources.join("main.rs"), &[game, "common"]);
        let library = sources.join("lib.rs");
        let common = self.crates.join("common/src/lib.rs");
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

    /// Returns a run of the judge in the folder `programs` on the cases of the manifest, with the
    /// solver there, which does `work` units of work for each if any are given.
    pub fn judge(&self, programs: &Path, work: Option<u64>) -> Command {
        let work = work.map(|work| format!("SOLVER_WORK={work} "));
        let solver = programs.join(&self.game).display().to_string();
        let mut judge = Command::new(programs.join(format!("{}-judge", self.game)));
        judge.args(&self.manifest.cases).arg("--exec");
        judge.arg(format!("env {}'{solver}'", work.unwrap_or_default()));
        judge
    }

    /// Plays the cases of the manifest with the solver in the folder `programs`; saves
    /// `<case>.in` and `<case>.out` in `folder`, and returns the paths of the former.
    ///
    /// # Errors
    /// The judge cannot be run, or a case is not OK.
    pub fn record(&self, programs: &Path, folder: &Path) -> Result<Vec<PathBuf>> {
        let mut judge = self.judge(programs, self.manifest.work);
        judge.args(["--threads=2", "--time-limit=120000", "--saveAll"]);
        output(judge.arg(folder))?;
        let mut cases = Vec::new();
        for entry in fs::read_dir(folder)? {
            cases.push(entry?.path());
        }
        cases.retain(|path| path.extension().is_some_and(|ending| ending == "in"));
        ensure!(!cases.is_empty(), "{}: no case was played", self.game);
        cases.sort();
        Ok(cases)
    }

    /// Returns what `program` writes when it reads the case `input`: with the work of the manifest,
    /// the same as the solver that was recorded.
    ///
    /// # Errors
    /// It cannot be run, or fails.
    pub fn replay(&self, program: &Path, input: &Path) -> Result<String> {
        let mut command = Command::new(program);
        let work = self.manifest.work.map(|work| work.to_string());
        command.envs(work.map(|work| ("SOLVER_WORK", work)));
        output(command.stdin(File::open(input)?))
    }
}
