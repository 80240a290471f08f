//! Contestants, ready to be started; in a game's linked form their C++ source and the judge's
//! make one program.
//!
//! The grader of the linked form gets all calls at once, behind the case, and writes all answers
//! when the last round is over: so the contestant's CPU time is its own, not that of a hundred
//! thousand exchanges. A second program, the runner, keeps the judge's streams apart from those of
//! the contestant.

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use game::LinkedForm;
use tempfile::TempDir;

use crate::compiler::compile;
use record::Failure;

/// The command of a contestant that is ready to be started.
pub(crate) struct ContestantCommand {
    /// Program and arguments.
    pub command: Vec<OsString>,
    /// True if it is in the game's linked form.
    pub linked: bool,
    /// Folder of what was built, which goes with this.
    _folder: Option<TempDir>,
}

impl ContestantCommand {
    /// A contestant that needed no building.
    pub fn ready(command: Vec<OsString>) -> ContestantCommand {
        ContestantCommand {
            command,
            linked: false,
            _folder: None,
        }
    }

    /// Compiles `files` (a source, and all that it is linked with) with the grader of `form` in a
    /// temporary folder, as C++ 11. The compiler's messages go to standard error.
    ///
    /// # Errors
    /// There is no compiler, it failed, or it broke a limit of [`compile`]; or there can be no
    /// temporary folder.
    pub fn build(form: &LinkedForm, files: &[PathBuf]) -> Result<ContestantCommand, Failure> {
        let folder = tempfile::tempdir().context("a temporary folder")?;
        for (name, text) in form.sources {
            let path = folder.path().join(name);
            fs::write(&path, text).with_context(|| path.display().to_string())?;
        }
        let in_folder = |name: &str| folder.path().join(name);
        let mut linked = vec![in_folder(form.grader)];
        linked.extend_from_slice(files);
        build_program(folder.path(), &linked, "contestant", &files[0])?;
        let runner = [in_folder(form.runner)];
        build_program(folder.path(), &runner, "runner", &runner[0])?;
        Ok(ContestantCommand {
            command: vec![in_folder("runner").into(), in_folder("contestant").into()],
            linked: true,
            _folder: Some(folder),
        })
    }
}

/// Compiles `sources` to a `program` in `folder`; messages name `shown`.
fn build_program(
    folder: &Path,
    sources: &[PathBuf],
    program: &str,
    shown: &Path,
) -> Result<(), Failure> {
    let options = ["-std=c++11", "-O2", "-Wall", "-I"].map(Into::into);
    let mut arguments = Vec::from(options);
    arguments.push(folder.into());
    arguments.extend(sources.iter().map(Into::into));
    arguments.extend(["-o".into(), folder.join(program).into()]);
    compile("g++", &arguments, shown).map_err(|failure| failure.context("--cpp"))
}
