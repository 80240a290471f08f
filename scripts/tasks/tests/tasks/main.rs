//! Tests of the tasks, and of rules that the whole workspace keeps.

mod bench;
mod data;
mod evening;
mod expand;
mod games;
mod new;
mod play;
mod prune;
mod purity;
mod readme;
mod style;
mod submissions;

use std::fs;
use std::path::{Path, PathBuf};

/// Returns the files below `folder`, in order, without hidden folders and what builds write.
fn files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if path.is_dir() && name != "target" && !name.starts_with('.') {
            files.extend(self::files(&path));
        } else if path.is_file() {
            files.push(path);
        }
    }
    files.sort();
    files
}
