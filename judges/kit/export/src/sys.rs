//! C interfaces for pipes that the standard library lacks: `poll`, `ioctl(FIONREAD)`, and closing
//! standard output.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_short, c_ulong};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::time::Duration;

/// Descriptor of standard input.
const INPUT: c_int = 0;
/// Descriptor of standard output.
const OUTPUT: c_int = 1;

/// `POLLIN` and `POLLOUT`.
const READABLE: c_short = 1;
const WRITABLE: c_short = 4;

/// `FIONREAD` of Linux.
const UNREAD_BYTES: c_ulong = 0x541B;

/// `struct pollfd`.
#[repr(C)]
struct PollEntry {
    descriptor: c_int,
    events: c_short,
    found: c_short,
}

unsafe extern "C" {
    fn poll(entries: *mut PollEntry, count: c_ulong, milliseconds: c_int) -> c_int;
    fn ioctl(descriptor: c_int, request: c_ulong, ...) -> c_int;
}

/// Pipes that can be read or written, or whose other end is closed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ready {
    /// Standard input.
    pub input: bool,
    /// Standard output.
    pub output: bool,
}

/// Waits until a pipe is ready, for `wait` at most; returns which are. Standard output counts only if
/// the program `writes`.
pub(crate) fn ready(writes: bool, wait: Option<Duration>) -> io::Result<Ready> {
    let milliseconds = |wait: Duration| wait.as_micros().div_ceil(1000).min(i32::MAX as u128);
    let wait = wait.map_or(-1, |wait| milliseconds(wait) as c_int);
    let entry = |descriptor, events| PollEntry {
        descriptor,
        events,
        found: 0,
    };
    let mut entries = [entry(INPUT, READABLE), entry(OUTPUT, WRITABLE)];
    let count = if writes { 2 } else { 1 };
    loop {
        // SAFETY: at least `count` entries with the layout of `struct pollfd` outlive the call.
        let found = unsafe { poll(entries.as_mut_ptr(), count, wait) };
        let error = io::Error::last_os_error();
        if found >= 0 {
            let [input, output] = entries.map(|entry| entry.found != 0);
            return Ok(Ready { input, output });
        }
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Standard output as a file that closes it in the end; to be taken once.
pub(crate) fn output() -> File {
    // SAFETY: a validator writes to standard output through this file alone.
    unsafe { File::from_raw_fd(OUTPUT) }
}

/// Returns the number of unread bytes in a pipe; 0 if the system does not support this.
pub(crate) fn unread(pipe: &File) -> usize {
    let mut bytes: c_int = 0;
    // SAFETY: the request writes one `int`, which outlives the call.
    let status = unsafe { ioctl(pipe.as_raw_fd(), UNREAD_BYTES, &raw mut bytes) };
    if status == 0 {
        bytes.max(0) as usize
    } else {
        0
    }
}
