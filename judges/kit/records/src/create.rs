//! Output files. A file gets its name when complete, and replaces an existing file only on request.
//!
//! Until then its name is `.tmp-judge-` and random letters, and it is locked. A [`crate::LineFile`]
//! never has this name.

use std::fs::{self, File, TryLockError};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::panic::resume_unwind;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::{process, thread};

use anyhow::{Context, Error, Result};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use signal_hook::{consts::SIGXFSZ, flag};
use tempfile::{Builder, NamedTempFile, TempPath};

use crate::failure::{UserError, is_of_user};
use crate::print::eprint_line;

/// Beginning of the name of a file that is being written.
const TEMPORARY: &str = ".tmp-judge-";

/// Creates a file without a name of its own, and locks it as long as it is open.
pub fn temporary(folder: &Path) -> io::Result<NamedTempFile> {
    loop {
        let mut named = Builder::new();
        let file = named.prefix(TEMPORARY).make_in(folder, |path| File::create_new(path))?;
        let is_locked = file.as_file().try_lock();
        let (own, there) = (file.as_file().metadata()?, fs::metadata(file.path()));
        let is_there = there.is_ok_and(|there| there.ino() == own.ino());
        // Before it was locked, another judge may have taken it for a leftover.
        if is_there && !matches!(is_locked, Err(TryLockError::WouldBlock)) {
            return Ok(file);
        }
    }
}

/// Deletes the files in a folder that a killed judge was writing.
pub fn delete_leftovers(folder: &Path) {
    for entry in fs::read_dir(folder.join(".")).into_iter().flatten().flatten() {
        let (name, path) = (entry.file_name(), entry.path());
        let is_temporary = name.as_encoded_bytes().starts_with(TEMPORARY.as_bytes());
        let is_file = entry.file_type().is_ok_and(|kind| kind.is_file());
        // A judge that is writing it holds the lock.
        if is_temporary
            && is_file
            && let Ok(file) = File::open(&path)
            && file.try_lock().is_ok()
        {
            let _ = fs::remove_file(&path);
        }
    }
}

/// A file that is being written. It is deleted when dropped, unless [`NewFile::keep`] was called.
#[derive(Debug)]
pub struct NewFile {
    path: PathBuf,
    force: bool,
    out: BufWriter<File>,
    /// Temporary and final path of a regular file. The latter is the link's target if `path` is a
    /// link.
    paths: Option<(TempPath, PathBuf)>,
}

impl NewFile {
    /// Starts the file `path`. Replaces an existing regular file only with `force`.
    ///
    /// # Errors
    /// The file exists or cannot be created: [`UserError`], unless the host failed.
    pub fn create(path: &Path, force: bool) -> Result<NewFile> {
        let begun = match fs::metadata(path) {
            Ok(known) if !known.is_file() => {
                // Without a buffer, the reader of a pipe gets the text at once.
                open_special(path).map(|file| (BufWriter::with_capacity(0, file), None))
            }
            Ok(_) if !force => return Err(exists(path)),
            _ => {
                let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
                let folder = target.parent().unwrap_or(Path::new(""));
                temporary(folder).map(|file| {
                    let (file, temporary) = file.into_parts();
                    (BufWriter::new(file), Some((temporary, target)))
                })
            }
        };
        let (out, paths) = begun.map_err(|error| not_created(path, error))?;
        let path = path.into();
        Ok(NewFile { path, force, out, paths })
    }

    /// Flushes the content so far to the disk; fails if the disk is full.
    pub fn sync(&mut self) -> io::Result<()> {
        self.out.flush()?;
        match self.paths {
            Some(_) => self.out.get_ref().sync_data(),
            None => Ok(()),
        }
    }

