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
mod print;
mod rates;
mod record;
mod salt;
pub mod stats;
mod summary;

pub use case::{CaseKey, CaseSource};
pub use conclusion::conclusion;
pub use create::{NewFile, check_free, survive_size_limits, write};
pub use failure::{Failure, WrongUsage};
pub use file::{at, read, read_text};
pub use info::{RunInfo, history};
pub use lines::{Existing, LineFile};
pub use losses::{LossSum, RecordedLosses, RecordedTurn};
pub use machine::{Machine, host};
pub use print::{json, note, print, see};
pub use rates::WorkRates;
pub use record::{Fields, Record, RecordedLimits, fields, readable};
pub use salt::RecordedSalt;
pub use summary::{Summaries, Summary};
