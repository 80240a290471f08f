//! The programs of a package: a game's referee as one file of Rust.

use std::fmt::Write;
use std::fs;
use std::path::PathBuf;

use anyhow::{Context, Result};
use bundle::compiler;
use bundle::expand::{Crate, expand};
use bundle::prune::{Types, prune};
use games::workspace;

/// Edition of the judges' sources.
pub const EDITION: &str = "2024";

/// Returns a program that ends with what the function `entry` of the package `validator` returns
/// for a game; `title` is its first line.
///
/// # Errors
/// A source cannot be read, or the compiler complains about what cannot be cut.
pub fn program(game: &str, title: &str, entry: &str, argument: &str) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let main = folder.path().join("main.rs");
    let definition = definition(game)?;
    let mut text = format!(
        "//! {title}, in one file that needs nothing but the standard library, on Linux.\n\
         //! Compile: rustc --edition {EDITION} -O main.rs\n\
         //! Written by `make packages` from the game's definition: change that.\n\n\
         use std::process::ExitCode;\n\n"
    );
    let call = format!("validator::{entry}::<{definition}>({argument})");
    writeln!(text, "fn main() -> ExitCode {{\n    {call}\n}}")?;
    fs::write(&main, text)?;
    let part = |path: &str, root: PathBuf, uses: &[&str]| Crate {
        path: path.into(),
        root,
        uses: uses.iter().map(|name| name.to_string()).collect(),
    };
    let library = |name: &str, folder: &str, uses: &[&str]| {
        let root = workspace().join(folder).join("src/lib.rs");
        part(&format!("crate::{name}"), root, uses)
    };
    let judge = format!("{game}_judge");
    let below = ["common", "game", "scene"];
    let libraries = [
        library("validator", "judges/validator", &below),
        library(&judge, &format!("judges/{game}"), &below),
        library("game", "judges/game", &["common", "scene"]),
        library("scene", "judges/scene", &[]),
        library("common", "crates/common", &[]),
    ];
    let everything = expand(&part("crate", main, &["validator", &judge]), &libraries)?;
    let used =
        prune(everything, EDITION, Types::Keep).with_context(|| format!("{game}: {entry}"))?;
    compiler::format(used, EDITION)
}

/// The path of the type that defines a game, as its judge's program names it.
fn definition(game: &str) -> Result<String> {
    let path = workspace().join(format!("judges/{game}/src/main.rs"));
    let text = fs::read_to_string(&path).with_context(|| path.display().to_string())?;
    let named = text
        .split_once("main::<")
        .and_then(|(_, rest)| rest.split_once(">()"));
    let (definition, _) =
        named.with_context(|| format!("{}: no `main::<GAME>()`", path.display()))?;
    Ok(definition.into())
}
