//! Runs: the cases to play, the workers that play them, and where records go.

mod cases;
mod history;
mod job;
mod kept;
mod output;
mod replay;
mod salt;
mod saved;
mod shard;
mod stderr;
mod workers;

pub(crate) use cases::{CaseJob, Cases, game_options, is_same_file};
pub(crate) use history::HistoryOptions;
pub(crate) use job::RunContext;
pub(crate) use kept::unpack;
pub(crate) use output::{
    CaseFiles, OutputOptions, Outputs, RecordOptions, ScoreFormat, ScoreOptions, new_lines,
    shown_score, status,
};
pub(crate) use replay::{record_replay, title};
pub(crate) use salt::Salts;
pub(crate) use saved::{Folders, ScoredPlay, load, read_scored};
pub(crate) use shard::Shard;
pub(crate) use workers::in_order;
