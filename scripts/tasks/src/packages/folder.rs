//! Folders of a package.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

use anyhow::{Context, Result};

use super::program::EDITION;

/// A folder that is written to.
#[derive(Clone, Debug)]
pub struct PackageFolder(PathBuf);

impl PackageFolder {
    /// An empty folder; removes what was there.
    pub fn new(path: PathBuf) -> Result<PackageFolder> {
        if path.exists() {
            fs::remove_dir_all(&path).with_context(|| path.display().to_string())?;
        }
        Ok(PackageFolder(path))
    }

    /// A folder in this one.
    pub fn folder(&self, name: &str) -> PackageFolder {
        PackageFolder(self.0.join(name))
    }

    /// Writes a file, and the folders it is in.
    pub fn file(&self, name: &str, content: &str) -> Result<PathBuf> {
        let path = self.0.join(name);
        let folder = path.parent().unwrap_or(&self.0);
        fs::create_dir_all(folder)
            .and_then(|()| fs::write(&path, content))
            .with_context(|| path.display().to_string())?;
        Ok(path)
    }

    /// Writes a program: its source, and the script that compiles it.
    pub fn program(&self, source: &str) -> Result<()> {
        self.file("main.rs", source)?;
        let build = format!(
            "#!/bin/sh\n# Compiles the program with the Rust compiler on PATH, 1.91 or newer.\n\
             exec rustc --edition {EDITION} -O -o run main.rs\n"
        );
        let path = self.file("build", &build)?;
        fs::set_permissions(&path, Permissions::from_mode(0o755))?;
        Ok(())
    }
}
