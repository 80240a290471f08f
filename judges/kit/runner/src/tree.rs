//! Processes as shown by `/proc`: their descendants and threads.
//!
//! A process that has exited, or that this user may not see, shows nothing. Every other failure,
//! such as a lack of descriptors, is an error: an incomplete list would change what is measured.

use std::fs;
use std::io::{self, ErrorKind};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use procfs::FromRead;

use super::freezer::thaw;

const MAX_DESCENDANTS: usize = 4096;

/// Returns what a call on files in `/proc` returns; `None` if the process has exited or hides it.
fn shown<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    result.map(Some).or_else(|error| match error.kind() {
        ErrorKind::NotFound | ErrorKind::PermissionDenied => Ok(None),
        _ if error.raw_os_error() == Some(libc::ESRCH) => Ok(None),
        _ => Err(error),
    })
}

/// Reads a file in `/proc/PID`, for example `stat`; `None` if the process has exited or hides it.
pub(crate) fn read<T: FromRead>(pid: Pid, file: &str) -> io::Result<Option<T>> {
    let text = shown(fs::read(format!("/proc/{pid}/{file}")))?;
    let parsed = text.map(|text| T::from_read(&text[..])).transpose();
    parsed.map_err(io::Error::other)
}

/// Returns the threads of a process.
pub(crate) fn threads(pid: Pid) -> io::Result<Vec<Pid>> {
    let entries = shown(fs::read_dir(format!("/proc/{pid}/task")))?;
    let entries = entries.into_iter().flatten();
    let shown = entries.map_while(|entry| shown(entry).transpose());
    let threads = shown.map(|entry| number(&entry?.file_name().to_string_lossy()));
    threads.collect()
}

/// Returns the children of all threads of `pid`.
pub(crate) fn children(pid: Pid) -> io::Result<Vec<Pid>> {
    let mut children = Vec::new();
    for thread in threads(pid)? {
        let path = format!("/proc/{pid}/task/{thread}/children");
        let list = shown(fs::read_to_string(path))?.unwrap_or_default();
        for word in list.split_ascii_whitespace() {
            children.push(number(word)?);
        }
    }
    Ok(children)
}

fn number(text: &str) -> io::Result<Pid> {
    text.parse().map(Pid::from_raw).map_err(io::Error::other)
}

/// Returns the descendants of `ancestor` including zombies, parents before children.
pub(crate) fn descendants(ancestor: Pid) -> io::Result<Vec<Pid>> {
    let mut found = children(ancestor)?;
    let mut next = 0;
    while next < found.len() && found.len() < MAX_DESCENDANTS {
        found.extend(children(found[next])?);
        next += 1;
    }
    Ok(found)
}

/// Kills all descendants of `ancestor`. Stops them first, so that none can fork in between. A
/// process in a frozen control group dies only after thawing.
///
/// # Errors
/// The descendants cannot be listed.
pub(crate) fn kill_descendants(ancestor: Pid) -> io::Result<()> {
    for signal in [Signal::SIGSTOP, Signal::SIGKILL] {
        for pid in descendants(ancestor)? {
            // This one has ended, or is another user's and will end by itself.
            let _ = kill(pid, signal);
        }
    }
    descendants(ancestor)?.into_iter().for_each(thaw);
    Ok(())
}
