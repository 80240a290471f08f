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
#[cfg(feature = "rand")]
mod ending;
mod entry;
mod game;
#[cfg(feature = "rand")]
mod hand_game;
mod inbox;
mod limits;
mod line;
mod live;
#[cfg(feature = "rand")]
mod loss_curve;
mod losses;
mod opponent;
mod option;
mod outbox;
mod range;
mod reason;
mod referee;
#[cfg(feature = "rand")]
mod salt;
#[cfg(all(feature = "rand", feature = "serde"))]
mod saved_game;
mod seed;
mod total;
mod verdict;

pub use bound::{Bound, ScoreRanges};
#[cfg(feature = "rand")]
pub use case_play::CasePlay;
pub use cost::{Cost, CpuSource, MemorySource};
pub use details::{Detail, Details};
#[cfg(feature = "rand")]
pub use dialogue::HandState;
pub use dialogue::{Batch, Dialogue, MessageAt, Saved, Viewed};
#[cfg(feature = "rand")]
pub use draw::{Stream, rng};
pub use draws::Draws;
#[cfg(feature = "rand")]
pub use ending::ending;
pub use entry::{EntryForm, Move, following, lines};
pub use game::{Game, LinkedForm, Referee, variant_flag};
#[cfg(feature = "rand")]
pub use hand_game::HandGame;
pub use inbox::Inbox;
pub use limits::{Limits, wall_for};
pub use line::{Line, Lines, ended, number, shown, too_early};
pub use live::{Awaited, Live, Transport};
#[cfg(feature = "rand")]
pub use loss_curve::LossCurve;
pub use losses::{LUCK, Loss, LossBasis, Losses};
pub use opponent::Opponent;
pub use option::{GameOption, OptionForm, OptionUse, OptionValues, misdeclared};
pub use outbox::Outbox;
pub use range::ParameterRange;
pub use reason::Reason;
pub use referee::{read_case, read_whole_case, rescore, show_scenes};
#[cfg(feature = "rand")]
pub use salt::{KEY, Salt};
#[cfg(all(feature = "rand", feature = "serde"))]
pub use saved_game::SavedGame;
pub use seed::Seeds;
pub use total::{CaseResult, CaseScore, MeanTotal, PointsTotal, RelativeTotal, Total};
pub use verdict::{Fault, Ruling, Verdict};
