//! Files read as a whole, and errors that name the line.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use anyhow::Result;
use common::tokens::Malformed;

use crate::create::not_opened;
use crate::failure::WrongUsage;

/// Reads a file; `-` is standard input.
pub fn read(path: &Path) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = match path.as_os_str() == "-" {
        true => io::stdin().read_to_end(&mut bytes).map(|_| bytes),
        false => fs::read(path),
    };
    read.map_err(|error| not_opened(path, error))
}

/// Reads a text file; `-` is standard input.
pub fn read_text(path: &Path) -> Result<String> {
    let bytes = read(path)?;
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

/// Returns the error that `path` is malformed: `file:line: problem`.
pub fn at(path: &Path, malformed: &Malformed) -> anyhow::Error {
    let Malformed { line, problem } = malformed;
    WrongUsage(format!("{}:{line}: {problem}", path.display())).into()
}
