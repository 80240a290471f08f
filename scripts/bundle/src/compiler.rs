//! What the compiler says, and how long it takes.

use std::env;
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Output, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde::Deserialize;

/// The edition of a submission.
pub const EDITION: &str = "2021";

/// One complaint of the compiler: a warning or an error.
pub struct Complaint {
    /// What a person is shown.
    pub rendered: String,
    /// What it is about: ranges of bytes of the source.
    pub places: Vec<Range<usize>>,
}

/// A line of the compiler's JSON output.
#[derive(Deserialize)]
struct Message {
    rendered: Option<String>,
    spans: Vec<Span>,
}

#[derive(Deserialize)]
struct Span {
    byte_start: usize,
    byte_end: usize,
    is_primary: bool,
}

/// What the compiler complains about in a program that is the one file `source`.
///
/// # Errors
/// There is no compiler, or it fails without saying why.
pub fn complaints(source: &str) -> Result<Vec<Complaint>> {
    let directory = tempfile::tempdir()?;
    let rustc = rustc()
        .args(["--crate-name=submission", "--crate-type=bin"])
        .args(["--emit=metadata", "--error-format=json", "--out-dir"])
        .arg(directory.path())
        .arg("-")
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .context("rustc cannot be run")?;
    let output = feed(rustc, source)?;
    let text = String::from_utf8_lossy(&output.stderr);
    let mut complaints = Vec::new();
    for line in text.lines() {
        let message: Message = serde_json::from_str(line).with_context(|| line.to_string())?;
        let primary = message.spans.iter().filter(|span| span.is_primary);
        let places: Vec<_> = primary.map(|span| span.byte_start..span.byte_end).collect();
        // A complaint without a place only counts the others.
        if !places.is_empty() {
            complaints.push(Complaint {
                rendered: message.rendered.unwrap_or_default(),
                places,
            });
        }
    }
    ensure!(
        output.status.success() || !complaints.is_empty(),
        "rustc failed:\n{text}"
    );
    Ok(complaints)
}

/// Compiles `source` into `program`, as a person would, with every warning an
/// error. Returns the time it took.
///
/// # Errors
/// What the compiler said.
pub fn compile(source: &Path, program: &Path) -> Result<Duration> {
    let start = Instant::now();
    let output = rustc()
        .args(["-O", "-D", "warnings", "-o"])
        .args([program, source])
        .output()
        .context("rustc cannot be run")?;
    let time = start.elapsed();
    ensure!(
        output.status.success(),
        "{} does not compile:\n{}",
        source.display(),
        String::from_utf8_lossy(&output.stderr)
    );
    Ok(time)
}

/// `source` as rustfmt writes it, or as it is if there is no rustfmt.
///
/// # Errors
/// It is not Rust, or rustfmt breaks off.
pub fn format(source: &str) -> Result<String> {
    let rustfmt = Command::new("rustfmt")
        .args(["--edition", EDITION])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    match rustfmt {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(source.to_string()),
        rustfmt => {
            let output = feed(rustfmt?, source)?;
            let errors = String::from_utf8_lossy(&output.stderr);
            ensure!(output.status.success(), "rustfmt failed:\n{errors}");
            Ok(String::from_utf8(output.stdout)?)
        }
    }
}

/// Writes `text` to `child` and waits for its end.
fn feed(mut child: Child, text: &str) -> Result<Output> {
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes())?;
    }
    Ok(child.wait_with_output()?)
}

fn rustc() -> Command {
    let program = env::var_os("RUSTC").unwrap_or_else(|| OsString::from("rustc"));
    let mut command = Command::new(program);
    command.args(["--edition", EDITION]);
    command
}
