//! The store of a history: files that its runs share, each once.

use std::fs;
use std::io::{self, Write};
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::Duration;

use flate2::Compression;
use flate2::write::GzEncoder;
use records::{delete_leftovers, digest, eprint_line, temporary};

/// Size of the store, bytes, up to which failed plays are kept, and the part of it for other plays
/// and sources.
pub(super) const MOST: u64 = 1 << 30;
pub(super) const USUAL: u64 = MOST / 4 * 3;

/// Age from which a file without a run is deleted.
const ORPHAN: Duration = Duration::from_secs(60);

/// Name of the folder in a history with one link to each kept file, by digest.
const STORE: &str = ".store";

/// An output of a contestant, or the text of a case, with its digest.
pub(crate) struct KeptOutput {
    pub digest: String,
    /// The output, compressed with gzip.
    pub compressed: Vec<u8>,
}

impl KeptOutput {
    /// Compresses a text.
    pub fn of(bytes: &[u8]) -> io::Result<KeptOutput> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(bytes)?;
        Ok(KeptOutput { digest: digest(bytes), compressed: encoder.finish()? })
    }
}

/// Files that the runs of a history share.
pub(super) struct Store {
    folder: PathBuf,
    /// Total size, bytes.
    size: u64,
    is_full: bool,
}

impl Store {
    /// Opens the store of a history. Files that no run has any more are deleted, unless another judge
    /// may just have made them.
    pub fn open(history: &Path) -> io::Result<Store> {
        let folder = history.join(STORE);
        fs::create_dir_all(&folder)?;
        for run in fs::read_dir(history)?.flatten() {
            delete_leftovers(&run.path());
        }
        let mut size = 0;
        for entry in fs::read_dir(&folder)? {
            let entry = entry?;
            // Another judge may delete the file meanwhile.
            let Ok(facts) = entry.metadata() else {
                continue;
            };
            let age = facts.modified()?.elapsed().unwrap_or_default();
            match facts.nlink() == 1 && age > ORPHAN {
                true => drop(fs::remove_file(entry.path())),
                false => size += facts.len(),
            }
        }
        Ok(Store { folder, size, is_full: false })
    }

    /// Keeps a file as `target`, unless the store has reached `most` bytes; says so once. Files with
    /// equal keys share their content, which `make` returns.
    pub fn keep(
        &mut self,
        key: &str,
        target: &Path,
        most: u64,
        make: impl FnOnce() -> io::Result<Vec<u8>>,
    ) -> io::Result<bool> {
        let shared = self.folder.join(key);
        if target.exists() {
            return Ok(true);
        }
        let content = make()?;
        // A power cut can have damaged the shared file.
        let is_whole = fs::read(&shared).is_ok_and(|known| known == content);
        if is_whole && fs::hard_link(&shared, target).is_ok() {
            return Ok(true);
        }
        let size = self.size + content.len() as u64;
        if size > most {
            let kind = match most {
                MOST => "plays",
                _ => "plays without a failure, and no sources,",
            };
            if !self.is_full {
                eprint_line(&format!(
                    "the history has {} MiB: no more {kind} are kept (judge-report prune deletes old runs)",
                    most >> 20
                ));
            }
            self.is_full = true;
            return Ok(false);
        }
        let mut file = temporary(&self.folder)?;
        file.write_all(&content)?;
        let mut permissions = file.as_file().metadata()?.permissions();
        // A change of this file would change other runs too.
        permissions.set_readonly(true);
        file.as_file().set_permissions(permissions)?;
        self.size = size;
        file.persist(&shared).map_err(|failed| failed.error)?;
        // Some file systems lack links.
        fs::hard_link(&shared, target).or_else(|_| fs::rename(&shared, target))?;
        Ok(true)
    }
}
