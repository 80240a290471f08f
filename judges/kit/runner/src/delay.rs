//! CPU time and waiting time of threads, and the cause of their present wait.

use std::io;
use std::time::Duration;

use nix::unistd::{Pid, gettid};
use procfs::process::{Schedstat, Stat};
use rustix::process::getpriority_process;

use crate::sampler::duration;
use crate::tree::{descendants, read, threads};

/// Cause of a contestant's wait that may be the host's fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum HostDelay {
    /// The kernel: a disk or a lock. A contestant can also cause such a wait itself, for example by
    /// `vfork` or in a frozen control group.
    Kernel,
    /// A processor.
    Processor,
}

/// Returns the longest time that a living thread below `supervisor` has waited for a processor;
/// zero if the kernel keeps no accounts. Leaves out threads that put themselves behind others.
pub(crate) fn longest_delay(supervisor: Pid) -> io::Result<Duration> {
    let mut longest = 0;
    let own = own_priority()?;
    for pid in descendants(supervisor)? {
        for thread in threads(pid)? {
            let stat: Option<Stat> = read(thread, "stat")?;
            let account: Option<Schedstat> = read(thread, "schedstat")?;
            if let (Some(stat), Some(account)) = (stat, account)
                && !yields(&stat, own)
            {
                longest = longest.max(account.run_delay);
            }
        }
    }
    Ok(Duration::from_nanos(longest))
}

/// Returns true if a thread has a lower priority than this one, whose `nice` value is `own`: it
/// waits by its own choice.
fn yields(stat: &Stat, own: i32) -> bool {
    stat.nice > i64::from(own) || stat.policy == Some(libc::SCHED_IDLE as u32)
}

fn own_priority() -> io::Result<i32> {
    Ok(getpriority_process(None)?)
}

/// Returns the CPU time of all living threads below `supervisor`; zero without kernel accounts.
pub(crate) fn time_on_processors(supervisor: Pid) -> io::Result<Duration> {
    let mut total = 0;
    for pid in descendants(supervisor)? {
        for thread in threads(pid)? {
            let account: Option<Schedstat> = read(thread, "schedstat")?;
            total += account.map_or(0, |account| account.sum_exec_runtime);
        }
    }
    Ok(Duration::from_nanos(total))
}

/// Returns the delay of a contestant of `supervisor`. It is `Processor` if a thread with less CPU
/// time than `allowed` is runnable, else `Kernel` if a thread is blocked in the kernel. Without a
/// contestant, returns the delay of the supervisor, which may also be stopped.
///
/// The kernel's accounts include waits for a processor only at their end, and none in the kernel.
pub(crate) fn host_delay(supervisor: Pid, allowed: Duration) -> io::Result<Option<HostDelay>> {
    let mut below = Vec::new();
    // Children come first: a child that exits in between wakes its parent.
    for pid in descendants(supervisor)?.into_iter().rev() {
        below.extend(delays(pid, allowed)?);
    }
    if below.is_empty() {
        below = delays(supervisor, Duration::MAX)?;
        let stat: Option<Stat> = read(supervisor, "stat")?;
        let is_stopped = stat.is_some_and(|stat| stat.state == 'T');
        below.push(is_stopped.then_some(HostDelay::Processor));
    }
    Ok(below.into_iter().max().flatten())
}

/// Returns the delay of each living thread of a process; `None` for a thread that has used
/// `allowed`, sleeps, was stopped, or has a lower priority than this one.
fn delays(pid: Pid, allowed: Duration) -> io::Result<Vec<Option<HostDelay>>> {
    let own = own_priority()?;
    let delay = |stat: Stat| match stat.state {
        'Z' | 'X' => None,
        'R' if yields(&stat, own) => Some(None),
        'R' => {
            let had = duration(stat.utime + stat.stime);
            Some((had < allowed).then_some(HostDelay::Processor))
        }
        'D' => Some(Some(HostDelay::Kernel)),
        _ => Some(None),
    };
    let stats = threads(pid)?.into_iter().filter_map(|thread| read(thread, "stat").transpose());
    stats.filter_map(|stat| stat.map(delay).transpose()).collect()
}

