//! Definition of a game for its judge: cases, a protocol over a [`Dialogue`], verdicts, scores,
//! bounds and totals. This crate uses no file, process, clock, environment or terminal, so a game
//! can be refereed anywhere: in the judge's programs, in another judge system, or in a browser.
//!
//! `make game` writes complete small games.

#[cfg(feature = "rand")]
mod case_play;
mod details;
mod dialogue;
#[cfg(feature = "rand")]
mod draw;
#[cfg(feature = "rand")]
mod ending;
mod entry;
mod fault;
mod game;
mod inbox;
mod line;
mod losses;
mod measure;
mod opponent;
mod option;
mod outbox;
mod play_rng;
mod range;
mod referee;
mod resources;
mod ruling;
#[cfg(all(feature = "rand", feature = "serde"))]
mod saved_game;
mod score;
mod seed;

#[cfg(feature = "rand")]
pub use case_play::{ANALYSES, CasePlay, JudgedPlay, LossCurve, Messages, show_scenes};
pub use details::{Detail, Details};
pub use dialogue::{
    Awaited, Dialogue, LiveDialogue, MessageAt, ScriptedDialogue, TranscriptDialogue, Transport,
};
#[cfg(feature = "rand")]
pub use draw::{KEY_BYTES, Salt, Stream, rng};
#[cfg(feature = "rand")]
pub use ending::ending;
pub use entry::{EntryForm, Move, Verbs};
pub use fault::{Cause, Fault, Played};
pub use game::{Game, LinkedForm, Referee};
pub use inbox::Inbox;
pub use line::{Line, marked_encoding};
pub use losses::{FAILED, LUCK, Loss, LossBasis, Losses};
pub use measure::{Measure, Objective};
pub use opponent::Opponent;
pub use option::{GameOption, OptionEffect, OptionForm, OptionValues, misdeclared};
pub use outbox::Outbox;
pub use play_rng::PlayRng;
pub use range::ParameterRange;
pub use referee::{case_parts, read_case, read_whole_case, referee, referee_transcript};
pub use resources::{Cost, CpuSource, Limits, MemorySource, wall_for};
pub use ruling::{Ruling, Verdict};
#[cfg(all(feature = "rand", feature = "serde"))]
pub use saved_game::SavedGame;
pub use score::{Bound, CaseScore, Reference, ScoreRanges, Totals};
pub use seed::Seeds;
