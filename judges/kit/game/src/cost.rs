//! Costs of a case: the resources that the contestant used.

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
