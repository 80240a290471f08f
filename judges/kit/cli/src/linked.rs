//! The linked form of a game: C++ source and grader become one program. The grader reads all calls
//! at once and writes all answers at the end. So the CPU time is the contestant's own: it does not
//! include a hundred thousand exchanges.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::{Context, Result, bail};
use game::LinkedForm;
use tempfile::TempDir;

use crate::compiler::{TIME, compile};
use records::UserError;

/// Endings of the files that g++ compiles or assembles.
const SOURCES: [&str; 14] = [
    "cpp", "cc", "cxx", "c++", "cp", "CPP", "C", "c", "ii", "i", "s", "S", "sx", "hpp",
];

/// Compiles `files` (a source, and files to link) with the grader of `form` as C++ 11 in a
/// temporary folder, under the limits of [`compile`]. Returns the program and its folder.
pub(crate) fn build_linked(
    form: &LinkedForm,
    files: &[PathBuf],
    interrupted: &AtomicBool,
) -> Result<(PathBuf, TempDir)> {
    if let Some(other) = files.iter().find(|file| !is_linkable(file)) {
        let other = other.display();
        let problem = format!("--cpp: {other}: expected a C++ source such as mine.cpp");
        bail!(UserError(problem));
    }
    let folder = tempfile::tempdir().context("a temporary folder")?;
    for (name, text) in form.sources {
        let path = folder.path().join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    let program = folder.path().join("contestant");
    let mut arguments = ["-std=c++11", "-O2", "-Wall", "-I"]
        .map(OsString::from)
        .to_vec();
    arguments.extend([folder.path().into(), folder.path().join(form.grader).into()]);
    arguments.extend(files.iter().map(OsString::from));
    arguments.extend(["-o".into(), program.clone().into()]);
    compile(TIME, "g++", &arguments, &files[0], interrupted).context("--cpp")?;
    Ok((program, folder))
}

/// Returns false for devices and the like, and for text files that g++ would pass to the linker.
fn is_linkable(file: &Path) -> bool {
    let ending = file.extension().and_then(OsStr::to_str).unwrap_or_default();
    let is_special = file.metadata().is_ok_and(|facts| !facts.is_file());
    SOURCES.contains(&ending) || !is_special && fs::read_to_string(file).is_err()
}
