//! Bubblewrap around a contestant.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use super::filter;
use crate::cgroup::{is_hierarchy, mount_points};

const BUBBLEWRAP: &str = "bwrap";

/// A read-only system, an empty /tmp, no other processes, no capabilities.
const OPTIONS: [&str; 19] = [
    "--ro-bind",
    "/",
    "/",
    "--dev",
    "/dev",
    "--proc",
    "/proc",
    // Bubblewrap leaves `/proc/sys` writable to root.
    "--remount-ro",
    "/proc",
    "--tmpfs",
    "/tmp",
    "--unshare-pid",
    "--unshare-ipc",
    "--unshare-uts",
    "--unshare-net",
    "--die-with-parent",
    "--new-session",
    "--cap-drop",
    "ALL",
];

/// Folders that are empty inside: of temporary files, and of services' sockets.
const HIDDEN: [&str; 2] = ["/tmp", "/run"];

/// Number of bytes at the start of a program by which the kernel finds its format.
const HEAD: u64 = 256;

/// Maximum length of a chain of interpreters.
const INTERPRETERS: usize = 5;

/// Exit status, less the signal's number, for a process that a signal ended.
const SIGNALLED: i32 = 128;

/// Checks that bubblewrap works.
///
/// # Errors
/// It is not installed, or the kernel does not let this user have it.
pub fn check() -> io::Result<()> {
    let filter = filter::file(&filter::program()?)?;
    let output = Command::new(BUBBLEWRAP)
        .args(OPTIONS)
        .args(["--seccomp", &filter.as_raw_fd().to_string(), "true"])
        .stdin(Stdio::null())
        .output();
    match output {
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let text = format!("`{BUBBLEWRAP}` is not installed (package bubblewrap)");
            Err(io::Error::new(error.kind(), text))
        }
        Err(error) => Err(error),
        Ok(output) if output.status.success() => Ok(()),
        Ok(output) => {
            let text = String::from_utf8_lossy(&output.stderr);
            Err(io::Error::other(text.trim_end().replace('\n', "; ")))
        }
    }
}

/// Returns the command that runs `command` under bubblewrap with this filter. Control groups, whose
/// accounts contain earlier cases, and sockets of services are hidden. In hidden folders, files that
/// the command names, the folder of its program, and the working folder stay visible, read-only.
pub(super) fn wrapped(command: &[OsString], filter: &File) -> io::Result<Vec<OsString>> {
    let here = env::current_dir()?;
    let mut wrapped = vec![OsString::from(BUBBLEWRAP)];
    wrapped.extend(OPTIONS.map(OsString::from));
    wrapped.extend(["--seccomp".into(), filter.as_raw_fd().to_string().into()]);
    for groups in mount_points(is_hierarchy)? {
        wrapped.extend(["--tmpfs".into(), groups.into()]);
    }
    for folder in HIDDEN.into_iter().filter(|folder| is_folder(folder)) {
        wrapped.extend(["--tmpfs", folder].map(OsString::from));
    }
    let program = command.first().map(|name| program(name)).transpose()?;
    let folder = program.as_deref().and_then(Path::parent);
    let named = command.iter().map(|word| here.join(word));
    let visible: Vec<PathBuf> = named
        .chain(folder.map(Path::to_path_buf))
        .chain([here.clone()])
        .filter(|path| is_hidden(path) && path.exists())
        .collect();
    for path in &visible {
        wrapped.extend(["--ro-bind".into(), path.into(), path.into()]);
    }
    for path in sockets() {
        if !is_hidden(&path) || visible.iter().any(|folder| path.starts_with(folder)) {
            wrapped.extend(["--ro-bind".into(), "/dev/null".into(), path.into()]);
        }
    }
    wrapped.extend([OsString::from("--chdir"), here.into(), OsString::from("--")]);
    wrapped.extend(command.iter().cloned());
    Ok(wrapped)
}

/// Returns true if `path` is below a hidden folder.
fn is_hidden(path: &Path) -> bool {
    let mut folders = HIDDEN.iter().map(Path::new);
    folders.any(|folder| path.starts_with(folder) && path != folder)
}

/// Returns true for a folder that is not a symbolic link.
fn is_folder(path: &str) -> bool {
    fs::symlink_metadata(path).is_ok_and(|found| found.is_dir())
}

/// Returns the sockets in the file system: programs can connect even to a read-only one.
fn sockets() -> Vec<PathBuf> {
    let sockets = procfs::net::unix().unwrap_or_default();
    let paths = sockets.into_iter().filter_map(|socket| socket.path);
    paths.filter_map(|path| path.canonicalize().ok()).collect()
}

/// Returns the signal that ended the contestant, by the exit status of bubblewrap.
pub(super) fn signal(status: i32) -> Option<i32> {
    (SIGNALLED + 1..=SIGNALLED + 64)
        .contains(&status)
        .then(|| status - SIGNALLED)
}

/// Finds the file of a program as `exec` would. Bubblewrap reports a program that it cannot start
/// only by an exit status.
fn program(name: &OsStr) -> io::Result<PathBuf> {
    let path = Path::new(name);
    if path.components().count() > 1 {
        return executable(path).map(|()| path.to_path_buf());
    }
    let folders = env::var_os("PATH").unwrap_or_default();
    env::split_paths(&folders)
        .map(|folder| folder.join(path))
        .find(|path| executable(path).is_ok())
        .ok_or_else(|| io::Error::from_raw_os_error(libc::ENOENT))
}

/// Checks that the kernel runs this file, and the interpreters that it needs.
fn executable(path: &Path) -> io::Result<()> {
    let mut path = path.to_path_buf();
    for _ in 0..INTERPRETERS {
        match needed(&path)? {
            Some(interpreter) => path = interpreter,
            None => return Ok(()),
        }
    }
    Err(io::Error::from_raw_os_error(libc::ELOOP))
}

/// Returns the interpreter that an executable file needs, if it is a script.
fn needed(path: &Path) -> io::Result<Option<PathBuf>> {
    let metadata = path.metadata()?;
    if metadata.is_dir() || metadata.permissions().mode() & 0o111 == 0 {
        return Err(io::Error::from_raw_os_error(libc::EACCES));
    }
    let mut head = Vec::new();
    match File::open(path) {
        Ok(file) => file.take(HEAD).read_to_end(&mut head)?,
        // The kernel also runs files that this user may not read.
        Err(_) => return Ok(None),
    };
    match head.strip_prefix(b"#!") {
        Some(rest) => {
            let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(rest);
            let mut words = line.split(|byte| b" \t".contains(byte));
            let name = words.find(|word| !word.is_empty()).unwrap_or_default();
            Ok(Some(PathBuf::from(OsStr::from_bytes(name))))
        }
        None if head.starts_with(b"\x7fELF") => Ok(None),
        // Bubblewrap would give it to a shell.
        None => Err(io::Error::from_raw_os_error(libc::ENOEXEC)),
    }
}
