//! `make submissions`: writes each solver as one file, `target/submissions/<game>.rs`, and compiles
//! it to the programs `target/submissions/<edition>/<game>`.

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Deserialize;

use crate::bundle::compiler::{self, EDITIONS};
use crate::bundle::expand::{Crate, expand};
use crate::bundle::header;
use crate::bundle::prune::prune;
use crate::{games, workspace};

/// Writes each submission as one file, and compiles it
#[derive(Args)]
pub struct SubmissionOptions {
    /// The games to write; all of them if none is named
    games: Vec<String>,
    /// Where to write [default: target/submissions]
    #[arg(long)]
    out: Option<PathBuf>,
}

/// Writes the submissions and prints their sizes.
pub fn run(options: &SubmissionOptions) -> Result<()> {
    let out = options.out.clone();
    let out = &out.unwrap_or_else(|| workspace().join("target/submissions"));
    let submissions = Submission::chosen(&options.games)?;
    let compiles = "Writes each file and compiles it under two editions: half a minute for all";
    println!("{compiles}\n{:<10}{:>8}{:>9}", "game", "lines", "bytes");
    thread::scope(|scope| {
        let start = |one| scope.spawn(move || Submission::write(one, out, &EDITIONS, 3));
        let threads: Vec<_> = submissions.iter().map(start).collect();
        for (submission, thread) in submissions.iter().zip(threads) {
            let source = thread.join().expect("a thread does not panic")?;
            let (lines, bytes) = (source.lines().count(), source.len());
            println!("{:<10}{lines:>8}{bytes:>9}", submission.game);
        }
        println!("written to {}", out.display());
        Ok(())
    })
}

/// Table `[package.metadata.submission]` of a manifest. A package with this table is a submission.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SubmissionManifest {
    /// Name of the game for people.
    pub title: String,
    /// Limits in its statement, in words.
    pub limits: String,
    /// The constants that a reader would change first, in words, if there are any.
    pub constants: Option<String>,
    /// Maximum size of the file, bytes: that of the strictest place where it is submitted.
    pub bytes: usize,
    /// Arguments of the judge: the cases on which the file is compared with the package.
    pub cases: Vec<String>,
    /// `SOLVER_WORK` for each of these cases; set if the solver watches the clock.
    pub work: Option<u64>,
}

/// A solver that is written as one file.
#[derive(Debug)]
pub struct Submission {
    /// Name of the package, of its program, and of the written file without `.rs`.
    pub game: String,
    /// Its manifest.
    pub manifest: SubmissionManifest,
    /// The folder of the solvers.
    crates: PathBuf,
}

impl Submission {
    /// Returns the submissions of the named games, or of all games if `names` is empty.
    ///
    /// # Errors
    /// [`games::chosen`] fails, or a game has no submission.
    pub fn chosen(names: &[String]) -> Result<Vec<Submission>> {
        games::chosen(names)?.iter().map(|game| Submission::of(&game.name)).collect()
    }

    /// Returns the submission of a game.
    pub fn of(game: &str) -> Result<Submission> {
        Submission::within(&workspace(), game)
    }

    /// Returns the submission of a game in the given workspace.
    pub fn within(workspace: &Path, game: &str) -> Result<Submission> {
        let crates = workspace.join("crates");
        let (_, table) = games::metadata(&crates.join(game).join("Cargo.toml"), "submission")?;
        Ok(Submission {
            game: game.into(),
            manifest: table.with_context(|| {
                format!("crates/{game}/Cargo.toml has no table [package.metadata.submission]")
            })?,
            crates,
        })
    }

    /// Returns the submission as the text of one file.
    ///
    /// # Errors
    /// The solver uses a feature that a single file cannot have; the compiler complains about
    /// something that cannot be cut; or the file is too large.
    pub fn source(&self) -> Result<String> {
        let Submission { game, manifest, .. } = self;
        let sources = self.crates.join(game).join("src");
        let common = self.crates.join("common/src/lib.rs");
        let common =
            Crate { omitted: games::others(game)?, ..Crate::new("crate::common", common, &[]) };
        let mut libraries = vec![common];
        let library = sources.join("lib.rs");
        if library.exists() {
            let library = Crate::new(&format!("crate::{game}"), library, &["common"]);
            libraries.insert(0, library);
        }
        let program = Crate::new("crate", sources.join("main.rs"), &[game, "common"]);
        let everything = header::hoist(&expand(&program, &libraries)?, game);
        let used = prune(everything, EDITIONS[0]).with_context(|| format!("{game} as one file"))?;
        let constants =
            manifest.constants.as_ref().map(|what| format!("// Constants to change: {what}.\n"));
        let constants = constants.unwrap_or_default();
        let text = compiler::format(
            format!(
                "// {}, in one file that needs nothing but the standard library.\n\
                 // Limits: {}.\n\
                 // Compile: rustc --edition {} -O {game}.rs\n\
                 // SPDX-License-Identifier: MIT OR Apache-2.0\n\
                 // Written by `make submissions` from the package {game}: change that.\n{constants}\n{}",
                manifest.title,
                manifest.limits,
                EDITIONS.join(" or "),
                header::without_examples(&used),
            ),
            EDITIONS[0],
        )?;
        let (size, limit) = (text.len(), manifest.bytes);
        ensure!(size <= limit, "{game}.rs has {size} bytes, expected at most {limit}");
        Ok(text)
    }

    /// Writes the submission into the folder `out` and compiles it there under each of `editions`
    /// at optimisation `level`. Returns its source.
    ///
    /// # Errors
    /// [`Submission::source`] fails, a file cannot be written, or the compiler warns.
    pub fn write(&self, out: &Path, editions: &[&str], level: u8) -> Result<String> {
        let source = self.source()?;
        let file = out.join(&self.game).with_extension("rs");
        fs::create_dir_all(out)?;
        fs::write(&file, &source)?;
        for edition in editions {
            let folder = out.join(edition);
            fs::create_dir_all(&folder)?;
            compiler::compile(&file, edition, level, &folder.join(&self.game))?;
        }
        Ok(source)
    }
}
