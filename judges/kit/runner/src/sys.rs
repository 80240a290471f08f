//! System calls that no crate wraps as safe functions.
//!
//! `wait4` is needed because only it returns the memory of a single child: `RUSAGE_CHILDREN` has
//! the peak over all children so far, and a supervisor serves many cases.

#![allow(unsafe_code)]

use std::cmp::Ordering;
use std::fs::File;
use std::io::{self, Read};
use std::mem;
use std::os::fd::{FromRawFd, OwnedFd, RawFd};
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::process::{Command, ExitStatus};
use std::time::Duration;

use nix::errno::Errno;
use nix::sys::resource::{Resource, setrlimit};
use nix::sys::time::{TimeVal, TimeValLike};
use nix::unistd::Pid;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Reaped {
    /// Process id, which may be reused from now on.
    pub pid: Pid,
    pub status: ExitStatus,
    /// CPU time, including children that the process has waited for.
    pub cpu: Duration,
    /// Peak of resident memory of any of these processes, KiB.
    pub peak_kib: u64,
}

/// Reaps the child `pid`, or any child. Returns `None` if none has exited and `wait` is false. The
/// wait is never interrupted, since a supervisor handles no signals.
///
/// # Errors
/// This is not a child of this process (`ECHILD`).
pub(crate) fn reap(pid: Option<Pid>, wait: bool) -> io::Result<Option<Reaped>> {
    let options = if wait { 0 } else { libc::WNOHANG };
    let pid = pid.map_or(-1, Pid::as_raw);
    let mut status = 0;
    // SAFETY: all bits zero are a valid `rusage`.
    let mut usage: libc::rusage = unsafe { mem::zeroed() };
    // SAFETY: both pointers are to values of the types that the call writes; they outlive it.
    let reaped = Errno::result(unsafe { libc::wait4(pid, &mut status, options, &mut usage) })?;
    let cpu = TimeVal::from(usage.ru_utime) + TimeVal::from(usage.ru_stime);
    Ok((reaped > 0).then(|| Reaped {
        pid: Pid::from_raw(reaped),
        status: ExitStatus::from_raw(status),
        cpu: Duration::from_micros(cpu.num_microseconds() as u64),
        peak_kib: usage.ru_maxrss as u64,
    }))
}

/// Counter of the CPU time of the next program that a thread becomes or starts, including all
/// descendants, waited for or not (`perf_event_open(2)`, inherited task clock).
///
/// A counter serves only one program: the kernel may pass a thread's counter to the child that it
/// forks, and then later children are not counted.
#[derive(Debug)]
pub(crate) struct CpuCounter(File);

/// First version of `perf_event_attr`.
#[repr(C)]
#[derive(Default)]
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
/// starts with a child's `exec`. Ordinary users must exclude kernel mode, but the task clock counts
/// it nevertheless.
const FLAGS: u64 = 1 | 1 << 1 | 1 << 5 | 1 << 6 | 1 << 12;
/// `PERF_FLAG_FD_CLOEXEC`.
const CLOSE_ON_EXEC: libc::c_ulong = 8;

impl CpuCounter {
    /// Opens a counter at 0 for the next program that `thread` becomes or starts.
    ///
    /// # Errors
    /// The kernel does not let this user count, or lacks descriptors or memory.
    pub fn open(thread: Pid) -> io::Result<CpuCounter> {
        let attributes = EventAttributes {
            kind: SOFTWARE,
            size: size_of::<EventAttributes>() as u32,
            config: TASK_CLOCK,
            flags: FLAGS,
            ..EventAttributes::default()
        };
        let (any_cpu, no_group): (libc::c_int, libc::c_int) = (-1, -1);
        // SAFETY: the attributes have the size that they state, and outlive the call.
        let fd = Errno::result(unsafe {
            libc::syscall(
                libc::SYS_perf_event_open,
                &raw const attributes,
                thread.as_raw(),
                any_cpu,
                no_group,
                CLOSE_ON_EXEC,
            )
        })?;
        // SAFETY: the call has opened this descriptor, and nothing else owns it.
        Ok(CpuCounter(unsafe { File::from_raw_fd(fd as libc::c_int) }))
    }

    pub fn read(&self) -> io::Result<Duration> {
        let mut count = [0; 8];
        (&self.0).read_exact(&mut count)?;
        Ok(Duration::from_nanos(u64::from_ne_bytes(count)))
    }
}

