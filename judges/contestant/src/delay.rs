//! Time that threads were on a processor, and time that they were ready and had none.

use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

use crate::tree::{descendants, threads};

/// Returns the most time that a thread of the processes that descend from `ancestor`
/// has waited for a processor; zero where the kernel keeps no account of it. Processes
/// that have ended are not looked at.
pub(crate) fn longest_delay(ancestor: Pid) -> Duration {
    let accounts = descendants(ancestor).into_iter().flat_map(accounts);
    accounts
        .map(|account| account.waited)
        .max()
        .unwrap_or_default()
}

/// Returns the time on a processor of all threads of the processes that descend from
/// `ancestor`, those that are `left_out` not counted; zero where the kernel keeps no account of it.
pub(crate) fn time_on_processors(ancestor: Pid, left_out: fn(Pid) -> bool) -> Duration {
    let processes = descendants(ancestor).into_iter();
    let contestants = processes.filter(|&pid| !left_out(pid));
    contestants
        .flat_map(accounts)
        .map(|account| account.ran)
        .sum()
}

/// Returns the time that this thread has waited for a processor.
pub(crate) fn own_delay() -> Duration {
    Account::read("/proc/thread-self").waited
}

/// The kernel's account of a thread.
struct Account {
    /// Time on a processor.
    ran: Duration,
    /// Time of waiting for one.
    waited: Duration,
}

impl Account {
    /// Reads the account in a thread's folder: both times, in ns, and the number of turns.
    fn read(thread: &str) -> Account {
        let account = fs::read_to_string(format!("{thread}/schedstat")).unwrap_or_default();
        let mut times = account.split_ascii_whitespace().map(str::parse);
        let mut next = || Duration::from_nanos(times.next().and_then(Result::ok).unwrap_or(0));
        Account {
            ran: next(),
            waited: next(),
        }
    }
}

/// Reads the accounts of all threads of a process.
fn accounts(pid: Pid) -> impl Iterator<Item = Account> {
    let threads = threads(pid).into_iter();
    threads.map(|thread| Account::read(&format!("/proc/{thread}")))
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