    /// Renames the complete file to its final name.
    ///
    /// # Errors
    /// The content cannot be written, or another file has taken the name.
    pub fn keep(mut self) -> Result<()> {
        let Some((temporary, target)) = self.paths.take() else {
            return Ok(());
        };
        let kept = self.out.flush().and_then(|()| {
            let kept = match self.force {
                true => temporary.persist(target),
                false => temporary.persist_noclobber(target),
            };
            kept.map_err(|failed| failed.error)
        });
        kept.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => exists(&self.path),
            _ => Error::new(error).context(self.display_path()),
        })
    }

    /// Returns the final name, for messages.
    pub fn display_path(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the open file for another process. The path is unsafe: a contestant can replace the
    /// file.
    pub fn file(&self) -> &File {
        self.out.get_ref()
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

/// Opens a terminal, a pipe or a device. A pipe without a reader is an error, because a contestant
/// could make one to block the judge.
fn open_special(path: &Path) -> io::Result<File> {
    let file = File::options().write(true).custom_flags(OFlag::O_NONBLOCK.bits()).open(path)?;
    fcntl(file.as_raw_fd(), FcntlArg::F_SETFL(OFlag::empty()))?;
    Ok(file)
}

/// Writes `bytes` to the file `path` with the rules of [`NewFile::create`].
pub fn write(path: &Path, force: bool, bytes: impl AsRef<[u8]>) -> Result<()> {
    let mut file = NewFile::create(path, force)?;
    file.write_all(bytes.as_ref()).with_context(|| file.display_path())?;
    file.keep()
}

/// Creates a folder and those above it, unless they exist.
pub fn create_folder(path: &Path) -> Result<()> {
    fs::create_dir_all(path).map_err(|error| {
        let mut places = path.ancestors();
        let is_wrong = |place: &&Path| place.symlink_metadata().is_ok() && !place.is_dir();
        let Some(wrong) = places.find(is_wrong) else {
            return not_opened(path, error);
        };
        let problem = match fs::read_link(wrong) {
            Ok(target) if !wrong.exists() => {
                format!("a link to {}, which does not exist", target.display())
            }
            _ => "not a folder".into(),
        };
        UserError(format!("{}: {problem}", wrong.display())).into()
    })
}

/// Fails with wrong usage if one of `paths` is an existing regular file.
pub fn check_free<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<()> {
    let is_file = |path: &P| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    match paths.into_iter().find(is_file) {
        Some(path) => Err(exists(path.as_ref())),
        None => Ok(()),
    }
}

/// Makes writing beyond the file size limit (`ulimit -f`) fail like writing to a full disk. By
/// default, SIGXFSZ kills the program; for child processes it still does.
pub fn survive_size_limits() {
    let _ = flag::register(SIGXFSZ, Arc::default());
}

/// Runs a program's work on a thread whose stack is independent of `ulimit -s`.
pub fn survive_stack_limits<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    /// Size of the stack, bytes: Linux' default.
    const STACK: usize = 8 << 20;
    thread::scope(|scope| {
        let thread = thread::Builder::new().stack_size(STACK);
        let done = thread.spawn_scoped(scope, work).map(|thread| thread.join());
        match done {
            Ok(Ok(done)) => done,
            Ok(Err(panic)) => resume_unwind(panic),
            Err(error) => {
                eprint_line(&format!("error: no thread can be started: {error}"));
                process::exit(3);
            }
        }
    })
}

fn exists(path: &Path) -> Error {
    let path = path.display();
    UserError(format!("{path}: exists already; --force replaces it")).into()
}

/// Returns the error for a file that cannot be created: `path` is wrong, or the host failed.
pub(crate) fn not_created(path: &Path, error: io::Error) -> Error {
    let folder = path.parent().filter(|folder| *folder != Path::new(""));
    let is_missing = |folder: &&Path| error.kind() == ErrorKind::NotFound && !folder.exists();
    match folder.filter(is_missing) {
        Some(folder) => {
            let (path, folder) = (path.display(), folder.display());
            UserError(format!("{path}: the folder {folder} does not exist")).into()
        }
        None => not_opened(path, error),
    }
}

/// Returns the error for a file that cannot be opened: `path` is wrong, or the host failed.
pub(crate) fn not_opened(path: &Path, error: io::Error) -> Error {
    let path = path.display().to_string();
    match is_of_user(&error) {
        true => UserError(format!("{path}: {error}")).into(),
        false => Error::new(error).context(path),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_no_judge_is_writing_is_left_over() {
        let folder = tempfile::tempdir().unwrap();
        let [kept, left, own] =
            ["x", ".tmp-judge-left", ".tmpown"].map(|name| folder.path().join(name));
        for path in [&kept, &left, &own] {
            fs::write(path, "").unwrap();
        }
        let mut file = NewFile::create(&kept, true).unwrap();
        file.write_all(b"new").unwrap();
        delete_leftovers(folder.path());
        file.keep().unwrap();
        assert_eq!(fs::read(&kept).unwrap(), b"new");
        assert_eq!([left.exists(), own.exists()], [false, true]);
    }
}
