//! Runs: the cases to play, the workers that play them, and where records go.

mod bests;
mod csv;
#[cfg(test)]
mod fuzz;
mod job;
mod progress;
mod record;
mod report;
mod saved;
mod seed;
mod workers;

pub use csv::csv;
pub(crate) use job::{Contest, Job, jobs};
pub use record::{Parameters, Record};
pub(crate) use report::Report;
pub(crate) use saved::{Folders, at, load, read_text};
pub(crate) use seed::Seeds;
pub use seed::{Stream, rng};
pub(crate) use workers::in_order;
