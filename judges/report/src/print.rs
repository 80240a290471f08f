//! Printing to standard output and standard error, which may be closed or full.

use std::io::{self, Write};

use anyhow::Context;
use record::Failure;

/// Writes a line to standard error, if it is open.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes `text` to standard output.
///
/// # Errors
/// It is closed or full.
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    Ok(written.context("standard output")?)
}
