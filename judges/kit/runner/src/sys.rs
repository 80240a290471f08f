//! C interfaces that no crate wraps as safe functions: `wait4`, `perf_event_open`, `kcmp`,
//! `keyctl`, `seccomp`, and default actions of signals.
//!
//! `wait4` alone returns what one child used: the memory of `RUSAGE_CHILDREN` is the peak over all
//! children so far, and a supervisor serves many cases.

#![allow(unsafe_code)]

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read};
use std::mem::{MaybeUninit, size_of};
use std::os::fd::{FromRawFd, OwnedFd};
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use nix::sys::resource::{Resource, setrlimit};
use nix::unistd::Pid;
use seccompiler::sock_filter;

/// A child that was reaped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    /// Its process id, which may be reused from now on.
    pub pid: Pid,
    /// Its exit status or signal.
    pub status: ExitStatus,
    /// CPU time, with the children it has waited for.
    pub cpu: Duration,
    /// Peak of resident memory of any of these processes, KiB.
    pub peak_kib: u64,
}

/// Reaps the child `pid`, or any. Returns `None` if none has ended and `wait` is not set.
///
/// # Errors
/// There is no such child (`ECHILD`).
pub(crate) fn reap(pid: Option<Pid>, wait: bool) -> io::Result<Option<Reaped>> {
    let options = if wait { 0 } else { libc::WNOHANG };
    let pid = pid.map_or(-1, Pid::as_raw);
    loop {
        let mut status = 0;
        let mut usage = MaybeUninit::<libc::rusage>::zeroed();
        // SAFETY: both pointers are to values of the types that the call writes; they outlive it.
        let reaped = unsafe { libc::wait4(pid, &mut status, options, usage.as_mut_ptr()) };
        if reaped == -1 {
            let error = io::Error::last_os_error();
            if error.kind() == io::ErrorKind::Interrupted {
                continue;
            }
            return Err(error);
        }
        // SAFETY: all bits zero are a valid `rusage`, should the call not have written it.
        let usage = unsafe { usage.assume_init() };
        return Ok((reaped > 0).then(|| Reaped {
            pid: Pid::from_raw(reaped),
            status: ExitStatus::from_raw(status),
            cpu: duration(usage.ru_utime) + duration(usage.ru_stime),
            peak_kib: u64::try_from(usage.ru_maxrss).unwrap_or(0),
        }));
    }
}

/// Counter of the CPU time of the next program that this thread starts, and of its descendants,
/// waited for or not (`perf_event_open(2)`, inherited task clock).
///
/// A counter serves one program: the kernel may pass a thread's counter to the child that it forks,
/// and later children then are not counted.
#[derive(Debug)]
pub(crate) struct CpuCounter(File);

/// The first version of `perf_event_attr`.
#[repr(C)]
struct EventAttributes {
    kind: u32,
    size: u32,
    config: u64,
    sample_period: u64,
    sample_type: u64,
    read_format: u64,
    flags: u64,
    wakeup_events: u32,
    breakpoint_type: u32,
    breakpoint: u64,
}

/// `PERF_TYPE_SOFTWARE`.
const SOFTWARE: u32 = 1;
/// `PERF_COUNT_SW_TASK_CLOCK`: nanoseconds on a CPU, in user and kernel mode.
const TASK_CLOCK: u64 = 1;
/// The bits `disabled`, `inherit`, `exclude_kernel`, `exclude_hv` and `enable_on_exec`: counting
/// begins with a child's `exec`. Ordinary users have to exclude kernel mode; the task clock counts
/// it nevertheless.
const FLAGS: u64 = 1 | 1 << 1 | 1 << 5 | 1 << 6 | 1 << 12;
/// `PERF_FLAG_FD_CLOEXEC`.
const CLOSE_ON_EXEC: libc::c_ulong = 8;

impl CpuCounter {
    /// A counter at 0.
    ///
    /// # Errors
    /// The kernel does not let this user count.
    pub fn open() -> io::Result<CpuCounter> {
        let attributes = EventAttributes {
            kind: SOFTWARE,
            size: size_of::<EventAttributes>() as u32,
            config: TASK_CLOCK,
            sample_period: 0,
            sample_type: 0,
            read_format: 0,
            flags: FLAGS,
            wakeup_events: 0,
            breakpoint_type: 0,
            breakpoint: 0,
        };
        let (this_thread, any_cpu, no_group): (libc::pid_t, libc::c_int, libc::c_int) = (0, -1, -1);
        // SAFETY: the attributes have the size that they state, and outlive the call.
        let fd = unsafe {
            libc::syscall(
                libc::SYS_perf_event_open,
                &raw const attributes,
                this_thread,
                any_cpu,
                no_group,
                CLOSE_ON_EXEC,
            )
        };
        if fd < 0 {
            return Err(io::Error::last_os_error());
        }
        // SAFETY: the call has opened this descriptor, and nothing else owns it.
        Ok(CpuCounter(File::from(unsafe {
            OwnedFd::from_raw_fd(fd as libc::c_int)
        })))
    }

