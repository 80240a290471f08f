//! `make site`: writes `target/site/`, a page of every game, which holds its judge and our
//! solver, and an index.

mod index;
mod rules;

use std::fs;
use std::path::Path;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use games::{GameManifest, workspace};
use page::{Program, document};

use index::Entry;
use rules::Rules;

fn main() -> ExitCode {
    games::status(write_site())
}

/// Builds the programs, and writes a page of each game and the index.
///
/// # Errors
/// There is no toolchain for them, or a file cannot be written.
fn write_site() -> Result<()> {
    let games = games::all()?;
    build(&games)?;
    let folder = workspace().join("target/site");
    fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let mut entries = Vec::new();
    for GameManifest { name, .. } in &games {
        let rules = Rules::read(name)?;
        let page = document(
            &rules.title,
            &rules.text,
            &Program::Within {
                game: &program(&format!("{name}-judge"))?,
                solver: &program(name)?,
            },
        );
        write(&folder.join(format!("{name}.html")), &page)?;
        entries.push(Entry::new(name, &rules)?);
    }
    let start = folder.join("index.html");
    write(&start, &index::index(&entries))?;
    println!("see {}", start.display());
    Ok(())
}

/// Compiles the programs of all games to WebAssembly.
fn build(games: &[GameManifest]) -> Result<()> {
    let mut build = Command::new(workspace().join("scripts/wasm.sh"));
    build.args(["--quiet", "--release"]);
    for GameManifest { name, .. } in games {
        let judge = format!("{name}-judge");
        build.args(["--package", name, "--package", &judge]);
        build.args(["--bin", name, "--bin", &judge]);
        build.args(["--features", &format!("{judge}/page")]);
    }
    // Without its default features: those build what runs contestants.
    build.arg("--no-default-features");
    let status = build.status().context("scripts/wasm.sh")?;
    if !status.success() {
        bail!("the games cannot be compiled for a browser");
    }
    Ok(())
}

/// The bytes of a program in WebAssembly.
fn program(name: &str) -> Result<Vec<u8>> {
    let path = format!("target/wasm/wasm32-wasip1/release/{name}.wasm");
    fs::read(workspace().join(&path)).context(path)
}

fn write(path: &Path, text: &str) -> Result<()> {
    fs::write(path, text).with_context(|| path.display().to_string())?;
    println!("{}: {} KiB", path.display(), text.len().div_ceil(1024));
    Ok(())
}
