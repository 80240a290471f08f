//! `wait4`, which no crate wraps: the only call that tells what one child used.
//! `RUSAGE_CHILDREN` does not do, since its memory is the peak over all children
//! of a process's life, and a supervisor lives for many cases.

#![allow(unsafe_code)]

use std::io;
use std::mem::MaybeUninit;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use nix::unistd::Pid;

/// A child that has ended and was reaped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    /// Its process id, which is free from now on.
    pub pid: Pid,
    /// How it ended.
    pub status: ExitStatus,
    /// CPU time, its own and that of all children it has waited for.
    pub cpu: Duration,
    /// Peak of resident memory of any one of these processes, KiB.
    pub peak_kib: u64,
}

/// Reaps the child `pid`, or any if not given. `None` if all that could be
/// reaped still run and `wait` is not set.
///
/// # Errors
/// There is no such child (`ECHILD`).
pub(crate) fn reap(pid: Option<Pid>, wait: bool) -> io::Result<Option<Reaped>> {
    let options = if wait { 0 } else { libc::WNOHANG };
    let pid = pid.map_or(-1, Pid::as_raw);
    loop {
        let mut status = 0;
        let mut usage = MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: both pointers are to values of the types that the call
        // writes, and they outlive it.
        let reaped = unsafe { libc::wait4(pid, &mut status, options, usage.as_mut_ptr()) };
        if reaped == -1 {
            let error = io::Error::last_os_error();
            if error.kind() == io::ErrorKind::Interrupted {
                continue;
            }
            return Err(error);
        }
        // SAFETY: all bits zero are a valid `rusage`, whether or not the call has written it.
        let usage = unsafe { usage.assume_init() };
        return Ok((reaped > 0).then(|| Reaped {
            pid: Pid::from_raw(reaped),
            status: ExitStatus::from_raw(status),
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            peak_kib: u64::try_from(usage.ru_maxrss).unwrap_or(0),
        }));
    }
}

fn duration(time: libc::timeval) -> Duration {
    let seconds = u64::try_from(time.tv_sec).unwrap_or(0);
    let micros = u64::try_from(time.tv_usec).unwrap_or(0);
    Duration::from_secs(seconds) + Duration::from_micros(micros)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::signal::{Signal, kill};
    use std::process::Command;

    /// Starts a child of which only the process id is known.
    #[expect(clippy::zombie_processes, reason = "`reap` is under test")]
    fn start(script: &str) -> Pid {
        let child = Command::new("sh").args(["-c", script]).spawn().unwrap();
        Pid::from_raw(child.id() as i32)
    }

    #[test]
    fn a_child_is_reaped_once_with_what_it_used() {
        let pid = start("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done; exit 3");
        let reaped = reap(Some(pid), true).unwrap().unwrap();
        assert_eq!((reaped.pid, reaped.status.code()), (pid, Some(3)));
        assert!(
            reaped.cpu > Duration::ZERO && reaped.peak_kib > 500,
            "{reaped:?}"
        );
        let error = reap(Some(pid), true).unwrap_err();
        assert_eq!(error.raw_os_error(), Some(libc::ECHILD));
    }

    #[test]
    fn a_running_child_is_not_reaped() {
        let pid = start("exec sleep 100");
        assert!(reap(Some(pid), false).unwrap().is_none());
        kill(pid, Signal::SIGKILL).unwrap();
        let reaped = reap(Some(pid), true).unwrap().unwrap();
        assert_eq!(reaped.status.signal(), Some(libc::SIGKILL));
    }
}
