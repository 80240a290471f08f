//! `make submissions`: writes `target/submissions/<game>.rs`, a solver of the workspace as one
//! file, and compiles each to the programs `target/submissions/<edition>/<game>`.

mod submission;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use anyhow::Result;
use clap::Args;

use crate::bundle::compiler::{self, EDITIONS};
use crate::{games, workspace};

pub use submission::Submission;

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
///
/// # Errors
/// There is no such game, or its solver cannot be one file.
pub fn run(options: &SubmissionOptions) -> Result<()> {
    let out = options.out.clone();
    let out = &out.unwrap_or_else(|| workspace().join("target/submissions"));
    let submissions = match &options.games[..] {
        [] => Submission::all()?,
        names => {
            let games = games::chosen(names)?;
            let submissions = games.iter().map(|game| Submission::of(&game.name));
            submissions.collect::<Result<_>>()?
        }
    };
    println!("{:<10}{:>8}{:>9}", "game", "lines", "bytes");
    thread::scope(|scope| {
        let start = |submission| scope.spawn(move || write(submission, out));
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

/// Writes a submission, and compiles it under each edition, in the directory `out`;
/// returns its source.
fn write(submission: &Submission, out: &Path) -> Result<String> {
    let source = submission.source()?;
    let file = out.join(&submission.game).with_extension("rs");
    fs::create_dir_all(out)?;
    fs::write(&file, &source)?;
    for edition in EDITIONS {
        let folder = out.join(edition);
        fs::create_dir_all(&folder)?;
        compiler::compile(&file, edition, &folder.join(&submission.game))?;
    }
    Ok(source)
}
