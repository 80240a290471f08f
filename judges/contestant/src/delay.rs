//! Time that threads were ready to run, but had no processor.

use std::fs;
use std::time::Duration;

use nix::unistd::Pid;

use crate::tree::descendants;

/// Returns the most time that a thread of the processes that descend from `ancestor`
/// has waited for a processor; zero where the kernel keeps no account of it. Processes
/// that have ended are not looked at.
pub(crate) fn longest_delay(ancestor: Pid) -> Duration {
    let threads = descendants(ancestor).into_iter().flat_map(|pid| {
        let threads = fs::read_dir(format!("/proc/{pid}/task"));
        threads.into_iter().flatten().flatten()
    });
    let delays = threads.map(|thread| delay(&thread.path().to_string_lossy()));
    delays.max().unwrap_or_default()
}

/// Returns the time that this thread has waited for a processor.
pub(crate) fn own_delay() -> Duration {
    delay("/proc/thread-self")
}

/// Reads the account of a thread: time on a processor, time of waiting for one, both
/// in ns, and number of turns.
fn delay(thread: &str) -> Duration {
    let account = fs::read_to_string(format!("{thread}/schedstat")).unwrap_or_default();
    let waited = account.split_ascii_whitespace().nth(1);
    let waited = waited.and_then(|ns| ns.parse().ok());
    Duration::from_nanos(waited.unwrap_or(0))
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
