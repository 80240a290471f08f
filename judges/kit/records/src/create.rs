//! Files that last: each gets its name when it is whole, and none that exists is overwritten
//! unasked.
//!
//! A file that a judge writes while it is killed, interrupted or out of room has another name in
//! the same folder, `.tmp` and random letters. Only files of lines ([`crate::LineFile`]) grow under
//! their own name, by whole lines.

use std::fs::{self, File};
use std::io::{self, BufWriter, ErrorKind, IntoInnerError, Write};
use std::os::fd::AsRawFd;
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use anyhow::{Context, Error, Result};
use nix::fcntl::{FcntlArg, OFlag, fcntl};
use signal_hook::{consts::SIGXFSZ, flag};
use tempfile::{Builder, TempPath};

use crate::failure::{Failure, WrongUsage};

/// A file that is being written. Dropped before it is kept, it leaves nothing behind.
#[derive(Debug)]
pub struct NewFile {
    /// As the user has named it.
    path: PathBuf,
    force: bool,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// It gets its name in the end.
    Named {
        file: BufWriter<File>,
        /// Its name until then.
        temporary: TempPath,
        /// The file itself, where `path` is a link.
        target: PathBuf,
    },
    /// A terminal, a pipe or a device: it is written at once.
    Special(File),
}

impl NewFile {
    /// Begins the file `path`. A regular file that exists is replaced only with `force`; a
    /// terminal, a device or a pipe that another process reads is written to.
    ///
    /// # Errors
    /// It exists or cannot be created; [`WrongUsage`] unless the host is to blame.
    pub fn create(path: &Path, force: bool) -> Result<NewFile> {
        let known = fs::metadata(path).ok();
        if known.as_ref().is_some_and(|known| !known.is_file()) {
            let file = open_special(path).map_err(|error| not_created(path, error))?;
            return Ok(NewFile {
                path: path.into(),
                force,
                content: Content::Special(file),
            });
        }
        if known.is_some() && !force {
            return Err(exists(path));
        }
        // What a link leads to is replaced, not the link.
        let target = fs::canonicalize(path).unwrap_or_else(|_| path.into());
        let create = |path: &Path| {
            let mut options = File::options();
            options.read(true).write(true).create_new(true).open(path)
        };
        let file = Builder::new().make_in(folder(&target), create);
        let (file, temporary) = file.map_err(|error| not_created(path, error))?.into_parts();
        Ok(NewFile {
            path: path.into(),
            force,
            content: Content::Named {
                file: BufWriter::new(file),
                temporary,
                target,
            },
        })
    }

    /// Waits until the host has written what there is so far to its disk.
    ///
    /// # Errors
    /// It has no room.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        match &self.content {
            Content::Named { file, .. } => file.get_ref().sync_data(),
            Content::Special(_) => Ok(()),
        }
    }

    /// Gives the file, which is whole now, its name.
    ///
    /// # Errors
    /// It could not be written, or another file has got its name meanwhile.
    pub fn keep(self) -> Result<()> {
        let Content::Named {
            file,
            temporary,
            target,
        } = self.content
        else {
            return Ok(());
        };
        let kept = file.into_inner().map_err(IntoInnerError::into_error);
        let kept = kept.and_then(|_| match self.force {
            true => temporary.persist(target).map_err(|failed| failed.error),
            false => temporary
                .persist_noclobber(target)
                .map_err(|failed| failed.error),
        });
        kept.map_err(|error| match error.kind() {
            ErrorKind::AlreadyExists => exists(&self.path),
            _ => Error::new(error).context(self.path.display().to_string()),
        })
    }

    /// Returns the name that the file will have, for messages.
    pub fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the open file, which another process may write before it is kept: what is at its
    /// path meanwhile, a contestant can replace.
    pub fn file(&self) -> &File {
        match &self.content {
            Content::Named { file, .. } => file.get_ref(),
            Content::Special(file) => file,
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match &mut self.content {
            Content::Named { file, .. } => file.write(bytes),
            Content::Special(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.content {
            Content::Named { file, .. } => file.flush(),
            Content::Special(file) => file.flush(),
        }
    }
}

/// Opens a terminal, a pipe or a device. A contestant can make a pipe: one that no process reads
/// fails, as the judge would wait for it.
fn open_special(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    let without_wait = options.write(true).custom_flags(OFlag::O_NONBLOCK.bits());
    let file = without_wait.open(path)?;
    fcntl(file.as_raw_fd(), FcntlArg::F_SETFL(OFlag::empty()))?;
    Ok(file)
}

/// The folder of a file.
fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Creates the file `path` as [`NewFile::create`] does, and writes `bytes` to it.
///
/// # Errors
/// It cannot be created or written.
pub fn write(path: &Path, force: bool, bytes: impl AsRef<[u8]>) -> Result<()> {
    let mut file = NewFile::create(path, force)?;
    let written = file.write_all(bytes.as_ref());
    written.with_context(|| file.shown())?;
    file.keep()
}

/// Checks that [`NewFile::create`] would replace none of `paths`.
///
/// # Errors
/// One is a regular file that exists: wrong usage.
pub fn check_free<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<(), Failure> {
    let is_file = |path: &P| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    match paths.into_iter().find(is_file) {
        Some(path) => Err(exists(path.as_ref()).into()),
        None => Ok(()),
    }
}

/// Lets a write to a file that may not grow (`ulimit -f`) fail as one to a full disk does, instead
/// of ending the program by SIGXFSZ. Programs that this one starts end by it as ever.
pub fn survive_size_limits() {
    // Without the handler, a full file ends the program: no worse than before.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

fn exists(path: &Path) -> Error {
    let path = path.display();
    WrongUsage(format!("{path}: exists already; --force replaces it")).into()
}

/// The error that `path` is not a file that can be created, or that the host has no room for it.
fn not_created(path: &Path, error: io::Error) -> Error {
    use ErrorKind::{
        InvalidFilename, IsADirectory, NotADirectory, NotFound, PermissionDenied,
        ReadOnlyFilesystem,
    };
    let path = path.display();
    match error.kind() {
        InvalidFilename | IsADirectory | NotADirectory | NotFound | PermissionDenied
        | ReadOnlyFilesystem => WrongUsage(format!("{path}: {error}")).into(),
        _ => Error::new(error).context(path.to_string()),
    }
}
