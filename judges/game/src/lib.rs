//! The definition of a game for its judge: cases, a protocol over a [`Dialogue`], verdicts,
//! scores, bounds and totals. Nothing here touches a file, a process, a clock, the environment or a terminal,
//! so a game can be refereed anywhere: by the judge's own programs, by another judge system, in a
//! browser.

mod bound;
#[cfg(feature = "rand")]
mod choices;
mod cost;
mod details;
mod dialogue;
#[cfg(feature = "rand")]
mod draw;
mod entry;
mod game;
mod limits;
mod line;
mod option;
mod printable;
mod range;
mod referee;
#[cfg(feature = "rand")]
mod salt;
mod seed;
mod total;
mod verdict;
mod watch;
mod weights;

pub use bound::Bound;
#[cfg(feature = "rand")]
pub use choices::choices;
pub use cost::{Cost, CpuSource, MemorySource};
pub use details::{Detail, Details};
#[cfg(feature = "rand")]
pub use dialogue::{Batch, Person, Told};
pub use dialogue::{Dialogue, Saved, Watched};
#[cfg(feature = "rand")]
pub use draw::{Stream, rng};
pub use entry::{EntryForm, LineEntries, following};
pub use game::{CaseScore, Game, LinkedForm, Referee};
pub use limits::{Limits, wall_for};
pub use line::{Line, Lines, ended, number, shown};
pub use option::{GameOption, OptionForm, OptionUse, OptionValue, OptionValues, misdeclared};
pub use printable::printable;
pub use range::ParameterRange;
pub use referee::{read_case, read_whole_case, replay};
#[cfg(feature = "rand")]
pub use salt::{KEY, Salt};
pub use seed::Seeds;
pub use total::{CaseResult, MeanTotal, PointsTotal, RelativeTotal, SumTotal, Total};
pub use verdict::{Fault, Ruling, Verdict};
pub use watch::watch;
pub use weights::Weights;
