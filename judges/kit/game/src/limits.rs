//! Limits of a contestant in one case.

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

/// Limits of one case, for the contestant and all its children together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Limits {
    /// CPU time, ms. Past it: `TLE`.
    pub cpu_ms: u64,
    /// Wall time in which it is the contestant's turn, ms. Past it: `TLE`.
    pub wall_ms: u64,
    /// Peak of resident memory, KiB. Past it: `MLE`.
    pub memory_kib: u64,
    /// Bytes on standard output. Past it: `OLE`.
    pub output_bytes: u64,
}

impl Limits {
    /// Limits for `cpu_ms` and `memory_mib` with [`wall_for`] and 8 MiB of output: several times the
    /// longest answer of any game, and little enough for four cases at a time in 64 MiB.
    pub const fn new(cpu_ms: u64, memory_mib: u64) -> Limits {
        Limits {
            cpu_ms,
            wall_ms: wall_for(cpu_ms),
            memory_kib: memory_mib * 1024,
            output_bytes: 8 << 20,
        }
    }

    /// Maximum size of a file that is read as a case or as a saved stream, bytes: no case, and
    /// nothing that a contestant is sent, comes near it.
    pub const fn max_stream_bytes(&self) -> u64 {
        16 * self.output_bytes
    }
}

/// The wall limit of a CPU limit, both in ms: 3 × CPU + 1 s.
pub const fn wall_for(cpu_ms: u64) -> u64 {
    3 * cpu_ms + 1000
}
