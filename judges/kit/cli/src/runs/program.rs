//! Programs: the contestant of a run, its sources and their digest.

use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use anyhow::Result;
use tempfile::TempDir;

use super::sources::{SourceFile, SourceRule, Sources};
use crate::linked::build_linked;
use game::LinkedForm;
use records::{Claims, SOURCES, eprint_line};

/// Endings of source code that is compiled.
const CODE: [&str; 9] = ["c", "cc", "cpp", "cxx", "go", "h", "hpp", "rs", "swift"];

/// Word that precedes the C++ sources of a program in the linked form.
pub(crate) const LINKED: &str = "--cpp";

/// A program that can be started.
pub(crate) struct Program {
    /// Words that start the program.
    pub command: Vec<OsString>,
    /// The command line as it was typed.
    pub name: String,
    /// Words that start the program from the history: paths in `sources` refer to kept files.
    pub start: Vec<String>,
    /// True if it was built in the linked form.
    pub is_linked: bool,
    /// Folder of a program that was built in the linked form or copied; deleted when this is dropped.
    pub _folder: Option<TempDir>,
    pub rule: SourceRule,
    /// Sources at the time when this was made, and their digest.
    pub sources: Sources,
    pub digest: Option<String>,
}

impl Program {
    /// Builds a program from C++ `files` in the linked form `form`.
    pub fn linked(
        form: &LinkedForm,
        files: &[PathBuf],
        rule: SourceRule,
        interrupted: &AtomicBool,
    ) -> Result<Program> {
        let words = files.iter().map(|file| file.clone().into_os_string());
        let typed: Vec<OsString> = [LINKED.into()].into_iter().chain(words).collect();
        let (program, folder) = build_linked(form, files, interrupted)?;
        Ok(Program {
            command: vec![program.into()],
            is_linked: true,
            _folder: Some(folder),
            ..Program::new(typed, rule)?
        })
    }

    /// Returns the sources that the history keeps, by their path there; no program in PATH.
    pub fn kept(&self) -> impl Iterator<Item = (&PathBuf, &SourceFile)> {
        let on_path = self.rule.on_path.as_ref();
        let files = self.sources.files.iter();
        files.filter(move |(_, file)| Some(&file.path) != on_path)
    }

    /// Returns source code that is newer than the compiled program, and the program.
    pub fn newer_source(&self) -> Option<[&Path; 2]> {
        let program = self.rule.named.first()?.as_path();
        if !fs::read(program).ok()?.starts_with(b"\x7fELF") {
            return None;
        }
        let changed = |path: &Path| fs::metadata(path).and_then(|facts| facts.modified()).ok();
        let is_code = |path: &Path| {
            let extension = path.extension().and_then(OsStr::to_str);
            extension.is_some_and(|extension| CODE.contains(&extension))
        };
        let mut sources = self.sources.files.values().map(|file| file.path.as_path());
        let newer = sources.find(|path| is_code(path) && changed(path) > changed(program))?;
        Some([newer, program])
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
        if !sources.unreadable.is_empty() {
            let problems = sources.unreadable.join("; ");
            eprint_line(&format!(
                "warning: left out of the program's sources: {problems}"
            ));
        }
        let words = typed.iter().map(|word| word.to_string_lossy().into());
        let words: Vec<String> = words.collect();
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
        // Quoting fails only for words with a null byte, which no command has.
        let name = shlex::try_join(words.iter().map(String::as_str));
        Ok(Program {
            command: typed,
            name: name.unwrap_or_else(|_| words.join(" ")),
            start,
            is_linked: false,
            _folder: None,
            rule,
            digest: sources.digest(),
            sources,
        })
    }
}
