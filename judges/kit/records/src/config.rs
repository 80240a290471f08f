//! `judge.toml`: the file of options in a contestant's folder.

use std::collections::BTreeMap;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::{env, fs};

use anyhow::{Context, Result, ensure};
use common::tokens::Malformed;
use nix::unistd::Uid;
use toml::{Spanned, Table, Value};

use crate::create::not_opened;
use crate::failure::UserError;
use crate::file::{MAX_TEXT, at, read_text};

/// Name of the file.
pub const CONFIG: &str = "judge.toml";

/// An option in the file.
#[derive(Debug)]
pub struct ConfigOption {
    /// Its line, from 1.
    pub line: usize,
    /// Its name.
    pub key: String,
    /// Its value.
    pub value: Value,
}

/// Returns the nearest judge.toml, in the working folder or above it. If it is in the working
/// folder, its path is shown as it would be typed.
pub fn config_file() -> Result<Option<PathBuf>> {
    let here = env::current_dir().context("the working folder")?;
    let file = here.ancestors().map(|folder| folder.join(CONFIG)).find(|file| file.is_file());
    Ok(file.map(|file| file.strip_prefix(&here).unwrap_or(&file).to_path_buf()))
}

/// Fails unless the file belongs to this user or to root: it names programs to start.
pub fn check_owner(path: &Path) -> Result<()> {
    let owner = fs::metadata(path).map_err(|error| not_opened(path, error))?.uid();
    let is_own = [0, Uid::effective().as_raw()].contains(&owner);
    let shown = path.display();
    ensure!(is_own, UserError(format!("{shown}: another user's file; expected your own")));
    Ok(())
}

/// Reads the options in the file, in the order of their names.
///
/// # Errors
/// The file cannot be read or is malformed; the error names file and line.
pub fn read_config(path: &Path) -> Result<Vec<ConfigOption>> {
    let text = read_text(path, MAX_TEXT)?;
    let options: BTreeMap<Spanned<String>, Value> =
        toml::from_str(&text).map_err(|error| at(path, &malformed(&text, &error)))?;
    let options = options.into_iter().map(|(key, value)| ConfigOption {
        line: line_of(&text, key.span().start),
        key: key.into_inner(),
        value,
    });
    Ok(options.collect())
}

/// Returns the number of the line that contains the byte `place`, from 1.
fn line_of(text: &str, place: usize) -> usize {
    1 + text[..place].matches('\n').count()
}

/// Returns the line and the message for an `error` in the `text` of a file.
fn malformed(text: &str, error: &toml::de::Error) -> Malformed {
    let number = line_of(text, error.span().map_or(0, |span| span.start));
    let line =
        text.lines().nth(number - 1).unwrap_or_default().split(" #").next().unwrap_or_default();
    let is_unquoted = |(_, value): &(&str, &str)| {
        line.parse::<Table>().is_err() && !value.trim().starts_with(['"', '\'', '[', '{'])
    };
    let problem = match line.split_once('=').filter(is_unquoted) {
        Some((key, value)) => {
            let value = Value::String(value.trim().into());
            format!("write a text in quotes: {} = {value}", key.trim())
        }
        None => error.message().into(),
    };
    Malformed::rule(number, problem)
}
