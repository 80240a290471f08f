//! Records of cases: what is remembered of one, which of them are of the same case, how files of
//! them are read and written, and what stops a program that does so.

mod case;
mod conclusion;
mod create;
mod failure;
mod file;
mod info;
mod lines;
mod losses;
mod machine;
mod rates;
mod record;
mod summary;

pub use case::{CaseKey, CaseSource};
pub use conclusion::conclusion;
pub use create::{check_free, create, write};
pub use failure::{Failure, WrongUsage};
pub use file::{at, read, read_text};
pub use info::RunInfo;
pub use lines::{Existing, LineFile};
pub use losses::{LossSum, RecordedLosses, RecordedTurn};
pub use machine::{Machine, host};
pub use rates::WorkRates;
pub use record::{Fields, Record, RecordedLimits, fields, readable};
pub use summary::{Summaries, Summary};
