//! `make bench`: measures this host's work rates, runs every bench of the workspace and
//! prints one table of what they measured.
//!
//! A bench takes part by this convention: a criterion group is one claim about
//! speed; the function whose name begins with `baseline` is what the others of
//! the group are compared with, in the same run. Where work differs, the group
//! or each function states its throughput, and times are taken per element.

pub mod instructions;
pub mod rates;
pub mod results;

use std::process::Command;
use std::{fs, io};

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// Times that criterion takes for each function that does not say otherwise.
const SHORT: [&str; 5] = [
    "--warm-up-time=0.3",
    "--measurement-time=1",
    "--sample-size=10",
    "--noplot",
    "--quiet",
];

/// Runs the benches and prints the table.
///
/// # Errors
/// A program cannot be run, or fails.
pub fn run() -> Result<()> {
    let rates = rates::measure(&workspace().join("target/release"))?;
    let folder = workspace().join("target/criterion");
    match fs::remove_dir_all(&folder) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => {
            return Err(error).context(folder.display().to_string());
        }
        _ => {}
    }
    let status = Command::new("cargo")
        .args(["bench", "--package=benches", "--bench=time"])
        .args(["--bench=memory", "--"])
        .args(SHORT)
        .current_dir(workspace())
        .env("CRITERION_HOME", &folder)
        .status()
        .context("cargo cannot be run")?;
    ensure!(status.success(), "a bench failed: {status}");
    println!("\n{}\n", results::table(&folder)?);
    for (game, rate) in rates {
        println!("work rate of {game}: {rate:.0} units a second");
    }
    Ok(())
}