/// Compares the address spaces of two threads, in an order defined by the kernel (`kcmp(2)`). Fails
/// if a thread has exited or cannot be inspected.
pub(crate) fn compare_address_spaces(one: Pid, other: Pid) -> io::Result<Ordering> {
    /// `KCMP_VM`.
    const ADDRESS_SPACE: libc::c_int = 1;
    let (one, other) = (one.as_raw(), other.as_raw());
    // SAFETY: the call takes only numbers and writes nothing.
    match Errno::result(unsafe { libc::syscall(libc::SYS_kcmp, one, other, ADDRESS_SPACE) })? {
        0 => Ok(Ordering::Equal),
        1 => Ok(Ordering::Less),
        _ => Ok(Ordering::Greater),
    }
}

/// Takes the inherited descriptor with this number.
///
/// # Errors
/// The descriptor is not open.
pub(crate) fn inherited(number: RawFd) -> io::Result<OwnedFd> {
    // SAFETY: the call takes only numbers.
    Errno::result(unsafe { libc::fcntl(number, libc::F_GETFD) })?;
    // SAFETY: the descriptor is open, and nothing else in this program owns it.
    Ok(unsafe { OwnedFd::from_raw_fd(number) })
}

/// Makes the start of a program close a descriptor; ignores one that is not open.
///
/// # Errors
/// The kernel refuses the call.
pub(crate) fn close_on_exec(number: RawFd) -> io::Result<()> {
    // SAFETY: the call takes only numbers.
    let set = Errno::result(unsafe { libc::fcntl(number, libc::F_SETFD, libc::FD_CLOEXEC) });
    match set {
        Err(Errno::EBADF) => Ok(()),
        set => Ok(set.map(|_| ())?),
    }
}

/// Lets the process of a command make a system call before its program starts. The command then
/// starts more slowly, by `fork`.
pub(crate) fn before_exec(
    command: &mut Command,
    call: impl FnMut() -> io::Result<()> + Send + Sync + 'static,
) {
    // SAFETY: the callers only make system calls.
    unsafe { command.pre_exec(call) };
}

/// Ends this process by the signal that ended the other process, without a core dump. If no signal
/// ended that one, returns its exit status.
pub(crate) fn end_like(other: ExitStatus) -> u8 {
    if let Some(signal) = other.signal() {
        let _ = setrlimit(Resource::RLIMIT_CORE, 0, 0);
        act_by_default(signal);
        // SAFETY: the call takes a number.
        unsafe { libc::raise(signal) };
    }
    other.code().unwrap_or(1) as u8
}

/// Gives every signal its default action, since contestants would inherit ignored signals. SIGPIPE
/// is omitted because std resets it in every child.
pub(crate) fn stop_ignoring_signals() {
    (1..=libc::SIGRTMAX()).filter(|&signal| signal != libc::SIGPIPE).for_each(act_by_default);
}

/// Gives a signal its default action.
pub(crate) fn act_by_default(signal: i32) {
    // SAFETY: the default action runs no code of this program.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::signal::{Signal, kill};
    use std::time::Instant;

    /// Starts a child; returns its process id.
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
        let is_right = reaped.cpu > Duration::ZERO && reaped.peak_kib > 500;
        assert!(is_right, "{reaped:?}");
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
            let Ok(counter) = CpuCounter::open(Pid::from_raw(0)) else {
                return;
            };
            let begun = Instant::now();
            let pid = start("i=0; while [ $i -lt 20000 ]; do i=$((i + 1)); done");
            let used = reap(Some(pid), true).unwrap().unwrap().cpu;
            let counted = counter.read().unwrap();
            // The counter starts with the program, the account with the fork. Only the counter
            // includes time taken by a hypervisor.
            let missed = used.saturating_sub(counted);
            assert!(missed < Duration::from_millis(5), "{counted:?}, {used:?}");
            assert!(counted < begun.elapsed(), "{counted:?}");
        }
    }

    #[test]
    fn a_counter_sees_children_that_are_not_waited_for() {
        // If the kernel does not let this user count, nothing can be tested.
        let Ok(counter) = CpuCounter::open(Pid::from_raw(0)) else {
            return;
        };
        assert_eq!(counter.read().unwrap(), Duration::ZERO);
        let burn = "i=0; while [ $i -lt 200000 ]; do i=$((i + 1)); done";
        // The inner shell becomes a child of init when it exits.
        let pid = start(&format!("x=$( ( ({burn}) & ) )"));
        let reaped = reap(Some(pid), true).unwrap().unwrap();
        let counted = counter.read().unwrap();
        let is_right = counted > reaped.cpu && counted > Duration::from_millis(20);
        assert!(is_right, "{counted:?}");
    }
}
