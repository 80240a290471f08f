//! Programs: what plays in a run, its sources and their digest.

use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use tempfile::TempDir;

use super::sources::{SourceFile, SourceRule, Sources};
use crate::linked::build_linked;
use game::LinkedForm;
use records::{Claims, SOURCES};

/// Word before the C++ sources of a program in a game's linked form.
pub(crate) const LINKED: &str = "--cpp";

/// A program that is ready to be started.
pub(crate) struct Program {
    /// Words that start it.
    pub command: Vec<OsString>,
    /// The command line as it was typed.
    pub name: String,
    /// Words that start it from the history: paths below `sources` are kept files.
    pub start: Vec<String>,
    /// Folder of the program if it was built in the game's linked form, deleted with this.
    pub linked: Option<TempDir>,
    pub rule: SourceRule,
    /// The sources when the program was made, and their digest.
    pub sources: Sources,
    pub digest: Option<String>,
}

impl Program {
    /// Builds the program in the linked form `form` from C++ `files`.
    pub fn linked(
        form: &LinkedForm,
        files: &[PathBuf],
        rule: SourceRule,
        interrupted: &AtomicBool,
    ) -> Result<Program> {
        let words = files.iter().map(|file| file.clone().into_os_string());
        let typed: Vec<OsString> = [LINKED.into()].into_iter().chain(words).collect();
        let (command, folder) = build_linked(form, files, interrupted)?;
        Ok(Program {
            command,
            linked: Some(folder),
            ..Program::new(typed, rule)?
        })
    }

    /// The sources that the history keeps, by their path in a run: all but a program in PATH.
    pub fn kept(&self) -> impl Iterator<Item = (&PathBuf, &SourceFile)> {
        let on_path = self.rule.on_path.as_ref();
        let files = self.sources.files.iter();
        files.filter(move |(_, file)| Some(&file.path) != on_path)
    }

    /// Claims the sources as inputs.
    pub fn claim(&self, claims: &mut Claims) {
        for SourceFile { path, .. } in self.sources.files.values() {
            claims.input(path, &format!("the program's {}", path.display()));
        }
    }

    /// Creates the program that these words start.
    pub fn new(typed: Vec<OsString>, mut rule: SourceRule) -> Result<Program> {
        let paths = rule.name(&typed);
        let sources = rule.read(&Sources::default())?;
        let words: Vec<String> = typed
            .iter()
            .map(|word| word.to_string_lossy().into())
            .collect();
        let kept = |(word, path): (&String, &Option<PathBuf>)| {
            let relative = path.as_ref().map(|path| rule.relative(path));
            let is_kept =
                |relative: &PathBuf| sources.files.keys().any(|file| file.starts_with(relative));
            let kept = relative.filter(is_kept);
            kept.map_or_else(
                || word.clone(),
                |path| Path::new(SOURCES).join(path).display().to_string(),
            )
        };
        let start = words.iter().zip(&paths).map(kept).collect();
        // Only a word with a null byte, which no command has, cannot be quoted.
        let name = shlex::try_join(words.iter().map(String::as_str));
        Ok(Program {
            command: typed,
            name: name.unwrap_or_else(|_| words.join(" ")),
            start,
            linked: None,
            rule,
            digest: sources.digest(),
            sources,
        })
    }
}
