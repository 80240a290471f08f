//! Time that threads were on a processor, and time that they were ready and had none.

use std::time::Duration;

use nix::unistd::Pid;
use procfs::FromRead;
use procfs::process::Schedstat;

use crate::tree::{descendants, threads};

/// Returns the most time that a thread of the processes that descend from `ancestor`
/// has waited for a processor; zero where the kernel keeps no account of it. Processes
/// that have ended are not looked at.
pub(crate) fn longest_delay(ancestor: Pid) -> Duration {
    let accounts = descendants(ancestor).into_iter().flat_map(accounts);
    let longest = accounts.map(|account| account.run_delay).max();
    Duration::from_nanos(longest.unwrap_or(0))
}

/// Returns the time on a processor of all threads of the processes that descend from
/// `ancestor`, those that are `left_out` not counted; zero where the kernel keeps no account of it.
pub(crate) fn time_on_processors(ancestor: Pid, left_out: fn(Pid) -> bool) -> Duration {
    let processes = descendants(ancestor).into_iter();
    let contestants = processes.filter(|&pid| !left_out(pid));
    let accounts = contestants.flat_map(accounts);
    Duration::from_nanos(accounts.map(|account| account.sum_exec_runtime).sum())
}

/// Returns the time that this thread has waited for a processor.
pub(crate) fn own_delay() -> Duration {
    let account = Schedstat::from_file("/proc/thread-self/schedstat");
    Duration::from_nanos(account.map_or(0, |account| account.run_delay))
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
