//! Runs: the cases to play, the workers that play them, and where records go.

mod cases;
#[cfg(test)]
mod fuzz;
mod history;
mod job;
mod machine;
mod output;
mod range;
mod record;
mod referee;
mod run;
mod salt;
mod saved;
mod seed;
mod shard;
mod stderr;
mod watch;
mod workers;

pub(crate) use cases::{CaseJob, Cases};
pub use history::RunInfo;
pub(crate) use job::{NotStarted, RunContext};
pub use machine::{Machine, pin};
pub(crate) use output::{JsonLines, OutputOptions, Outputs, ScoreFormat};
pub use range::ParameterRange;
pub use record::{Cost, Details, Record, RecordedLimits, details};
pub use referee::{choices, read_case, referee, replay};
pub(crate) use run::RunFacts;
pub use salt::Salt;
pub(crate) use salt::{SaltOption, Salts};
pub(crate) use saved::{Folders, at, load, read, read_text};
pub use seed::{Seeds, Stream, rng};
pub(crate) use shard::Shard;
pub(crate) use watch::{Streams, record_replay, watch};
pub(crate) use workers::in_order;
