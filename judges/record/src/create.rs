//! Files that a user has asked for: none that exists is overwritten unasked.

use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;

use anyhow::{Context, anyhow};

use crate::failure::Failure;

/// Creates the file `path`. A regular file that exists is replaced only with `force`; a
/// terminal, a pipe or a device is written to.
///
/// # Errors
/// It exists, or cannot be created: wrong usage.
pub fn create(path: &Path, force: bool) -> Result<File, Failure> {
    let is_file = fs::metadata(path).map_or(true, |metadata| metadata.is_file());
    let mut options = File::options();
    options.write(true);
    if is_file {
        options.create(true).truncate(force).create_new(!force);
    }
    options.open(path).map_err(|error| match error.kind() {
        ErrorKind::AlreadyExists => Failure::Usage(exists(path)),
        _ => Failure::Usage(anyhow!("{}: {error}", path.display())),
    })
}

/// Creates the file `path` as [`create`] does, and writes `bytes` to it.
///
/// # Errors
/// It cannot be created, which is wrong usage, or not be written.
pub fn write(path: &Path, force: bool, bytes: impl AsRef<[u8]>) -> Result<(), Failure> {
    let written = create(path, force)?.write_all(bytes.as_ref());
    Ok(written.with_context(|| path.display().to_string())?)
}

/// Checks that [`create`] would replace none of `paths`.
///
/// # Errors
/// One is a regular file that exists: wrong usage.
pub fn check_free<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<(), Failure> {
    let is_file = |path: &P| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    match paths.into_iter().find(is_file) {
        Some(path) => Err(Failure::Usage(exists(path.as_ref()))),
        None => Ok(()),
    }
}

fn exists(path: &Path) -> anyhow::Error {
    anyhow!("{}: exists already; --force replaces it", path.display())
}
