//! `make submissions`: writes `target/submissions/<game>.rs`, and compiles each
//! file to the programs `target/submissions/<edition>/<game>`.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::Result;
use bundle::Submission;
use bundle::compiler::{self, EDITIONS};
use clap::Parser;
use games::workspace;

/// Writes each submission as one file, and compiles it
#[derive(Parser)]
struct Options {
    /// The games to write; all of them if none is named
    games: Vec<String>,
    /// Where to write [default: target/submissions]
    #[arg(long)]
    out: Option<PathBuf>,
}

fn main() -> ExitCode {
    games::status(run(Options::parse()))
}

fn run(Options { games, out }: Options) -> Result<()> {
    let out = out.unwrap_or_else(|| workspace().join("target/submissions"));
    let submissions = match games.is_empty() {
        true => Submission::all()?,
        false => {
            let games = games::chosen(&games)?;
            let submissions = games.iter().map(|game| Submission::of(&game.name));
            submissions.collect::<Result<_>>()?
        }
    };
    let out = out.as_path();
    fs::create_dir_all(out)?;
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
    fs::write(&file, &source)?;
    for edition in EDITIONS {
        let folder = out.join(edition);
        fs::create_dir_all(&folder)?;
        compiler::compile(&file, edition, &folder.join(&submission.game))?;
    }
    Ok(source)
}
