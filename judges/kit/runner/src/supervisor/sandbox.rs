//! Bubblewrap around a contestant.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs::{self, File};
use std::io::{self, Read};
use std::os::fd::AsRawFd;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use nix::errno::Errno;
use nix::unistd::{AccessFlags, access};

use super::filter;
use crate::cgroup::{is_hierarchy, mount_points};

const BUBBLEWRAP: &str = "bwrap";

/// A read-only system, an empty /tmp, no other processes, no capabilities. Without `--remount-ro`,
/// root could write to `/proc/sys`.
const OPTIONS: &str = "--ro-bind / / --dev /dev --proc /proc --remount-ro /proc --tmpfs /tmp \
     --unshare-pid --unshare-ipc --unshare-uts --unshare-net \
     --die-with-parent --new-session --cap-drop ALL";

/// Folders that are empty inside: of temporary files, and of services' sockets.
const HIDDEN: [&str; 2] = ["/tmp", "/run"];

/// Number of bytes from which the kernel finds the format of a program.
const HEAD: u64 = 256;

/// Maximum length of a chain of interpreters.
const INTERPRETERS: usize = 5;

/// Exit status minus the signal's number, of a process that a signal ended.
const SIGNALLED: i32 = 128;

/// Checks that bubblewrap is installed and works for this user.
pub fn check() -> io::Result<()> {
    let filter = filter::file(&filter::program()?)?;
    let output = Command::new(BUBBLEWRAP)
        .args(OPTIONS.split_ascii_whitespace())
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

/// Returns the command that runs `command` under bubblewrap with this filter. It hides control groups,
/// whose accounts contain earlier cases, and sockets of services. In hidden folders, files that the
/// command names, the folder of its program, and the working folder stay visible, read-only.
pub(super) fn wrapped(command: &[OsString], filter: &File) -> io::Result<Vec<OsString>> {
    let here = env::current_dir()?;
    let mut wrapped = vec![OsString::from(BUBBLEWRAP)];
    wrapped.extend(OPTIONS.split_ascii_whitespace().map(OsString::from));
    wrapped.extend(["--seccomp".into(), filter.as_raw_fd().to_string().into()]);
    // Bubblewrap does not mount on a symbolic link.
    let is_folder = |path: &PathBuf| fs::symlink_metadata(path).is_ok_and(|found| found.is_dir());
    let hidden = HIDDEN.into_iter().map(PathBuf::from).filter(is_folder);
    for folder in mount_points(is_hierarchy)?.into_iter().chain(hidden) {
        wrapped.extend(["--tmpfs".into(), folder.into()]);
    }
    let program = program(&command[0])?;
    let named = command.iter().map(|word| here.join(word));
    let visible: Vec<PathBuf> = named
        .chain(program.parent().map(Path::to_path_buf))
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

fn is_hidden(path: &Path) -> bool {
    let mut folders = HIDDEN.iter().map(Path::new);
    folders.any(|folder| path.starts_with(folder) && path != folder)
}

/// Returns the sockets in the file system: programs can connect even to a read-only one.
fn sockets() -> Vec<PathBuf> {
    let sockets = procfs::net::unix().unwrap_or_default();
    let paths = sockets.into_iter().filter_map(|socket| socket.path);
    paths.filter_map(|path| path.canonicalize().ok()).collect()
}

/// Returns the signal that ended the contestant, from the exit status of bubblewrap.
pub(super) fn signal(status: i32) -> Option<i32> {
    Some(status - SIGNALLED).filter(|signal| (1..=64).contains(signal))
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
        .ok_or(Errno::ENOENT.into())
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
    Err(Errno::ELOOP.into())
}

/// Returns the interpreter that an executable file needs, if it is a script.
fn needed(path: &Path) -> io::Result<Option<PathBuf>> {
    access(path, AccessFlags::X_OK)?;
    if path.is_dir() {
        return Err(Errno::EACCES.into());
    }
    // The kernel also runs files that this user may not read.
    let Ok(file) = File::open(path) else {
        return Ok(None);
    };
    let mut head = Vec::new();
    file.take(HEAD).read_to_end(&mut head)?;
    match head.strip_prefix(b"#!") {
        Some(rest) => {
            let line = rest.split(|&byte| byte == b'\n').next().unwrap_or(rest);
            let mut words = line.split(|byte| b" \t".contains(byte));
            let name = words.find(|word| !word.is_empty()).unwrap_or_default();
            Ok(Some(PathBuf::from(OsStr::from_bytes(name))))
        }
        None if head.starts_with(b"\x7fELF") => Ok(None),
        // Bubblewrap would give it to a shell.
        None => Err(Errno::ENOEXEC.into()),
    }
}
