//! `make packages`: writes each game as `target/packages/<format>/<game>` for Kattis, DOMjudge and
//! other systems. The content comes from the game's definition and its rules.

mod cases;
pub mod domjudge;
mod facts;
mod files;
pub mod kattis;
mod parts;
mod program;
pub mod sample;
pub mod spec;
pub mod statement;

use std::fs;
use std::path::{Path, PathBuf};
use std::thread;
use std::time::Instant;

use anyhow::{Context, Result};
use clap::Args;

use crate::games::{self, GameManifest};
use crate::{programs, workspace};

pub use facts::Facts;
pub use files::PackageFiles;
pub use parts::PackageParts;
pub use program::PackagePrograms;

/// Writes games as problem packages of other judge systems
#[derive(Args)]
pub struct PackageOptions {
    /// The games to write; all of them if none is named
    games: Vec<String>,
    /// Where to write [default: target/packages]
    #[arg(long)]
    out: Option<PathBuf>,
    /// Where judges and solvers lie [default: where `make build` writes them]
    #[arg(long)]
    judges: Option<PathBuf>,
}

/// Writes the packages.
pub fn run(options: PackageOptions) -> Result<()> {
    let PackageOptions { games, out, judges } = options;
    let out = out.unwrap_or_else(|| workspace().join("target/packages"));
    let judges = judges.map_or_else(programs, Ok)?;
    let mut chosen = games::chosen(&games)?;
    chosen.retain(|game| game.package.is_some() || !games.is_empty());
    println!("Plays the cases and makes the programs: half a minute for all games");
    thread::scope(|scope| {
        let start = |game| scope.spawn(|| write(game, &judges, &out));
        let writers: Vec<_> = chosen.into_iter().map(start).collect();
        writers.into_iter().try_for_each(|writer| writer.join().expect("a thread does not panic"))
    })?;
    for (format, text) in [(kattis::FORMAT, kattis::LANGUAGES), (spec::FORMAT, spec::LANGUAGES)] {
        let path = out.join(format).join("languages.yaml");
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    println!("written to {}", out.display());
    Ok(())
}

/// Writes the packages of a game, one for each format.
fn write(game: GameManifest, judges: &Path, out: &Path) -> Result<()> {
    let (name, begun) = (game.name.clone(), Instant::now());
    let parts = PackageParts::make(game, judges)?;
    for (format, files) in [
        (kattis::FORMAT, kattis::files(&parts)),
        (domjudge::FORMAT, domjudge::files(&parts)),
        (spec::FORMAT, spec::files(&parts)),
    ] {
        files.write(&out.join(format).join(&name))?;
    }
    println!("{name:<10}{:>6.0} s", begun.elapsed().as_secs_f64());
    Ok(())
}
