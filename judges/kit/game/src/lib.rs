//! The definition of a game for its judge: cases, a protocol over a [`Dialogue`], verdicts,
//! scores, bounds and totals. Nothing here touches a file, a process, a clock, the environment or a terminal,
//! so a game can be refereed anywhere: by the judge's own programs, by another judge system, in a
//! browser.
//!
//! The test `guess.rs` has a whole game.

mod bound;
#[cfg(feature = "rand")]
mod case_play;
mod cost;
mod details;
mod dialogue;
#[cfg(feature = "rand")]
mod draw;
mod draws;
mod entry;
mod game;
mod inbox;
mod limits;
mod line;
mod live;
mod losses;
mod measure;
mod opponent;
mod option;
mod outbox;
mod range;
mod reason;
mod referee;
mod seed;
mod total;
mod verdict;
mod viewed;

pub use bound::{Bound, ScoreRanges};
#[cfg(all(feature = "rand", feature = "serde"))]
pub use case_play::SavedGame;
#[cfg(feature = "rand")]
pub use case_play::{CasePlay, HandGame, HandState, LossCurve, ending};
pub use cost::{Cost, CpuSource, MemorySource};
pub use details::{Detail, Details};
pub use dialogue::{Batch, Dialogue, MessageAt, Saved};
#[cfg(feature = "rand")]
pub use draw::{KEY, Salt, Stream, rng};
pub use draws::Draws;
pub use entry::{EntryForm, Move, following, lines};
pub use game::{Game, LinkedForm, Referee};
pub use inbox::Inbox;
pub use limits::{Limits, wall_for};
pub use line::{Line, Lines, ended, number, shown, too_early};
pub use live::{Awaited, Live, Transport};
pub use losses::{FAILED, LUCK, Loss, LossBasis, Losses};
pub use measure::Measure;
pub use opponent::Opponent;
pub use option::{GameOption, OptionForm, OptionUse, OptionValues, misdeclared};
pub use outbox::Outbox;
pub use range::ParameterRange;
pub use reason::Reason;
pub use referee::{read_case, read_whole_case, rescore, show_scenes};
pub use seed::Seeds;
pub use total::{CaseResult, CaseScore, MeanTotal, PointsTotal, RelativeTotal, Total};
pub use verdict::{Fault, Ruling, Verdict};
pub use viewed::Viewed;
