//! Resources of a contestant in one case: their limits, and what it used.

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

/// Resources that a contestant and all its processes used for one case.
#[derive(Clone, Copy, Debug, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Cost {
    /// CPU time, ms.
    pub cpu_ms: f64,
    /// Wall time of the contestant's turns, ms.
    pub wall_ms: f64,
    /// Peak of resident memory, KiB.
    pub memory_kib: u64,
    /// Source of the CPU time; absent if no contestant ran.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub cpu_source: Option<CpuSource>,
    /// Source of the memory; absent if no contestant ran.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub memory_source: Option<MemorySource>,
}

/// Source of a CPU time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum CpuSource {
    /// The account of the control group. Exact.
    Group,
    /// The larger of the accounts and the kernel's counter, which every process inherits. Exact
    /// except for programs without read permission that are too short for a sample.
    Counter,
    /// The larger of the account of waited-for children and samples of all processes. Misses
    /// shorter processes than 10 ms without a waiting parent. Used if the counter is missing or has
    /// lost a process.
    Accounts,
}

/// Source of a peak of memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum MemorySource {
    /// Samples, every 10 ms, of all processes and their control group; unmapped memory is included.
    Group,
    /// Samples, every 10 ms; pages that several processes share count once.
    Proportional,
    /// Samples, every 10 ms; shared pages of a process that may not be inspected count in full.
    Resident,
}
