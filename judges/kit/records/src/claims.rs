//! The files of a command. An output must never be an input or another output, even with `--force`.

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fs::{self, File, TryLockError};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::create::{create_folder, delete_leftovers};
use crate::failure::UserError;

/// Files that a command reads or writes, and the folders that it has locked for writing.
#[derive(Debug, Default)]
pub struct Claims {
    names: HashMap<FileId, String>,
    folders: HashMap<FileId, File>,
}

/// A file by device and inode; a new file by its path.
#[derive(Debug, PartialEq, Eq, Hash)]
enum FileId {
    Existing(u64, u64),
    New(PathBuf),
}

impl FileId {
    /// Identifies a regular file or a new file; `None` for standard streams and devices.
    fn of(path: &Path) -> Option<FileId> {
        if path.as_os_str() == "-" {
            return None;
        }
        match fs::metadata(path) {
            Ok(facts) if facts.is_file() => Some(FileId::Existing(facts.dev(), facts.ino())),
            Ok(_) => None,
            Err(_) => {
                let absolute = std::path::absolute(path).ok()?;
                let folder = absolute.parent()?;
                let folder = folder.canonicalize().unwrap_or_else(|_| folder.into());
                Some(FileId::New(folder.join(absolute.file_name()?)))
            }
        }
    }
}

impl Claims {
    /// Registers a file that the command reads; messages use `name`.
    pub fn input(&mut self, path: &Path, name: &str) {
        if let Some(id) = FileId::of(path) {
            self.names.entry(id).or_insert_with(|| name.into());
        }
    }

    /// Registers a file that the command writes for `option`.
    ///
    /// # Errors
    /// The command already uses this file for something else: [`UserError`].
    pub fn output(&mut self, path: &Path, option: &str) -> Result<()> {
        let id =
            if path.as_os_str() == "-" { Some(FileId::New("-".into())) } else { FileId::of(path) };
        match id.map(|id| self.names.entry(id)) {
            Some(Entry::Occupied(other)) => {
                let (other, path) = (other.get(), path.display());
                let problem = format!("{other} and {option} name the same file, {path}");
                bail!(UserError(problem))
            }
            Some(Entry::Vacant(place)) => drop(place.insert(option.into())),
            None => {}
        }
        Ok(())
    }

    /// Checks that a file written for `option` is not an input of the command.
    pub fn check<'a>(
        inputs: impl IntoIterator<Item = &'a Path>,
        output: &Path,
        option: &str,
    ) -> Result<()> {
        let mut claims = Claims::default();
        for path in inputs {
            claims.input(path, &path.display().to_string());
        }
        claims.output(output, option)
    }

    /// Creates and locks a folder that the command writes files to. Commands share a folder if all of
    /// them ask for that (`is_shared`).
    ///
    /// # Errors
    /// The folder cannot be created, or another judge has locked it.
    pub fn folder(&mut self, path: &Path, is_shared: bool) -> Result<()> {
        let shown = || path.display().to_string();
        create_folder(path)?;
        let folder = File::open(path).with_context(shown)?;
        let facts = folder.metadata().with_context(shown)?;
        let id = FileId::Existing(facts.dev(), facts.ino());
        if self.folders.contains_key(&id) {
            return Ok(());
        }
        // Some network file systems cannot lock a folder.
        let locked = if is_shared { folder.try_lock_shared() } else { folder.try_lock() };
        if let Err(TryLockError::WouldBlock) = locked {
            bail!("{}: another judge is writing to this folder", shown());
        }
        self.folders.insert(id, folder);
        delete_leftovers(path);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::symlink;

    #[test]
    fn a_file_is_claimed_once_under_all_its_names() {
        let folder = tempfile::tempdir().unwrap();
        let [case, link, hard, new] =
            ["1.in", "link", "hard", "new"].map(|name| folder.path().join(name));
        fs::write(&case, "7\n").unwrap();
        symlink(&case, &link).unwrap();
        fs::hard_link(&case, &hard).unwrap();
        let mut claims = Claims::default();
        claims.input(&case, "--case");
        for path in [&case, &link, &hard, &folder.path().join(".").join("1.in")] {
            let refused = claims.output(path, "--json").unwrap_err().to_string();
            assert!(refused.starts_with("--case and --json name the same file, "));
        }
        claims.output(&new, "--json").unwrap();
        let alias = folder.path().join("alias");
        symlink(folder.path(), &alias).unwrap();
        assert!(claims.output(&alias.join("new"), "--saveScores").is_err());
        claims.output(Path::new("/dev/null"), "--json").unwrap();
        claims.output(Path::new("/dev/null"), "--saveScores").unwrap();
        claims.output(Path::new("-"), "--json").unwrap();
        assert!(claims.output(Path::new("-"), "--saveScores").is_err());
    }

    #[test]
    fn a_folder_is_locked_against_other_judges() {
        let folder = tempfile::tempdir().unwrap();
        let (mut one, mut other) = (Claims::default(), Claims::default());
        one.folder(folder.path(), false).unwrap();
        one.folder(folder.path(), true).unwrap();
        assert!(other.folder(folder.path(), true).is_err());
        drop(one);
        other.folder(folder.path(), true).unwrap();
        Claims::default().folder(folder.path(), true).unwrap();
        assert!(Claims::default().folder(folder.path(), false).is_err());
    }
}
