//! Output files: each gets its name when it is complete, and replaces another only on request.
//!
//! Until then it is called `.tmp` and random letters, in the same folder. Only files of lines
//! ([`crate::LineFile`]) grow under their own name, by whole lines.

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

/// A file that is being written; it is deleted if it is dropped without [`NewFile::keep`].
#[derive(Debug)]
pub struct NewFile {
    /// Path as given by the user.
    path: PathBuf,
    force: bool,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// A regular file.
    Named {
        file: BufWriter<File>,
        temporary: TempPath,
        /// Target of `path` if that is a link.
        target: PathBuf,
    },
    /// A terminal, a pipe or a device, written directly.
    Special(File),
}

impl NewFile {
    /// Begins the file `path`. An existing regular file is replaced only with `force`.
    ///
    /// # Errors
    /// The file exists or cannot be created: [`WrongUsage`], unless the host failed.
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
        // Replaces the target of a link, not the link.
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

    /// Flushes the content so far to the disk; fails if that is full.
    pub fn sync(&mut self) -> io::Result<()> {
        self.flush()?;
        match &self.content {
            Content::Named { file, .. } => file.get_ref().sync_data(),
            Content::Special(_) => Ok(()),
        }
    }

    /// Gives the complete file its name.
    ///
    /// # Errors
    /// The content cannot be written, or another file has taken the name.
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

    /// Returns the final name, for messages.
    pub fn shown(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the open file, to be passed to another process: a contestant can replace the file at
    /// its path.
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

/// Opens a terminal, a pipe or a device. A pipe without a reader is an error: a contestant could make
/// one to block the judge.
fn open_special(path: &Path) -> io::Result<File> {
    let mut options = File::options();
    let without_wait = options.write(true).custom_flags(OFlag::O_NONBLOCK.bits());
    let file = without_wait.open(path)?;
    fcntl(file.as_raw_fd(), FcntlArg::F_SETFL(OFlag::empty()))?;
    Ok(file)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes `bytes` to the file `path`, under the rules of [`NewFile::create`].
pub fn write(path: &Path, force: bool, bytes: impl AsRef<[u8]>) -> Result<()> {
    let mut file = NewFile::create(path, force)?;
    let written = file.write_all(bytes.as_ref());
    written.with_context(|| file.shown())?;
    file.keep()
}

/// Checks that none of `paths` is an existing regular file, which is wrong usage.
pub fn check_free<P: AsRef<Path>>(paths: impl IntoIterator<Item = P>) -> Result<(), Failure> {
    let is_file = |path: &P| fs::metadata(path).is_ok_and(|metadata| metadata.is_file());
    match paths.into_iter().find(is_file) {
        Some(path) => Err(exists(path.as_ref()).into()),
        None => Ok(()),
    }
}

/// Makes writes beyond the limit of file size (`ulimit -f`) fail like writes to a full disk, instead of
/// ending the program by SIGXFSZ. Child processes keep the default.
pub fn survive_size_limits() {
    // Without the handler, the signal ends the program, as by default.
    let _ = flag::register(SIGXFSZ, Arc::default());
}

fn exists(path: &Path) -> Error {
    let path = path.display();
    WrongUsage(format!("{path}: exists already; --force replaces it")).into()
}

/// Classifies the error: `path` is wrong, or the host failed.
pub(crate) fn not_created(path: &Path, error: io::Error) -> Error {
    use ErrorKind::{
        InvalidFilename, IsADirectory, NotADirectory, NotFound, PermissionDenied,
        ReadOnlyFilesystem,
    };
    let folder = folder(path);
    let path = path.display();
    match error.kind() {
        NotFound if !folder.exists() => {
            let folder = folder.display();
            WrongUsage(format!("{path}: the folder {folder} does not exist")).into()
        }
        InvalidFilename | IsADirectory | NotADirectory | NotFound | PermissionDenied
        | ReadOnlyFilesystem => WrongUsage(format!("{path}: {error}")).into(),
        _ => Error::new(error).context(path.to_string()),
    }
}
