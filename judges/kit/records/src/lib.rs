//! Records of cases: files, figures, statistics, and errors of the programs that use them.

mod case;
mod claims;
mod conclusion;
mod create;
mod failure;
mod file;
mod info;
mod lines;
mod losses;
mod machine;
mod outcome;
mod print;
mod reading;
mod record;
pub mod stats;
mod summary;
pub mod usage;
mod version;

pub use case::{CaseKey, CaseSource, file_stem};
pub use claims::Claims;
pub use conclusion::conclusion;
pub use create::{NewFile, check_free, survive_size_limits, write};
pub use failure::{UserError, report, warn};
pub use file::{at, read, read_text};
pub use info::{
    CONFIG, KeptRun, RECORDS, RunFolder, RunInfo, SOURCES, config_file, history, kept_runs,
    named_last, nearest_history,
};
pub use lines::{Existing, LineFile};
pub use losses::{LossSum, RecordedLosses, RecordedTurn};
pub use machine::Machine;
pub use outcome::{Outcome, common_measure, compared_values, difference, order, outcomes};
pub use print::{eprint_line, json, print, print_json, see};
pub use reading::{each_record, read_records};
pub use record::Record;
pub use summary::{Summaries, Summary, SummaryFigures};
pub use version::Version;
