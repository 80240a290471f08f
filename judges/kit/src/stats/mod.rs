//! Statistics over the records of runs.

mod summary;

pub use summary::{Summary, table};
pub(crate) use summary::{mean, standard_error};
