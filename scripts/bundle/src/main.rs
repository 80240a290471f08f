//! `make submissions`: writes `target/submissions/<game>.rs`, and compiles each
//! file to the program beside it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::thread;

use anyhow::{Result, bail};
use bundle::{Submission, compiler, workspace};
use clap::Parser;

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
    match run(Options::parse()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(Options { games, out }: Options) -> Result<()> {
    let out = out.unwrap_or_else(|| workspace().join("target/submissions"));
    let mut submissions = Submission::all()?;
    for game in &games {
        if !submissions.iter().any(|found| found.game == *game) {
            bail!("there is no game `{game}`");
        }
    }
    submissions.retain(|found| games.is_empty() || games.contains(&found.game));
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

/// Writes and compiles a submission in the directory `out`; returns its source.
fn write(submission: &Submission, out: &Path) -> Result<String> {
    let source = submission.source()?;
    let program = out.join(&submission.game);
    let file = program.with_extension("rs");
    fs::write(&file, &source)?;
    compiler::compile(&file, &program)?;
    Ok(source)
}