/// Returns how long this thread has waited for a processor.
pub(crate) fn own_delay() -> io::Result<Duration> {
    let account: Option<Schedstat> = read(gettid(), "schedstat")?;
    let nanos = account.map_or(0, |account| account.run_delay);
    Ok(Duration::from_nanos(nanos))
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Instant;

    use nix::sys::stat::Mode;
    use nix::unistd::mkfifo;

    use super::*;
    use crate::pin::pin;
    use crate::tree::kill_descendants;

    /// Waits until ten checks in a row find this delay for the contestants of a supervisor, a shell
    /// that runs `command`.
    fn finds(command: &str, allowed: Duration, delay: Option<HostDelay>) {
        let mut shell = Command::new("sh").args(["-c", command]).spawn().unwrap();
        let pid = Pid::from_raw(shell.id() as i32);
        let patience = Instant::now() + Duration::from_secs(20);
        let mut looks = vec![];
        while !looks.ends_with(&[delay; 10]) {
            assert!(Instant::now() < patience, "{command}: {looks:?}");
            thread::sleep(Duration::from_millis(20));
            looks.push(host_delay(pid, allowed).unwrap());
        }
        kill_descendants(pid).unwrap();
        shell.kill().unwrap();
        shell.wait().unwrap();
    }

    #[test]
    fn who_wants_a_processor_is_delayed_until_it_had_one_for_long_enough() {
        let busy = "while :; do :; done";
        let child = format!("{busy} & wait");
        finds(&child, Duration::MAX, Some(HostDelay::Processor));
        finds(&child, Duration::ZERO, None);
        finds("sleep 100 & wait", Duration::MAX, None);
        finds(&format!("sleep 100 & {busy}"), Duration::MAX, None);
        // Who lets others go first waits by choice.
        let yielding = "nice -n 5 sh -c 'while :; do :; done' & wait";
        finds(yielding, Duration::MAX, None);
    }

    #[test]
    fn where_no_contestant_runs_the_supervisor_can_be_delayed() {
        let processor = Some(HostDelay::Processor);
        finds("while :; do :; done", Duration::ZERO, processor);
        finds(": & while :; do :; done", Duration::ZERO, processor);
        finds("exec sleep 100", Duration::ZERO, None);
        finds(": & exec sleep 100", Duration::ZERO, None);
    }

    /// Tests a process that waits for the `exec` of its child, which waits for a pipe to be opened.
    #[test]
    fn who_waits_in_the_kernel_is_delayed_with_children_too() {
        let folder = tempfile::tempdir().unwrap();
        let pipe = folder.path().join("pipe");
        mkfifo(&pipe, Mode::S_IRWXU).unwrap();
        let spawn = format!(
            "import os; pipe = (os.POSIX_SPAWN_OPEN, 0, '{}', os.O_RDONLY, 0); \
             os.posix_spawn('/bin/true', ['true'], {{}}, file_actions=[pipe])",
            pipe.display()
        );
        let command = format!("python3 -c \"{spawn}\" & wait");
        finds(&command, Duration::MAX, Some(HostDelay::Kernel));
    }

    #[test]
    fn who_shares_a_processor_waits_and_who_sleeps_does_not() {
        let delay_of = |command: &str, busy: bool| {
            let command = command.to_string();
            let tied = thread::spawn(move || {
                pin(0).unwrap();
                let mut child = Command::new("sh")
                    .args(["-c", &command])
                    .stdout(Stdio::null())
                    .spawn()
                    .unwrap();
                let end = Instant::now() + Duration::from_millis(500);
                while Instant::now() < end {
                    if !busy {
                        thread::sleep(Duration::from_millis(50));
                    }
                }
                let delay = longest_delay(Pid::this()).unwrap();
                child.kill().unwrap();
                child.wait().unwrap();
                delay
            });
            tied.join().unwrap()
        };
        let shared = delay_of("while :; do :; done", true);
        let asleep = delay_of("exec sleep 100", false);
        assert!(shared > Duration::from_millis(50), "{shared:?}");
        assert!(asleep < shared, "{asleep:?}, {shared:?}");
    }
}
