//! Runs: the cases to play, the workers that play them, and where records go.

mod case;
mod cases;
#[cfg(test)]
mod fuzz;
mod history;
mod job;
mod machine;
mod output;
mod record;
mod run;
mod salt;
mod saved;
mod shard;
mod stderr;
mod summary;
mod watch;
mod workers;

pub use case::{CaseKey, CaseSource};
pub(crate) use cases::{CaseJob, Cases};
pub use history::RunInfo;
pub(crate) use job::RunContext;
pub use machine::{Machine, pin};
pub(crate) use output::{JsonLines, OutputOptions, Outputs, ScoreFormat};
pub use record::{Fields, Record, RecordedLimits, fields};
pub(crate) use run::RunFacts;
pub(crate) use salt::{SaltOption, Salts};
pub(crate) use saved::{Folders, at, load, read, read_text};
pub(crate) use shard::Shard;
pub use summary::{Summaries, Summary};
pub(crate) use watch::{Streams, record_replay};
pub(crate) use workers::in_order;
