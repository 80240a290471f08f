//! Standard output and standard error, which may be closed or full. Unprintable characters are
//! escaped, except for line ends.

use std::env;
use std::ffi::OsString;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

use anyhow::{Context, Result};
use scene::{printable, printable_json, printable_lines};
use serde::Serialize;

/// Writes a line to standard error, if open, in one piece: several judges may share a terminal.
pub fn eprint_line(text: &str) {
    let line = printable_lines(text).to_string() + "\n";
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Returns true if `stream` is a terminal that understands escape sequences.
pub fn has_escapes(stream: &impl IsTerminal) -> bool {
    let has_name = |term: &OsString| !term.is_empty() && term != "dumb";
    stream.is_terminal() && env::var_os("TERM").as_ref().is_some_and(has_name)
}

/// Returns true if `stream` is a terminal with colours, and the user wants them.
pub fn has_colour(stream: &impl IsTerminal) -> bool {
    let is_plain = env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let is_off = env::var_os("CLICOLOR").is_some_and(|value| value == "0");
    has_escapes(stream) && !is_plain && !is_off
}

/// Prints the last line on standard error: the file that the user may open.
pub fn see(path: &Path) {
    eprint_line(&format!("see {}", printable(&path.display().to_string())));
}

/// Writes `text` to standard output; fails if that is closed or full.
pub fn print(text: &str) -> Result<()> {
    let mut out = io::stdout().lock();
    let written = out.write_all(printable_lines(text).as_bytes());
    written.and_then(|()| out.flush()).context("standard output")
}

/// Prints `value` as JSON in several lines.
pub fn print_json(value: &impl Serialize) -> Result<()> {
    let json = printable_json(&serde_json::to_string_pretty(value)?);
    print(&format!("{json}\n"))
}

/// Returns a number with a noun: `1 case`, `2 cases`.
pub fn counted(count: usize, noun: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {noun}{plural}")
}

/// Returns `value` as JSON in one printable line.
pub fn json(value: &impl Serialize) -> Result<String> {
    Ok(printable_json(&serde_json::to_string(value)?))
}
