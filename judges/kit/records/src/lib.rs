//! Records of cases: files, figures, statistics, and errors of the programs that use them.

mod case;
mod claims;
mod completions;
mod conditions;
mod config;
mod create;
mod failure;
mod file;
mod history;
mod lines;
mod losses;
mod outcome;
mod print;
mod record;
mod run;
pub mod stats;
mod summary;
pub mod usage;

pub use case::{CaseName, EqualCases, file_stem, quoted};
pub use claims::Claims;
pub use completions::CompletionsArgs;
pub use conditions::{Conditions, Machine};
pub use config::{CONFIG, ConfigOption, check_owner, config_file, read_config};
pub use create::{
    NewFile, check_free, create_folder, delete_leftovers, survive_size_limits,
    survive_stack_limits, temporary, write,
};
pub use failure::{UserError, report, warn};
pub use file::{MAX_TEXT, at, digest, first_bytes, read, read_text, text_of};
pub use history::{RunHistory, base, place_of_last};
pub use lines::{Existing, LineFile, each_record};
pub use losses::{LossSum, RecordedLosses, RecordedTurn};
pub use outcome::{
    BestScore, Outcome, PairedValues, common_measure, compared_values, conclusion, difference,
    order, outcomes,
};
pub use print::{counted, eprint_line, has_colour, has_escapes, json, print, print_json, see};
pub use record::{Origin, Record, RecordedScore, Version};
pub use run::{KeptRun, RECORDS, Run, RunIdentity};
pub use summary::{CaseFigures, Summaries, Summary};
