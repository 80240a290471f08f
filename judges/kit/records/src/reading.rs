//! The only reader of record files. It ignores a byte order mark and blank lines. An incomplete
//! last record is skipped with a warning, since its judge was killed. Any other malformed line is
//! an error that names file and line.

use std::io::{BufRead, BufReader, Read};
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use common::tokens::Malformed;
use scene::printable;

use crate::file::{at, open};
use crate::print::eprint_line;
use crate::record::Record;

/// First field of every record.
const START: &str = r#"{"game":"#;

const NO_RECORDS: &str = "not records, which a judge writes with --json FILE or --runs DIR";

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
    read(path, open(path)?, take).map(|_| ())
}

/// Reads the records in the file at `path`.
pub fn read_records(path: &Path) -> Result<Vec<Record>> {
    let mut records = Vec::new();
    each_record(path, |_, line| {
        records.push(serde_json::from_str(line).context("not a record")?);
        Ok(())
    })?;
    Ok(records)
}

/// Passes the records in `input`, the open file `path`, to `take`.
pub(crate) fn read(
    path: &Path,
    input: impl Read,
    mut take: impl FnMut(usize, &str) -> Result<()>,
) -> Result<WholeLines> {
    let name = || path.display().to_string();
    let mut input = BufReader::with_capacity(1 << 16, input);
    let (mut line, mut whole) = (Vec::new(), WholeLines::default());
    for number in 1.. {
        line.clear();
        let count = input.read_until(b'\n', &mut line).with_context(name)?;
        if count == 0 {
            break;
        }
        let is_ended = line.ends_with(b"\n");
        let text = String::from_utf8_lossy(&line);
        let text = if number == 1 {
            text.trim_start_matches(MARK)
        } else {
            &text
        };
        let is_text = std::str::from_utf8(&line).is_ok();
        let taken = match text.trim() {
            "" => Ok(()),
            text if number == 1 && !text.starts_with('{') => Err(anyhow!(NO_RECORDS)),
            _ if is_ended && !is_text => Err(anyhow!("not UTF-8")),
            text => take(number, text),
        };
        match taken {
            Ok(()) => whole.length += count as u64,
            Err(error) if !is_ended && ends_early(text, &error) => {
                let name = printable(&name());
                eprint_line(&format!(
                    "warning: {name}:{number}: an incomplete last line is left out"
                ));
                break;
            }
            Err(error) => return Err(at(path, &Malformed::rule(number, format!("{error:#}")))),
        }
        whole.lacks_newline = !is_ended;
    }
    Ok(whole)
}

/// Returns true if `text` is the beginning of a record, and `error` says that it ends too early.
fn ends_early(text: &str, error: &anyhow::Error) -> bool {
    let json = error.downcast_ref::<serde_json::Error>();
    json.is_some_and(serde_json::Error::is_eof)
        && (text.starts_with(START) || START.starts_with(text))
}
