//! The files of a package.

use std::collections::BTreeMap;
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;

use anyhow::{Context, Result};

use super::program::EDITION;

/// The files of a package: text by path, relative to its folder. A file `build` or `*.sh` is executable.
#[derive(Clone, Debug, Default)]
pub struct PackageFiles(pub BTreeMap<String, String>);

impl PackageFiles {
    /// Adds a file.
    pub(crate) fn add(&mut self, path: impl Into<String>, text: impl Into<String>) {
        self.0.insert(path.into(), text.into());
    }

    /// Adds a case: its input, and an answer (or the secret, for a game in turns).
    pub(super) fn add_case(&mut self, path: &str, [input, answer]: [String; 2]) {
        self.add(format!("{path}.in"), input);
        self.add(format!("{path}.ans"), answer);
    }

    /// Adds a program: its source, and the script that compiles it.
    pub(super) fn add_program(&mut self, folder: &str, source: &str) {
        self.add(format!("{folder}/main.rs"), source);
        let build = format!(
            "#!/bin/sh\n# Compiles the program with the Rust compiler on PATH, 1.91 or newer.\n\
             exec rustc --edition {EDITION} -O -o run main.rs\n"
        );
        self.add(format!("{folder}/build"), build);
    }

    /// Writes the files into a folder; replaces its previous content.
    pub fn write(&self, folder: &Path) -> Result<()> {
        if folder.exists() {
            fs::remove_dir_all(folder).with_context(|| folder.display().to_string())?;
        }
        for (name, text) in &self.0 {
            let path = folder.join(name);
            let write = || {
                fs::create_dir_all(path.parent().unwrap_or(folder))?;
                fs::write(&path, text)?;
                match path.ends_with("build") || name.ends_with(".sh") {
                    true => fs::set_permissions(&path, Permissions::from_mode(0o755)),
                    false => Ok(()),
                }
            };
            write().with_context(|| path.display().to_string())?;
        }
        Ok(())
    }
}
