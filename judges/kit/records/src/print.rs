//! Standard output and standard error, which may be closed or full. Unprintable characters are
//! escaped, except for line ends.

use std::io::{self, Write};
use std::path::Path;

use anyhow::{Context, Result};
use scene::{printable, printable_json, printable_lines};
use serde::Serialize;

/// Writes a line to standard error, if open, in one piece: several judges may share a terminal.
pub fn eprint_line(text: &str) {
    let line = printable_lines(text).to_string() + "\n";
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Prints the last line on standard error: the file that the user may open.
pub fn see(path: &Path) {
    eprint_line(&format!("see {}", printable(&path.display().to_string())));
}

/// Writes `text` to standard output; fails if that is closed or full.
pub fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(printable_lines(text).as_bytes());
    written
        .and_then(|()| out.flush())
        .context("standard output")
}

/// Prints `value` as JSON in several lines.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    let json = printable_json(&serde_json::to_string_pretty(value)?);
    print(&format!("{json}\n"))
}

/// Returns `value` as JSON in one printable line.
pub fn json(value: &impl Serialize) -> Result<String> {
    Ok(printable_json(&serde_json::to_string(value)?))
}
