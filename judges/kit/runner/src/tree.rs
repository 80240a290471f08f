//! Processes as shown by `/proc`: their descendants and threads.
//!
//! A process that has exited, or that this user may not see, shows nothing. Every other failure,
//! such as a lack of descriptors, is an error: an incomplete list would change what is measured.

use std::fs;
use std::io::{self, ErrorKind};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use procfs::FromRead;
use procfs::process::Stat;

use super::freezer::thaw;

const MAX_DESCENDANTS: usize = 4096;

/// Returns what a call on files in `/proc` returns; `None` if the process has exited or hides it.
fn shown<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    match result {
        Ok(value) => Ok(Some(value)),
        Err(error) => {
            let is_hidden = matches!(
                error.kind(),
                ErrorKind::NotFound | ErrorKind::PermissionDenied
            );
            let is_gone = is_hidden || error.raw_os_error() == Some(libc::ESRCH);
            if is_gone { Ok(None) } else { Err(error) }
        }
    }
}

/// Reads a file in `/proc/PID`; `None` if the process has exited or hides it.
pub(crate) fn read(pid: Pid, file: &str) -> io::Result<Option<Vec<u8>>> {
    shown(fs::read(format!("/proc/{pid}/{file}")))
}

/// Reads the state of a thread and its process (`proc_pid_stat(5)`).
pub(crate) fn stat(thread: Pid) -> io::Result<Option<Stat>> {
    let text = read(thread, "stat")?;
    let stat = text.map(|text| Stat::from_read(&text[..]));
    stat.transpose().map_err(io::Error::other)
}

/// Returns the threads of a process.
pub(crate) fn threads(pid: Pid) -> io::Result<Vec<Pid>> {
    let mut threads = Vec::new();
    for entry in shown(fs::read_dir(format!("/proc/{pid}/task")))?
        .into_iter()
        .flatten()
    {
        let Some(entry) = shown(entry)? else { break };
        threads.extend(pids(entry.file_name().as_encoded_bytes()));
    }
    Ok(threads)
}

/// Returns the children of all threads of `pid`.
pub(crate) fn children(pid: Pid) -> io::Result<Vec<Pid>> {
    let mut children = Vec::new();
    for thread in threads(pid)? {
        let found = read(pid, &format!("task/{thread}/children"))?;
        children.extend(pids(&found.unwrap_or_default()));
    }
    Ok(children)
}

fn pids(text: &[u8]) -> Vec<Pid> {
    let text = String::from_utf8_lossy(text);
    let numbers = text.split_ascii_whitespace().flat_map(str::parse);
    numbers.map(Pid::from_raw).collect()
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
