//! The part that all judges share: the command line, contestants under their limits, runs and
//! what is recorded of them. A judge is a [`game::Game`] and a call of [`main`].

mod cli;
mod compiler;
mod create;
mod failure;
mod linked;
mod runs;
mod signals;

pub use cli::main;
pub use create::{create, write};
pub use failure::Failure;
pub use runs::{
    CaseKey, CaseSource, Fields, Machine, Record, RecordedLimits, RunInfo, Summaries, Summary,
    fields, pin,
};
