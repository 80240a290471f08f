//! Limits of a contestant in one case.

/// Limits of one case, for the contestant and all its children together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Limits {
    /// CPU time, ms; more is `TLE`.
    pub cpu_ms: u64,
    /// Wall time of the contestant's turns, ms; more is `TLE`.
    pub wall_ms: u64,
    /// Peak of resident memory, KiB; more is `MLE`.
    pub memory_kib: u64,
    /// Bytes on standard output; more is `OLE`.
    pub output_bytes: u64,
}

impl Limits {
    /// Returns limits for `cpu_ms` and `memory_mib`, with [`wall_for`] and 8 MiB of output. This is
    /// several times the longest answer of any game, but four concurrent cases fit into 64 MiB.
    pub const fn new(cpu_ms: u64, memory_mib: u64) -> Limits {
        Limits {
            cpu_ms,
            wall_ms: wall_for(cpu_ms),
            memory_kib: memory_mib * 1024,
            output_bytes: 8 << 20,
        }
    }

    /// Returns the maximum size of a case file or saved stream, bytes. Cases and a contestant's
    /// input are much smaller in every game.
    pub const fn max_stream_bytes(&self) -> u64 {
        16 * self.output_bytes
    }
}

/// Returns the wall limit for a CPU limit, both in ms: 3 × CPU + 1 s.
pub const fn wall_for(cpu_ms: u64) -> u64 {
    3 * cpu_ms + 1000
}