    /// Returns the CPU time so far.
    pub fn read(&self) -> io::Result<Duration> {
        let mut count = [0; 8];
        (&self.0).read_exact(&mut count)?;
        Ok(Duration::from_nanos(u64::from_ne_bytes(count)))
    }
}

/// Compares the address spaces of two threads, in an order of the kernel's (`kcmp(2)`).
///
/// # Errors
/// One is gone, or cannot be inspected.
pub(crate) fn compare_address_spaces(one: Pid, other: Pid) -> io::Result<Ordering> {
    /// `KCMP_VM`.
    const ADDRESS_SPACE: libc::c_int = 1;
    let unused: libc::c_ulong = 0;
    // SAFETY: takes numbers alone, and writes nothing.
    let compared = unsafe {
        libc::syscall(
            libc::SYS_kcmp,
            one.as_raw(),
            other.as_raw(),
            ADDRESS_SPACE,
            unused,
            unused,
        )
    };
    match compared {
        0 => Ok(Ordering::Equal),
        1 => Ok(Ordering::Less),
        2 => Ok(Ordering::Greater),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Gives this process, and all that it starts, a new session keyring.
pub(crate) fn new_session_keyring() -> io::Result<()> {
    // SAFETY: without a name, the call takes numbers alone.
    let joined = unsafe {
        libc::syscall(
            libc::SYS_keyctl,
            libc::KEYCTL_JOIN_SESSION_KEYRING,
            std::ptr::null::<libc::c_char>(),
        )
    };
    match io::Error::last_os_error() {
        error if joined < 0 && error.raw_os_error() != Some(libc::ENOSYS) => Err(error),
        _ => Ok(()),
    }
}

/// Puts this thread, and all that it starts, under a filter of system calls. It must not be able to
/// gain privileges. Without the flag, kernels before 5.16 would slow programs down by a protection
/// against side channels.
///
/// # Errors
/// The kernel does not support filters.
pub(crate) fn filter_calls(filter: &[sock_filter]) -> io::Result<()> {
    let program = libc::sock_fprog {
        len: filter.len() as libc::c_ushort,
        filter: filter.as_ptr().cast_mut().cast(),
    };
    // SAFETY: the steps have the kernel's layout and outlive the call, which copies them.
    let installed = unsafe {
        libc::syscall(
            libc::SYS_seccomp,
            libc::SECCOMP_SET_MODE_FILTER,
            libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW,
            &raw const program,
        )
    };
    match installed {
        0 => Ok(()),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Ends this process by a signal, without a core dump.
pub(crate) fn end_by_signal(signal: i32) {
    let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
    // SAFETY: the default action runs no code of this program.
    unsafe {
        libc::signal(signal, libc::SIG_DFL);
        libc::raise(signal);
    }
}

/// Gives every ignored signal its default action, since contestants would inherit that it is ignored;
/// except SIGPIPE, which std resets in every child.
pub(crate) fn stop_ignoring_signals() {
    for signal in (1..=libc::SIGRTMAX()).filter(|&signal| signal != libc::SIGPIPE) {
        let mut action = MaybeUninit::<libc::sigaction>::zeroed();
        // SAFETY: reads the present action; all bits zero are a valid one.
        let asked = unsafe { libc::sigaction(signal, std::ptr::null(), action.as_mut_ptr()) };
        // SAFETY: see above; the call fails for signals that the C library keeps to itself.
        let mut action = unsafe { action.assume_init() };
        if asked == 0 && action.sa_sigaction == libc::SIG_IGN {
            action.sa_sigaction = libc::SIG_DFL;
            // SAFETY: the default action runs no code of this program.
            unsafe { libc::sigaction(signal, &action, std::ptr::null_mut()) };
        }
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

    #[test]
    fn each_program_has_a_counter_that_counts() {
        for _ in 0..20 {
            let Ok(counter) = CpuCounter::open() else {
                return;
            };
            let pid = start("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done");
            let used = reap(Some(pid), true).unwrap().unwrap().cpu;
            let counted = counter.read().unwrap();
            // The counter begins with the program, the account with the fork.
            let missed = used.abs_diff(counted);
            assert!(missed < Duration::from_millis(5), "{counted:?}, {used:?}");
        }
    }

    #[test]
    fn a_counter_sees_children_that_are_not_waited_for() {
        // Where the kernel does not let this user count, there is nothing to test.
        let Ok(counter) = CpuCounter::open() else {
            return;
        };
        assert_eq!(counter.read().unwrap(), Duration::ZERO);
        let burn = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done";
        // The inner shell is a child of init when it ends.
        let pid = start(&format!("x=$( ( ({burn}) & ) )"));
        let reaped = reap(Some(pid), true).unwrap().unwrap();
        let counted = counter.read().unwrap();
        assert!(
            counted > reaped.cpu && counted > Duration::from_millis(20),
            "{counted:?}"
        );
    }
}
