//! Uses up the resources of the host: time, memory, threads.

use std::hint::black_box;
use std::io::{self, Write};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use nix::time::{ClockId, clock_gettime};

/// Distance between touched pages, bytes.
const PAGE: usize = 4096;

/// Burns CPU time.
pub fn busy(time: Duration) {
    let started = Instant::now();
    while started.elapsed() < time {
        black_box((0..10_000).fold(0u64, |sum, number| black_box(sum ^ number)));
    }
}

/// Burns CPU time until this process has used `time` in total.
pub fn burn(time: Duration) -> io::Result<()> {
    while Duration::from(clock_gettime(ClockId::CLOCK_PROCESS_CPUTIME_ID)?) < time {
        busy(Duration::from_millis(1));
    }
    Ok(())
}

/// Holds `mib` MiB of touched memory for a time.
pub fn hold(mib: usize, time: Duration) {
    let block = vec![1u8; mib << 20];
    thread::sleep(time);
    black_box(&block);
}

/// Takes `bytes` of memory and writes to every page.
pub fn touch(bytes: usize) {
    let mut block: Vec<u8> = Vec::with_capacity(bytes);
    while block.len() < bytes {
        // Page by page, so that memory grows gradually.
        block.resize(block.len() + PAGE, 1);
    }
    black_box(&block);
}

/// Takes `bytes` of memory and never touches it.
pub fn reserve(bytes: usize) {
    let block: Vec<u8> = Vec::with_capacity(bytes);
    std::mem::forget(black_box(block));
}

/// Starts `count` threads that idle for a long time, then calls `then`.
pub fn threads(count: usize, then: impl FnOnce()) {
    for _ in 0..count {
        let idle = || thread::sleep(crate::LONG);
        if thread::Builder::new()
            .stack_size(1 << 16)
            .spawn(idle)
            .is_err()
        {
            break;
        }
    }
    then();
}

/// Writes `bytes` to standard error.
pub fn complain(bytes: usize) -> io::Result<()> {
    let block = vec![b'!'; 1 << 20];
    for _ in 0..bytes / block.len() {
        io::stderr().write_all(&block)?;
    }
    Ok(())
}

/// Dies of a real-time signal, which lacks a name.
pub fn real_time_signal() -> io::Result<()> {
    let pid = std::process::id().to_string();
    Command::new("kill").args(["-40", &pid]).status()?;
    thread::sleep(crate::LONG);
    Ok(())
}
