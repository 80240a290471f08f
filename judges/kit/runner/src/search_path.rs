//! The files that a program's name may stand for.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};

/// Folders of programs if `PATH` is not set, as in the C library.
const DEFAULT_PATH: &str = "/bin:/usr/bin";

/// Returns the files that may be the program with this name, the first choice first.
pub(crate) fn candidates(name: &OsStr) -> Vec<PathBuf> {
    if Path::new(name).components().count() > 1 {
        return vec![name.into()];
    }
    let folders = env::var_os("PATH").unwrap_or(DEFAULT_PATH.into());
    env::split_paths(&folders).map(|folder| folder.join(name)).collect()
}
