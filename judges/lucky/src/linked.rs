//! The linked form: a contestant's own C++ source and our grader in one program.
//!
//! The grader gets all calls at once, behind the case, and writes all answers when
//! the last round is over: so the contestant's CPU time is its own, not that of a
//! hundred thousand exchanges. A second program, the runner, keeps the judge's
//! streams apart from those of the contestant (`cpp/runner.cpp`).

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use judge_kit::{Built, Failure};

/// Sources that are compiled with a contestant's, by file name.
const SOURCES: [(&str, &str); 4] = [
    ("lucky.h", include_str!("../cpp/lucky.h")),
    ("descriptors.h", include_str!("../cpp/descriptors.h")),
    ("grader.cpp", include_str!("../cpp/grader.cpp")),
    ("runner.cpp", include_str!("../cpp/runner.cpp")),
];

/// Compiles `files` (a source, and all that it is linked with) with our grader
/// in a temporary folder, with the statement's options. The compiler's messages
/// go to standard error.
///
/// # Errors
/// There is no compiler, it failed, or it broke a limit of [`judge_kit::compile`]; or there can be
/// no temporary folder.
pub(crate) fn build(files: &[PathBuf]) -> Result<Built, Failure> {
    let folder = tempfile::tempdir().context("a temporary folder")?;
    for (name, text) in SOURCES {
        let path = folder.path().join(name);
        fs::write(&path, text).with_context(|| path.display().to_string())?;
    }
    let in_folder = |name: &str| folder.path().join(name);
    let mut linked = vec![in_folder("grader.cpp")];
    linked.extend_from_slice(files);
    compile(folder.path(), &linked, "lucky", &files[0])?;
    let runner = [in_folder("runner.cpp")];
    compile(folder.path(), &runner, "runner", &runner[0])?;
    Ok(Built {
        command: vec![in_folder("runner").into(), in_folder("lucky").into()],
        keep: Box::new(folder),
    })
}

/// Compiles `sources` to a `program` in `folder`; messages name `shown`.
fn compile(folder: &Path, sources: &[PathBuf], program: &str, shown: &Path) -> Result<(), Failure> {
    let options = ["-std=c++11", "-O2", "-Wall", "-I"].map(Into::into);
    let mut arguments = Vec::from(options);
    arguments.push(folder.into());
    arguments.extend(sources.iter().map(Into::into));
    arguments.extend(["-o".into(), folder.join(program).into()]);
    judge_kit::compile("g++", &arguments, shown).map_err(|failure| failure.context("--cpp"))
}
