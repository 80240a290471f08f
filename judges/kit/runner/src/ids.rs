//! Random numbers of the system, as process ids and as names.

use std::fs::{self, File};
use std::io;
use std::os::unix::fs::FileExt;

use rustix::rand::{GetRandomFlags, getrandom};

/// Process ids below this one are not given again when the kernel starts over.
const RESERVED: u64 = 300;

/// Maximum number of consecutive ids that are left above the first one.
const ROOM: u64 = 1 << 12;

/// The next process id of a namespace. Contestants that run at the same time share `/tmp`, where
/// programs name files after their process id. Counting up would also tell a contestant how many
/// processes earlier cases have started.
pub(crate) struct NextId {
    last: File,
    /// First id that the kernel does not give.
    end: u64,
}

impl NextId {
    /// Opens the setting of this process's namespace, for which it needs a writable `/proc`.
    pub fn open() -> io::Result<NextId> {
        let last = File::options().write(true).open("/proc/sys/kernel/ns_last_pid")?;
        let end = fs::read_to_string("/proc/sys/kernel/pid_max")?;
        let end = end.trim().parse().map_err(io::Error::other)?;
        let next = NextId { last, end };
        next.randomise().map(|()| next)
    }

    /// Lets the ids of the next processes and threads begin at a random number.
    pub fn randomise(&self) -> io::Result<()> {
        let choices = self.end.saturating_sub(RESERVED + ROOM).max(1);
        let last = RESERVED + random()? % choices;
        self.last.write_at(last.to_string().as_bytes(), 0)?;
        Ok(())
    }
}

/// Returns a random number from the system's entropy.
pub(crate) fn random() -> io::Result<u64> {
    let mut bytes = [0; 8];
    getrandom(&mut bytes, GetRandomFlags::empty())?;
    Ok(u64::from_ne_bytes(bytes))
}
