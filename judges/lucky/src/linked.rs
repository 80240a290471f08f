//! The linked form: a contestant's own C++ source and our grader in one
//! program. The grader gets all calls at once, behind the case, and writes all
//! answers when the last round is over: so the contestant's CPU time is its
//! own, not that of a hundred thousand exchanges.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use judge_kit::Built;

const HEADER: &str = include_str!("../cpp/lucky.h");
const GRADER: &str = include_str!("../cpp/grader.cpp");

/// Compiles `files` (a source, and whatever it is to be linked with) with our
/// grader as the statement says, in a temporary folder. The compiler's
/// messages go to standard error.
///
/// # Errors
/// There is no compiler, or it failed.
pub(crate) fn build(files: &[PathBuf]) -> Result<Built> {
    let folder = tempfile::tempdir().context("a temporary folder")?;
    let (grader, program) = (
        folder.path().join("grader.cpp"),
        folder.path().join("lucky"),
    );
    for (path, text) in [(&folder.path().join("lucky.h"), HEADER), (&grader, GRADER)] {
        fs::write(path, text).with_context(|| path.display().to_string())?;
    }
    let status = Command::new("g++")
        .args(["-std=c++11", "-O2", "-Wall", "-I"])
        .arg(folder.path())
        .arg(&grader)
        .args(files)
        .arg("-o")
        .arg(&program)
        .stdin(Stdio::null())
        .status()
        .context("--cpp: g++ cannot be started")?;
    if !status.success() {
        bail!("--cpp: g++ could not build {}", files[0].display());
    }
    Ok(Built {
        command: vec![program.into(), "--answers".into()],
        keep: Box::new(folder),
    })
}
