//! Processes that multiply, and processes that outlive their parents.

use std::env;
use std::io;
use std::process::{Command, Stdio};
use std::thread;
use std::time::Duration;

use nix::unistd::setsid;

/// Time after which a fork bomb ends by itself.
const CAP: Duration = Duration::from_secs(20);

/// Number of generations: 511 processes in all, about twice the number that a judge allows.
const DEPTH: u32 = 9;

/// Leaves two processes that hold the streams: a child in this session, and an orphan in a session
/// of its own.
pub fn leave_behind() -> io::Result<()> {
    let sleeper = |kind: &str| Command::new(env::current_exe()?).args([kind]).spawn();
    sleeper("sleeps")?;
    sleeper("forks-a-sleeper")?.wait()?;
    Ok(())
}

/// Leaves a sleeping child and returns.
pub fn fork_a_sleeper() -> io::Result<()> {
    Command::new(env::current_exe()?).arg("sleeper").spawn()?;
    Ok(())
}

/// Leaves the session.
pub fn escape() {
    let _ = setsid();
}

/// Starts two copies of itself as fast as it can; they do the same and do not hold the streams.
/// Without a limit, the number of processes ends at 2^DEPTH - 1.
pub fn multiply(depth: u32) -> io::Result<()> {
    let copies = if depth < DEPTH - 1 { 2 } else { 0 };
    for _ in 0..copies {
        Command::new(env::current_exe()?)
            .arg(format!("forks-without-end={}", depth + 1))
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .spawn()?;
    }
    thread::sleep(CAP);
    Ok(())
}
