//! Runs: the cases to play, the workers that play them, and where records go.

mod base;
mod cases;
mod history;
mod job;
mod output;
mod program;
mod ruling;
mod salt;
mod saved;
mod shard;
mod sources;
mod stderr;
mod words;
mod workers;

pub(crate) use base::Baseline;
pub(crate) use cases::{CaseFile, CaseJob, Cases, ScoredPlay, game_options, options_of};
pub(crate) use history::{HistoryOptions, RunInProgress, run_named};
pub(crate) use job::RunContext;
pub(crate) use output::{
    EarlierRecords, Finished, FormOption, OutputOptions, Outputs, Pages, PrintOptions, RecordFile,
    RecordOptions, ScoreFormat, ScoreOptions, case_files, progress_bar, record_replay, shown_score,
    status, title,
};
pub(crate) use program::{ChangeCheck, LINKED, Program, past_program};
pub(crate) use salt::Salts;
pub(crate) use saved::{Folders, SAVED, claim_streams, load, read_scored, stream};
pub(crate) use shard::Shard;
pub(crate) use sources::{SourceRule, Sources};
pub(crate) use workers::in_order;
