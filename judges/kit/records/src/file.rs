//! Reads whole files up to a limit, and makes errors that name the line.

use std::fs::{self, File};
use std::io::{self, Read};
use std::os::unix::fs::FileTypeExt;
use std::path::Path;

use anyhow::Result;
use common::tokens::Malformed;
use game::marked_encoding;
use scene::printable;
use sha1::{Digest, Sha1};

use crate::create::not_opened;
use crate::failure::UserError;
use crate::print::eprint_line;

/// Largest description of a run, file of options, or value of an option in a file, bytes.
pub const MAX_TEXT: u64 = 1 << 20;

/// Opens a file of at most `most` bytes; `-` is standard input. A named pipe is announced, since
/// the judge waits until another program writes it. Only of regular files the size is checked.
pub(crate) fn open(path: &Path, most: u64) -> Result<Box<dyn Read>> {
    if path.as_os_str() == "-" {
        return Ok(Box::new(io::stdin()));
    }
    let facts = fs::metadata(path).map_err(|error| not_opened(path, error))?;
    if facts.is_file() && facts.len() > most {
        return Err(too_long(path, most));
    }
    // The pipe of a shell's `<(COMMAND)` is anonymous.
    if facts.file_type().is_fifo() && path.canonicalize().is_ok() {
        let name = printable(&path.display().to_string());
        eprint_line(&format!("{name}: waiting for the end of this named pipe"));
    }
    let file = File::open(path).map_err(|error| not_opened(path, error))?;
    Ok(Box::new(file))
}

/// Reads a file of at most `most` bytes; `-` is standard input.
pub fn read(path: &Path, most: u64) -> Result<Vec<u8>> {
    let (mut bytes, input) = (Vec::new(), open(path, most)?);
    let read = input.take(most.saturating_add(1)).read_to_end(&mut bytes);
    read.map_err(|error| not_opened(path, error))?;
    if bytes.len() as u64 > most { Err(too_long(path, most)) } else { Ok(bytes) }
}

/// Returns the start of a regular file, at most 64 KiB; empty if it cannot be read.
pub fn first_bytes(path: &Path) -> Vec<u8> {
    const LENGTH: u64 = 1 << 16;
    let mut bytes = Vec::new();
    if path.is_file() {
        let _ = File::open(path).and_then(|file| file.take(LENGTH).read_to_end(&mut bytes));
    }
    bytes
}

fn too_long(path: &Path, most: u64) -> anyhow::Error {
    let path = path.display();
    UserError(format!("{path}: it has more than {most} bytes")).into()
}

/// Reads a text file of at most `most` bytes; `-` is standard input.
pub fn read_text(path: &Path, most: u64) -> Result<String> {
    text_of(path, read(path, most)?)
}

/// Converts the content of `path`; fails unless it is plain UTF-8.
pub fn text_of(path: &Path, bytes: Vec<u8>) -> Result<String> {
    match misencoded(&bytes) {
        Some(malformed) => Err(at(path, &malformed)),
        None => Ok(String::from_utf8(bytes)?),
    }
}

/// Returns the first line that is not plain UTF-8, and the encoding that it may have.
pub(crate) fn misencoded(bytes: &[u8]) -> Option<Malformed> {
    if let Some(encoding) = marked_encoding(bytes) {
        let rule = format!("a byte order mark of {encoding}; save the file as UTF-8 without one");
        return Some(Malformed::rule(1, rule));
    }
    let invalid = str::from_utf8(bytes).err().map(|error| error.valid_up_to());
    let (place, problem) = match (invalid, bytes.iter().position(|&byte| byte == 0)) {
        (Some(place), None) => {
            let byte = bytes[place];
            (place, format!("not UTF-8: byte {byte:#04X}, perhaps Latin-1"))
        }
        (_, Some(place)) => (place, "a byte 0, as in UTF-16 or after a power cut".into()),
        (None, None) => return None,
    };
    let line = 1 + bytes[..place].iter().filter(|&&byte| byte == b'\n').count();
    let rule = format!("{problem}; save the file as UTF-8");
    Some(Malformed::rule(line, rule))
}

/// Returns the digest of `bytes`: 40 hexadecimal digits of SHA-1, which only tells files apart.
pub fn digest(bytes: &[u8]) -> String {
    Sha1::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the error for a malformed `path`: `file:line: problem`.
pub fn at(path: &Path, malformed: &Malformed) -> anyhow::Error {
    let Malformed { line, problem } = malformed;
    UserError(format!("{}:{line}: {problem}", path.display())).into()
}
