//! C interfaces for pipes that the standard library lacks: `poll`, `ioctl(FIONREAD)`, and closing
//! standard output.

#![allow(unsafe_code)]

use std::ffi::{c_int, c_short, c_ulong};
use std::fs::File;
use std::io;
use std::os::fd::{AsRawFd, FromRawFd};
use std::time::Duration;

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

/// Waits for at most `wait` until one of two pipes is ready, or its other end is closed. Returns
/// for each whether it is ready.
pub(crate) fn ready(
    to_read: &File,
    to_write: Option<&File>,
    wait: Option<Duration>,
) -> io::Result<[bool; 2]> {
    let milliseconds = |wait: Duration| wait.as_micros().div_ceil(1000).min(i32::MAX as u128);
    let wait = wait.map_or(-1, |wait| milliseconds(wait) as c_int);
    let entry = |descriptor, events| PollEntry { descriptor, events, found: 0 };
    // The call ignores a negative descriptor.
    let to_write = to_write.map_or(-1, File::as_raw_fd);
    let mut entries = [entry(to_read.as_raw_fd(), READABLE), entry(to_write, WRITABLE)];
    loop {
        // SAFETY: two entries with the layout of `struct pollfd` outlive the call.
        let found = unsafe { poll(entries.as_mut_ptr(), 2, wait) };
        let error = io::Error::last_os_error();
        if found >= 0 {
            return Ok(entries.map(|entry| entry.found != 0));
        }
        if error.kind() != io::ErrorKind::Interrupted {
            return Err(error);
        }
    }
}

/// Returns standard output as a file, which closes it when dropped. Must be called only once.
pub(crate) fn output() -> File {
    // SAFETY: a validator writes to standard output through this file alone.
    unsafe { File::from_raw_fd(1) }
}

/// Returns the number of unread bytes in a pipe; 0 if the system does not support this.
pub(crate) fn unread(pipe: &File) -> usize {
    let mut bytes: c_int = 0;
    // SAFETY: the request writes one `int`, which outlives the call; or it fails.
    unsafe { ioctl(pipe.as_raw_fd(), UNREAD_BYTES, &raw mut bytes) };
    bytes.max(0) as usize
}
