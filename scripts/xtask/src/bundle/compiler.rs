//! The programs of the Rust toolchain: rustc and rustfmt.

use std::env;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Command, Output, Stdio};

use anyhow::{Context, Result, ensure};
use serde_json::Value;

/// Editions that the judges of contests compile with. A submission must be the same program under
/// each. The sources use the first.
pub const EDITIONS: [&str; 2] = ["2021", "2024"];

/// A warning or an error of the compiler.
pub struct Complaint {
    /// The message as the compiler prints it.
    pub message: String,
    /// Byte ranges of the primary spans in the source.
    pub ranges: Vec<Range<usize>>,
}

/// Returns the compiler's complaints about `source`, a whole program of the given edition.
pub fn complaints(source: &str, edition: &str) -> Result<Vec<Complaint>> {
    let directory = tempfile::tempdir()?;
    let mut command = rustc(edition);
    command.args(["--crate-name=submission", "--emit=metadata"]);
    command.args(["--error-format=json", "-", "--out-dir"]);
    command.arg(directory.path());
    let output = feed(&mut command, source).context("rustc cannot be run")?;
    let mut complaints = Vec::new();
    for line in String::from_utf8(output.stderr)?.lines() {
        let message: Value = serde_json::from_str(line).with_context(|| line.to_string())?;
        let spans = message["spans"].as_array().into_iter().flatten();
        let place = |span: &Value, key: &str| span[key].as_u64().unwrap_or(0) as usize;
        let primary = spans.filter(|span| span["is_primary"] == true);
        let ranges = primary.map(|span| place(span, "byte_start")..place(span, "byte_end"));
        complaints.push(Complaint {
            message: message["rendered"].as_str().unwrap_or(line).to_string(),
            ranges: ranges.collect(),
        });
    }
    Ok(complaints)
}

/// Compiles `source` of the given edition into `program` at `level` 0 to 3; warnings are errors.
pub fn compile(source: &Path, edition: &str, level: u8, program: &Path) -> Result<()> {
    let mut command = rustc(edition);
    command.arg(format!("-Copt-level={level}"));
    command.args(["-D", "warnings", "-o"]);
    command.args([program, source]);
    let output = command.output().context("rustc cannot be run")?;
    let message = String::from_utf8_lossy(&output.stderr);
    ensure!(
        output.status.success(),
        "{} does not compile under edition {edition}:\n{message}",
        source.display()
    );
    Ok(())
}

/// Returns `source` formatted like the workspace by rustfmt for the given edition, wherever this
/// program runs; unchanged without rustfmt.
pub fn format(source: String, edition: &str) -> Result<String> {
    let mut rustfmt = Command::new("rustfmt");
    let config = concat!(env!("CARGO_MANIFEST_DIR"), "/../../rustfmt.toml");
    rustfmt.args(["--edition", edition, "--config-path", config]);
    let output = match feed(&mut rustfmt, &source) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(source),
        output => output?,
    };
    let message = String::from_utf8_lossy(&output.stderr);
    ensure!(output.status.success(), "rustfmt failed:\n{message}");
    Ok(String::from_utf8(output.stdout)?)
}

fn rustc(edition: &str) -> Command {
    let mut command = Command::new(env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()));
    command.args(["--edition", edition]);
    command
}

/// Runs a program with `text` as its standard input.
pub fn feed(command: &mut Command, text: &str) -> std::io::Result<Output> {
    command.stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn()?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    child.wait_with_output()
}
