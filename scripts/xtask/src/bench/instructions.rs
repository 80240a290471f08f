//! `make bench-instructions`: counts the instructions of the solvers' inner loops and compares them
//! with `data/instructions.csv`.
//!
//! Load on the machine does not change a count, but another compiler does: the file names the
//! compiler that it was made with.

use std::collections::BTreeMap;
use std::fs;
use std::process::{Command, ExitCode};

use anyhow::{Context, Result, bail};
use clap::Args;
use comfy_table::{Table, presets};

use crate::{output, workspace};

/// File of the last counts, relative to the top of the workspace, and its first line.
const FILE: &str = "data/instructions.csv";
const HEAD: &str = "kernel,instructions,compiler";

/// Relative increases: from the first on, a count is reported; from the second on, it fails.
const REPORTED: f64 = 0.02;
const FAILS: f64 = 0.05;

/// Instructions by kernel.
pub type InstructionCounts = BTreeMap<String, u64>;

/// Counts instructions of the solvers' inner loops and compares them with the last counts
#[derive(Args)]
pub struct InstructionOptions {
    /// Write the counts as the last ones, to data/instructions.csv
    #[arg(long)]
    write: bool,
}

/// Counts, then compares or writes. The status is 1 if a count rose too far.
pub fn run(options: &InstructionOptions) -> Result<ExitCode> {
    let version = output(Command::new("rustc").arg("--version"))?;
    let compiler: Vec<&str> = version.split_whitespace().take(2).collect();
    let compiler = compiler.join(" ");
    let mut bench = Command::new("cargo");
    bench.args(["run", "--release", "--package=benches"]);
    bench.current_dir(workspace());
    let lines = output(&mut bench).context("the count failed; it needs Debian's valgrind")?;
    let counts = lines.lines().map(count).collect::<Result<_>>()?;
    let file = workspace().join(FILE);
    if options.write {
        fs::write(&file, written(&compiler, &counts)).context(FILE)?;
        println!("{FILE} is written");
        return Ok(ExitCode::SUCCESS);
    }
    let (last_compiler, last) = read(&fs::read_to_string(&file).context(FILE)?)?;
    if compiler != last_compiler {
        println!("{FILE} was counted with {last_compiler}, this is {compiler}");
    }
    let (table, has_failed) = compare(&last, &counts);
    println!("{table}");
    Ok(ExitCode::from(u8::from(has_failed)))
}

/// Parses a line of the bench: a kernel and its count.
fn count(line: &str) -> Result<(String, u64)> {
    let pair = line.split_once(',');
    let pair = pair.and_then(|(kernel, count)| Some((kernel.to_string(), count.parse().ok()?)));
    pair.with_context(|| format!("a line of the bench without kernel or count: {line}"))
}

/// Returns the text of the file.
pub fn written(compiler: &str, counts: &InstructionCounts) -> String {
    let rows = counts.iter();
    let rows = rows.map(|(kernel, count)| format!("{kernel},{count},{compiler}\n"));
    format!("{HEAD}\n{}", rows.collect::<String>())
}

/// Parses the text of the file: the compiler and the counts.
pub fn read(text: &str) -> Result<(String, InstructionCounts)> {
    let (mut compiler, mut counts) = (String::new(), InstructionCounts::new());
    for (row, line) in text.lines().zip(1..).skip(1) {
        let place = || format!("{FILE}: line {line}: {row:?} is not {HEAD}");
        let [kernel, count, name] = row.split(',').collect::<Vec<_>>()[..] else {
            bail!(place());
        };
        counts.insert(kernel.to_string(), count.parse().with_context(place)?);
        compiler = name.to_string();
    }
    Ok((compiler, counts))
}

/// Returns a table of the changes, and true if a count rose so far that the comparison fails.
pub fn compare(last: &InstructionCounts, counts: &InstructionCounts) -> (Table, bool) {
    let mut table = Table::new();
    table.load_style(presets::ASCII_MARKDOWN);
    table.set_header(["kernel", "last", "now", "change", ""]);
    let mut has_failed = false;
    for (kernel, &count) in counts {
        let last = last.get(kernel);
        let rise = last.map_or(0.0, |&last| count as f64 / last as f64 - 1.0);
        let word = match rise {
            _ if rise > FAILS => "risen: fails",
            _ if rise > REPORTED => "risen",
            _ if rise < -REPORTED => "fallen: --write keeps it",
            _ => "",
        };
        has_failed |= rise > FAILS;
        table.add_row([
            kernel.clone(),
            last.map_or("new".to_string(), u64::to_string),
            count.to_string(),
            format!("{:+.2} %", 100.0 * rise),
            word.to_string(),
        ]);
    }
    (table, has_failed)
}
