//! Limits of a contestant in one case.

use std::time::Duration;

/// Limits of one case, for the contestant and all its children together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// CPU time. Past it: `TLE`.
    pub cpu: Duration,
    /// Wall time in which it is the contestant's turn. Past it: `TLE`.
    pub wall: Duration,
    /// Peak of resident memory, KiB. Past it: `MLE`.
    pub memory_kib: u64,
    /// Bytes on standard output. Past it: `OLE`.
    pub output_bytes: u64,
}

impl Limits {
    /// Limits for `cpu` and `memory_mib` with [`wall_for`] and 8 MiB of output: several times the
    /// longest answer of any game, and little enough for four cases at a time in 64 MiB.
    pub const fn new(cpu: Duration, memory_mib: u64) -> Limits {
        Limits {
            cpu,
            wall: wall_for(cpu),
            memory_kib: memory_mib * 1024,
            output_bytes: 8 << 20,
        }
    }
}

/// The wall limit of a CPU limit: 3 × CPU + 1 s.
pub const fn wall_for(cpu: Duration) -> Duration {
    Duration::from_millis(3 * cpu.as_millis() as u64 + 1000)
}
