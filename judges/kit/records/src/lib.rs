//! Records of cases, their files, figures and statistics, and the failures of programs that use them.

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
mod record;
pub mod stats;
mod summary;

pub use case::{CaseKey, CaseSource, file_stem};
pub use conclusion::conclusion;
pub use create::{NewFile, check_free, survive_size_limits, write};
pub use failure::{WrongUsage, report};
pub use file::{at, read, read_text};
pub use info::{RunFolder, RunInfo, history};
pub use lines::{Existing, LineFile};
pub use losses::{LossSum, RecordedLosses, RecordedTurn};
pub use machine::Machine;
pub use print::{json, note, print, print_json, see};
pub use record::{Fields, Record, fields, readable};
pub use summary::{Summaries, Summary, SummaryFigures};
