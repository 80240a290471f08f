//! `make bench`: runs every bench of the workspace. Prints a table of the times and the results of
//! the benches of memory and of false verdicts.
//!
//! A criterion group supports one claim about speed. Its functions are compared with the one
//! whose name begins with `baseline`, measured in the same run. If their work differs, the group or
//! each function states its throughput; times are then per element.

pub mod instructions;
pub mod results;

use std::fs;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::workspace;

/// Measuring times for criterion, except for functions that set their own.
const SHORT: [&str; 5] =
    ["--warm-up-time=0.3", "--measurement-time=1", "--sample-size=10", "--noplot", "--quiet"];

/// Runs the benches and prints what they measured.
pub fn run() -> Result<()> {
    let folder = workspace().join("target/criterion");
    if folder.exists() {
        fs::remove_dir_all(&folder).with_context(|| folder.display().to_string())?;
    }
    let bench = |name: &str, options: &[&str]| {
        let mut bench = Command::new("cargo");
        bench.args(["bench", "--package=benches", "--bench", name, "--"]);
        bench.args(options).env("CRITERION_HOME", &folder);
        let status = bench.current_dir(workspace()).status().context("cargo cannot be run")?;
        ensure!(status.success(), "a bench failed: {status}");
        Ok(())
    };
    bench("time", &SHORT)?;
    println!("\n{}\n", results::table(&folder)?);
    bench("memory", &[])?;
    bench("verdicts", &[])
}
