//! The part that all judges share. A judge is a [`Game`]: cases, one function that
//! plays them over a [`Dialogue`], and scores; [`main`] gives it the command
//! line, runs contestants under their limits, and reports.

mod bound;
mod cli;
mod compiler;
mod contestant;
mod cost;
mod create;
mod details;
mod dialogue;
mod entry;
mod failure;
mod game;
mod limits;
mod line;
mod range;
mod referee;
mod runs;
mod salt;
mod seed;
mod signals;
mod total;
mod verdict;

pub use bound::{Bound, milliseconds};
pub use cli::main;
pub use compiler::compile;
pub use contestant::{Pipes, Wire};
pub use cost::{Cost, CpuSource, MemorySource};
pub use create::{create, write};
pub use details::{Details, details};
pub use dialogue::Dialogue;
pub use entry::{EntryForm, LineEntries, following};
pub use failure::Failure;
pub use game::{Built, CaseScore, Game, OptionUses};
pub use limits::Limits;
pub use line::Line;
pub use range::ParameterRange;
pub use referee::{choices, read_case, replay};
pub use runs::{Machine, Record, RecordedLimits, RunInfo, Summaries, Summary, pin, referee};
pub use salt::Salt;
pub use seed::{Seeds, Stream, rng};
pub use total::{CaseResult, PointsTotal, RelativeTotal, Total};
pub use verdict::{Fault, Ruling, Verdict};
