//! `make bench-instructions`: counts the instructions of the solvers' inner loops and compares them
//! with `data/instructions.csv`.
//!
//! Load on the machine does not change a count, but another compiler does: the file names the
//! compiler that it was made with, and a count of another one is new.

use std::process::{Command, ExitCode};

use anyhow::{Context, Result};
use clap::Args;

use crate::last_values::LastValues;
use crate::{output, workspace};

/// File of the last counts, relative to the top of the workspace, and its first line.
const FILE: &str = "data/instructions.csv";
const HEAD: &str = "kernel,compiler,instructions";

/// Relative increases: from the first on, a count is reported; from the second on, it fails.
const REPORTED: f64 = 0.02;
const FAILS: f64 = 0.05;

/// Counts instructions of the solvers' inner loops and compares them with the last counts
#[derive(Args)]
pub struct InstructionOptions {
    /// Write the counts as the last ones, to data/instructions.csv
    #[arg(long)]
    write: bool,
}

/// Counts, then compares or writes. The status is 1 if a count rose too far and is not written.
pub fn run(options: &InstructionOptions) -> Result<ExitCode> {
    let version = output(Command::new("rustc").arg("--version"))?;
    let compiler: Vec<&str> = version.split_whitespace().take(2).collect();
    let compiler = compiler.join(" ");
    let mut bench = Command::new("cargo");
    bench.args(["run", "--release", "--package=benches"]);
    bench.current_dir(workspace());
    let lines = output(&mut bench).context("the count failed; it needs Debian's valgrind")?;
    let count = |line: &str| line.replacen(',', &format!(",{compiler},"), 1) + "\n";
    let counts: String = lines.lines().map(count).collect();
    let now = LastValues::parse(FILE.into(), HEAD, &format!("{HEAD}\n{counts}"))?;
    let last = LastValues::read(FILE.into(), HEAD)?;
    println!("{}", last.compared(&now, word));
    if options.write {
        now.write()?;
    }
    let has_failed = has_risen(&last, &now) && !options.write;
    Ok(ExitCode::from(u8::from(has_failed)))
}

/// Describes the change of a count.
pub fn word(rise: f64) -> &'static str {
    match rise {
        _ if rise > FAILS => "risen: fails",
        _ if rise > REPORTED => "risen",
        _ if rise < -REPORTED => "fallen: --write keeps it",
        _ => "",
    }
}

/// Returns true if a count rose so far that the comparison fails.
pub fn has_risen(last: &LastValues, now: &LastValues) -> bool {
    now.rows.iter().filter_map(|row| last.change(row)).any(|rise| rise > FAILS)
}
