//! Runs: the cases to play, the workers that play them, and where records go.

mod cases;
mod history;
mod job;
mod output;
mod program;
mod replay;
mod salt;
mod saved;
mod shard;
mod sources;
mod stderr;
mod workers;

pub(crate) use cases::{CaseJob, Cases, game_options};
pub(crate) use history::{HistoryOptions, RunInProgress};
pub(crate) use job::RunContext;
pub(crate) use output::{
    CaseFiles, OutputOptions, Outputs, RecordOptions, ScoreFormat, ScoreOptions, progress_bar,
    shown_score, status,
};
pub(crate) use program::{LINKED, Program};
pub(crate) use replay::{record_replay, title};
pub(crate) use salt::Salts;
pub(crate) use saved::{Folders, ScoredPlay, claim_streams, load, read_scored, stream};
pub(crate) use shard::Shard;
pub(crate) use sources::{SourceRule, Sources};
pub(crate) use workers::in_order;
