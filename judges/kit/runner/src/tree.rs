//! Processes as shown by `/proc`: their descendants and threads, and how all are killed.
//!
//! A process that has exited, or that this user may not see, shows nothing. Every other failure,
//! such as a lack of descriptors, is an error: an incomplete list would change what is measured.

use std::fs;
use std::io::{self, ErrorKind};
use std::path::PathBuf;

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;
use procfs::process::Process;
use procfs::{FromRead, ProcessCGroup};

use super::cgroup::mounted;

const MAX_DESCENDANTS: usize = 4096;

/// State file of a group, and the text that thaws the group, in versions 1 and 2.
const STATES: [(&str, &str); 2] = [("freezer.state", "THAWED"), ("cgroup.freeze", "0")];

/// Returns what a call on files in `/proc` returns; `None` if the process has exited or hides it.
fn shown<T>(result: io::Result<T>) -> io::Result<Option<T>> {
    result.map(Some).or_else(|error| match error.kind() {
        ErrorKind::PermissionDenied => Ok(None),
        _ if is_gone(&error) => Ok(None),
        _ => Err(error),
    })
}

/// Returns true if a call on a file in `/proc/PID` failed because the process has exited.
pub(crate) fn is_gone(error: &io::Error) -> bool {
    error.kind() == ErrorKind::NotFound || error.raw_os_error() == Some(libc::ESRCH)
}

/// Reads a file in `/proc/PID`, for example `stat`; `None` if the process has exited or hides it.
pub(crate) fn read<T: FromRead>(pid: Pid, file: &str) -> io::Result<Option<T>> {
    let text = shown(fs::read(format!("/proc/{pid}/{file}")))?;
    text.map(|text| T::from_read(&text[..])).transpose().map_err(io::Error::other)
}

/// Returns the threads of a process.
pub(crate) fn threads(pid: Pid) -> io::Result<Vec<Pid>> {
    let entries = shown(fs::read_dir(format!("/proc/{pid}/task")))?.into_iter().flatten();
    let shown = entries.map_while(|entry| shown(entry).transpose());
    shown.map(|entry| number(&entry?.file_name().to_string_lossy())).collect()
}

/// Returns the children of all threads of `pid`.
pub(crate) fn children(pid: Pid) -> io::Result<Vec<Pid>> {
    Ok(family(pid, usize::MAX)?.0)
}

/// Returns the children of a process and its number of threads; only that number if it is above
/// `most`.
fn family(pid: Pid, most: usize) -> io::Result<(Vec<Pid>, usize)> {
    let (mut children, threads) = (Vec::new(), threads(pid)?);
    if threads.len() <= most {
        for thread in &threads {
            let path = format!("/proc/{pid}/task/{thread}/children");
            let list = shown(fs::read_to_string(path))?.unwrap_or_default();
            for word in list.split_ascii_whitespace() {
                children.push(number(word)?);
            }
        }
    }
    Ok((children, threads.len()))
}

fn number(text: &str) -> io::Result<Pid> {
    text.parse().map(Pid::from_raw).map_err(io::Error::other)
}

/// Returns the descendants of `ancestor` including zombies, parents before children.
pub(crate) fn descendants(ancestor: Pid) -> io::Result<Vec<Pid>> {
    Ok(tasks(ancestor, usize::MAX)?.0)
}

/// Returns the descendants of `ancestor` and the number of all their threads; stops when that is
/// above `most`.
pub(crate) fn tasks(ancestor: Pid, most: usize) -> io::Result<(Vec<Pid>, usize)> {
    let mut found = children(ancestor)?;
    let (mut next, mut tasks) = (0, 0);
    while next < found.len() && found.len() < MAX_DESCENDANTS && tasks <= most {
        let (children, threads) = family(found[next], most)?;
        found.extend(children);
        tasks += threads;
        next += 1;
    }
    Ok((found, tasks))
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

/// Thaws the control group of a process and its parent groups, except groups that contain this
/// process. In version 1, even `SIGKILL` acts only after thawing.
pub(crate) fn thaw(pid: Pid) {
    let groups = Process::new(pid.as_raw()).and_then(|process| process.cgroups());
    let judge = Process::myself().and_then(|judge| Ok((judge.cgroups()?, judge.mountinfo()?.0)));
    let (Ok(groups), Ok((own, mounts))) = (groups, judge) else {
        return;
    };
    let folder = |group: ProcessCGroup| mounted(&group, &mounts, "freezer");
    let own: Vec<PathBuf> = own.into_iter().filter_map(folder).collect();
    for frozen in groups.into_iter().filter_map(folder).filter(|folder| !own.contains(folder)) {
        for folder in frozen.ancestors() {
            for (file, thawed) in STATES {
                let state = folder.join(file);
                if state.exists() {
                    let _ = fs::write(state, thawed);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::process::Command;
    use std::thread;
    use std::time::{Duration, Instant};

    #[test]
    fn tasks_are_counted_until_there_are_too_many() {
        let script = "for _ in 1 2 3; do sleep 100 & done; wait";
        let mut shell = Command::new("sh").args(["-c", script]).spawn().unwrap();
        let pid = Pid::from_raw(shell.id() as i32);
        let begun = Instant::now();
        while tasks(pid, usize::MAX).unwrap().1 < 3 {
            assert!(begun.elapsed() < Duration::from_secs(20));
            thread::sleep(Duration::from_millis(5));
        }
        let counted = [0, 1, 3, 9].map(|most| tasks(pid, most).unwrap().1);
        assert_eq!(counted, [1, 2, 3, 3]);
        kill_descendants(pid).unwrap();
        shell.kill().unwrap();
        shell.wait().unwrap();
    }
}
