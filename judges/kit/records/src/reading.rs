//! The only reader of record files. It ignores a byte order mark and blank lines. An incomplete
//! last record is skipped with a warning, since its judge was killed. Any other malformed line is
//! an error that names file and line.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use common::tokens::Malformed;
use scene::printable;

use crate::file::{at, misencoded, open};
use crate::print::eprint_line;

/// First field of every record.
const START: &str = r#"{"game":"#;

const NO_RECORDS: &str = "not records, which a judge writes with --json FILE or --runs DIR";

/// Maximum length of a line and of a file, bytes.
const MAX_LINE: u64 = 64 << 20;
const MAX_FILE: u64 = 4 << 30;

/// Byte order mark of UTF-8.
const MARK: &str = "\u{feff}";

/// The complete lines of a file.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WholeLines {
    /// Their total size, bytes.
    pub length: u64,
    /// True if the last of them lacks its line end.
    pub lacks_newline: bool,
}

/// Passes every record in the file at `path` to `take`, with its line number from 1. `-` is
/// standard input.
///
/// # Errors
/// The file cannot be read, a line is not UTF-8, or `take` refuses a line.
pub fn each_record(path: &Path, take: impl FnMut(usize, &str) -> Result<()>) -> Result<()> {
    read(path, open(path, MAX_FILE)?, take).map(|_| ())
}

/// Passes the records in `input`, the open file `path`, to `take`.
pub(crate) fn read(
    path: &Path,
    input: impl Read,
    mut take: impl FnMut(usize, &str) -> Result<()>,
) -> Result<WholeLines> {
    let name = || path.display().to_string();
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (mut line, mut whole, mut size) = (Vec::new(), WholeLines::default(), 0);
    // A line of NULs, which only the end of a file may have.
    let mut lost: Option<usize> = None;
    for number in 1.. {
        line.clear();
        let mut limited = input.by_ref().take(MAX_LINE);
        let count = limited.read_until(b'\n', &mut line).with_context(name)?;
        if count == 0 {
            break;
        }
        let problem = |rule: &str| at(path, &Malformed::rule(number, rule.into()));
        size += count as u64;
        if count as u64 == MAX_LINE {
            return Err(problem("a line of more than 64 MiB"));
        }
        if size > MAX_FILE {
            return Err(problem("more than 4 GiB of records"));
        }
        let is_ended = line.ends_with(b"\n");
        let text = String::from_utf8_lossy(&line);
        // After a power cut, the end of a file can read as NULs.
        let text = text.trim().trim_end_matches('\0');
        let text = if number == 1 { text.trim_start_matches(MARK) } else { text };
        if text.is_empty() && line.contains(&0) {
            lost = lost.or(Some(number));
            continue;
        }
        let is_text = std::str::from_utf8(&line).is_ok();
        let taken = match text.trim() {
            "" => Ok(()),
            _ if lost.is_some() => Err(anyhow!("a record after a line of NULs")),
            text if number == 1 && !text.starts_with('{') => Err(anyhow!(NO_RECORDS)),
            _ if is_ended && !is_text => Err(anyhow!("not UTF-8")),
            text => take(number, text),
        };
        match taken {
            Ok(()) if lost.is_none() => whole.length += count as u64,
            Ok(()) => {}
            Err(error) if (line.contains(&0) || !is_ended) && ends_early(text, &error) => {
                lost = Some(number);
            }
            Err(error) => {
                let line = line.strip_prefix(MARK.as_bytes()).unwrap_or(&line);
                let encoding = misencoded(line).map(|malformed| malformed.problem);
                return Err(problem(&encoding.unwrap_or_else(|| format!("{error:#}"))));
            }
        }
        whole.lacks_newline = !is_ended;
    }
    if let Some(number) = lost {
        let name = printable(&name());
        eprint_line(&format!("warning: {name}:{number}: an incomplete last line is left out"));
        whole.lacks_newline = false;
    }
    Ok(whole)
}

/// Returns true if `text` is the beginning of a record, and `error` says that it ends too early.
fn ends_early(text: &str, error: &anyhow::Error) -> bool {
    error.downcast_ref::<serde_json::Error>().is_some_and(serde_json::Error::is_eof)
        && (text.starts_with(START) || START.starts_with(text))
}
