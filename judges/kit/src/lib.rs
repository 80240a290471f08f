//! The part that all judges share. A judge is a [`Game`]: cases, one function that
//! plays them over a [`Dialogue`], and scores; [`main`] gives it the command
//! line, runs contestants under their limits, and reports.

mod bound;
mod cli;
mod compiler;
mod contestant;
mod dialogue;
mod entry;
mod game;
mod line;
mod runs;
pub mod scene;
pub mod stats;
mod total;
mod verdict;
mod viewer;

pub use bound::{Bound, BoundKind, milliseconds};
pub use cli::main;
pub use compiler::compile;
pub use contestant::{CpuSource, Limits, MemorySource, Pipes, Wire};
pub use dialogue::Dialogue;
pub use entry::{EntryForm, LineEntries, following};
pub use game::{Built, CaseScore, Game, OptionUses};
pub use line::Line;
pub use runs::{
    Cost, Details, Machine, ParameterRange, Record, RecordedLimits, RunInfo, Salt, Seeds, Stream,
    choices, details, pin, read_case, referee, replay, rng,
};
pub use total::{PointsTotal, RelativeTotal, Total};
pub use verdict::{Fault, Ruling, Verdict};
pub use viewer::page;
