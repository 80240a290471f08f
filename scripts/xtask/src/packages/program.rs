//! The programs of a package: a game's referee as single Rust files.

use std::fs;

use anyhow::{Context, Result};

use super::facts::Facts;
use crate::bundle::compiler;
use crate::bundle::expand::{Crate, expand};
use crate::{games, text, workspace};

/// Edition of the judges' sources.
pub const EDITION: &str = "2024";

/// The programs of a game's packages. Each calls one function of `export`.
pub struct PackagePrograms {
    /// Checks cases.
    pub input_validator: String,
    /// Judges and writes a score.
    pub score_validator: String,
    /// Judges and writes the share of the bound.
    pub share_validator: String,
    /// Judges and writes no score.
    pub verdict_validator: String,
}

impl PackagePrograms {
    /// Makes the programs of a game.
    pub fn of(facts: &Facts) -> Result<PackagePrograms> {
        let game = &facts.game.name;
        let definition = definition(game)?;
        let modules = compiler::format(expanded(game, "")?, EDITION)?;
        let program = |title: &str, function: &str, argument: &str| {
            let head = format!(
                "//! {title}, in one file that needs nothing but the standard library, on Linux.\n\
                 //! Compile: rustc --edition {EDITION} -O main.rs\n\
                 //! SPDX-License-Identifier: MIT OR Apache-2.0\n\
                 //! Written by `make packages` from the game's definition: change that.\n\n\
                 #![allow(unused, reason = \"a game's programs have the same modules\")]\n\n\
                 fn main() -> std::process::ExitCode {{\n    \
                 export::{function}::<{definition}>({argument})\n}}\n"
            );
            anyhow::Ok(compiler::format(head, EDITION)? + &modules)
        };
        let judge = |points: &str| {
            let function = if facts.is_interactive() { "judge_dialogue" } else { "judge_output" };
            let conditions = format!(
                "export::JudgingConditions {{ output_bytes: {}, seconds: {}, points: {points} }}",
                facts.limits.output_bytes,
                facts.seconds()
            );
            program("Output validator", function, &conditions)
        };
        Ok(PackagePrograms {
            input_validator: program("Input validator", "check_input", "")?,
            score_validator: judge("Some(export::Points::Score)")?,
            share_validator: judge("Some(export::Points::Share)")?,
            verdict_validator: judge("None")?,
        })
    }
}

/// Returns one file: the text `root`, with the crate `export` and everything it needs for this game
/// as modules.
pub(super) fn expanded(game: &str, root: &str) -> Result<String> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("main.rs");
    fs::write(&file, root)?;
    let judge = format!("{game}_judge");
    let below: &[&str] = &["common", "game", "scene"];
    let libraries: [(&str, &str, &[&str]); 5] = [
        ("export", "judges/kit/export", below),
        (&judge, &format!("judges/{game}"), below),
        ("game", "judges/kit/game", &["common", "scene"]),
        ("scene", "judges/kit/scene", &[]),
        ("common", "crates/common", &[]),
    ];
    let others = games::others(game)?;
    let libraries = libraries.map(|(name, folder, uses)| Crate {
        omitted: others.clone(),
        ..Crate::new(&format!("crate::{name}"), workspace().join(folder).join("src/lib.rs"), uses)
    });
    expand(&Crate::new("crate", file, &[]), &libraries)
}

/// Returns the path of the type that defines a game, as written in its judge's `main.rs`.
pub(super) fn definition(game: &str) -> Result<String> {
    let path = format!("judges/{game}/src/main.rs");
    let text = text(&path)?;
    let named = text.split_once("main::<").and_then(|(_, rest)| rest.split_once(">()"));
    let (definition, _) = named.with_context(|| format!("{path}: no `main::<GAME>()`"))?;
    Ok(definition.into())
}
