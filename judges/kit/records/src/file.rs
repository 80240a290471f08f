//! Reads whole files, and makes errors that name the line.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Result, bail};
use common::tokens::Malformed;

use crate::create::not_opened;
use crate::failure::UserError;

/// Opens a file; `-` is standard input.
pub(crate) fn open(path: &Path) -> Result<Box<dyn Read>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let file = File::open(path).map_err(|error| not_opened(path, error))?;
    Ok(Box::new(file))
}

/// Reads a file of at most `most` bytes; `-` is standard input.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let (mut bytes, input) = (Vec::new(), open(path)?);
    let read = input.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| not_opened(path, error))?;
    if bytes.len() as u64 > most {
        let path = path.display();
        bail!(UserError(format!("{path}: it has more than {most} bytes")));
    }
    Ok(bytes)
}

/// Reads a text file of at most `most` bytes; `-` is standard input.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    let bytes = read(path, most)?;
    if bytes.starts_with(b"\xef\xbb\xbf") {
        let rule = "a byte order mark; save the file as UTF-8 without one";
        return Err(at(path, &Malformed::rule(1, rule.into())));
    }
    String::from_utf8(bytes).map_err(|error| {
        let before = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + before.iter().filter(|&&byte| byte == b'\n').count();
        at(path, &Malformed::rule(line, "not UTF-8".into()))
    })
}

/// Returns the error for a malformed `path`: `file:line: problem`.
pub fn at(path: &Path, malformed: &Malformed) -> anyhow::Error {
    let Malformed { line, problem } = malformed;
    UserError(format!("{}:{line}: {problem}", path.display())).into()
}
