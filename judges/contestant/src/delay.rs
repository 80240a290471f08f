//! Time that threads were on a processor, time that they were ready and had none, and who is
//! held up right now.

use std::time::Duration;

use nix::unistd::Pid;
use procfs::FromRead;
use procfs::process::Schedstat;
use rustix::param::clock_ticks_per_second;

use crate::tree::{children, descendants, is_supervisor, threads};

/// Returns the most time that a thread of a contestant below `ancestor` has waited for a
/// processor; zero where the kernel keeps no account of it. Processes that have ended are
/// not looked at.
pub(crate) fn longest_delay(ancestor: Pid) -> Duration {
    let accounts = contestants(ancestor).flat_map(accounts);
    let longest = accounts.map(|account| account.run_delay).max();
    Duration::from_nanos(longest.unwrap_or(0))
}

/// Returns the time on a processor of all threads of the contestants below `ancestor`; zero
/// where the kernel keeps no account of it.
pub(crate) fn time_on_processors(ancestor: Pid) -> Duration {
    let accounts = contestants(ancestor).flat_map(accounts);
    Duration::from_nanos(accounts.map(|account| account.sum_exec_runtime).sum())
}

/// Returns true if the host holds up a contestant of `supervisor` that may work for `allowed`: a
/// thread of it that has had a processor for less is ready to run, or the kernel keeps one waiting
/// for a lock or a disk. Where no contestant has started or all of it has ended, returns
/// that of the supervisor.
///
/// A wait for a processor is in no account before it is over, a wait in the kernel never.
pub(crate) fn is_held_up(supervisor: Pid, allowed: Duration) -> bool {
    // Children before their parents: what ends meanwhile has set its parent to work.
    let below = descendants(supervisor).into_iter().rev();
    let (supervisors, contestants): (Vec<_>, Vec<_>) = below.partition(|&pid| is_supervisor(pid));
    let threads = contestants
        .into_iter()
        .flat_map(|pid| held_up(pid, allowed));
    let threads: Vec<bool> = threads.collect();
    if !threads.is_empty() {
        return threads.contains(&true);
    }
    let mut supervisors = supervisors.into_iter().chain([supervisor]);
    supervisors.any(|pid| held_up(pid, Duration::MAX).any(|is_held_up| is_held_up))
}

/// For each thread of a process that has not ended, true if the host holds it up; false if it
/// has had a processor for `allowed`, waits for others, or was stopped.
fn held_up(pid: Pid, allowed: Duration) -> impl Iterator<Item = bool> {
    let stats = threads(pid).filter_map(|thread| thread.stat().ok());
    stats.filter_map(move |stat| match stat.state {
        'Z' | 'X' => None,
        'R' => {
            let had = (stat.utime + stat.stime) * 1000 / clock_ticks_per_second();
            Some(Duration::from_millis(had) < allowed)
        }
        // With a child, it may wait for the end of a `vfork`.
        'D' => Some(children(pid).is_empty()),
        _ => Some(false),
    })
}

/// Returns the time that this thread has waited for a processor.
pub(crate) fn own_delay() -> Duration {
    let account = Schedstat::from_file("/proc/thread-self/schedstat");
    Duration::from_nanos(account.map_or(0, |account| account.run_delay))
}

/// The processes below `ancestor` that are no part of a supervisor, which lives for many cases.
fn contestants(ancestor: Pid) -> impl Iterator<Item = Pid> {
    let below = descendants(ancestor).into_iter();
    below.filter(|&pid| !is_supervisor(pid))
}

/// The kernel's accounts of all threads of a process.
fn accounts(pid: Pid) -> impl Iterator<Item = Schedstat> {
    threads(pid).filter_map(|thread| thread.schedstat().ok())
}

#[cfg(test)]
mod tests {
    use std::process::{Command, Stdio};
    use std::thread;
    use std::time::Instant;

    use super::*;
    use crate::pin::pin;
    use crate::tree::kill_descendants;

    /// True if the contestants are held up whose supervisor is a shell that runs `command`: as
    /// soon as ten looks in a row agree.
    fn held_up_below(command: &str, allowed: Duration) -> bool {
        let mut shell = Command::new("sh").args(["-c", command]).spawn().unwrap();
        let pid = Pid::from_raw(shell.id() as i32);
        let patience = Instant::now() + Duration::from_secs(20);
        let mut looks = vec![];
        while !looks.ends_with(&[true; 10]) && !looks.ends_with(&[false; 10]) {
            assert!(Instant::now() < patience, "{looks:?}");
            thread::sleep(Duration::from_millis(20));
            looks.push(is_held_up(pid, allowed));
        }
        kill_descendants(pid);
        shell.kill().unwrap();
        shell.wait().unwrap();
        looks.ends_with(&[true])
    }

    #[test]
    fn who_wants_a_processor_is_held_up_until_it_had_one_for_long_enough() {
        let busy = "while :; do :; done";
        let beside = format!("{busy} & wait");
        assert!(held_up_below(&beside, Duration::MAX));
        assert!(!held_up_below(&beside, Duration::ZERO));
        assert!(!held_up_below("sleep 100 & wait", Duration::MAX));
        assert!(!held_up_below(
            &format!("sleep 100 & {busy}"),
            Duration::MAX
        ));
    }

    #[test]
    fn where_no_contestant_runs_the_supervisor_can_be_held_up() {
        assert!(held_up_below("while :; do :; done", Duration::ZERO));
        assert!(held_up_below(": & while :; do :; done", Duration::ZERO));
        assert!(!held_up_below("exec sleep 100", Duration::ZERO));
        assert!(!held_up_below(": & exec sleep 100", Duration::ZERO));
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
                let delay = longest_delay(Pid::this());
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
