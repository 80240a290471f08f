//! The definition of a game for its judge: cases, a protocol over a [`Dialogue`], verdicts,
//! scores, bounds and totals. Nothing here touches a file, a process, a clock, the environment or a terminal,
//! so a game can be refereed anywhere: by the judge's own programs, by another judge system, in a
//! browser.
//!
//! A whole game: the contestant guesses a number, and every reply is as likely as the numbers that
//! agree with it are many.
//!
//! ```
//! use std::fmt;
//! use std::io::Read;
//!
//! use common::tokens::{Malformed, Tokens};
//! use game::{CaseScore, Dialogue, Fault, Referee, Verdict, Weights, read_whole_case, replay};
//! use scene::{Arrangement, Scene, SceneLayout};
//!
//! struct Guess;
//!
//! /// The number is 1 to this one.
//! struct Most(u32);
//!
//! impl fmt::Display for Most {
//!     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
//!         writeln!(f, "{}", self.0)
//!     }
//! }
//!
//! impl Referee for Guess {
//!     const NAME: &'static str = "guess";
//!     type Case = Most;
//!     /// Number of guesses.
//!     type Play = u32;
//!
//!     fn read_case<R: Read>(&self, tokens: &mut Tokens<R>) -> Result<Most, Malformed> {
//!         tokens.number("the greatest number").map(Most)
//!     }
//!
//!     fn layout(&self, case: &Most) -> SceneLayout {
//!         let shape = Arrangement::grid(1, case.0 as usize);
//!         SceneLayout { shape, ..SceneLayout::default() }
//!     }
//!
//!     fn play(&self, case: &Most, dialogue: &mut dyn Dialogue, guesses: &mut u32) -> Result<(), Fault> {
//!         let (mut low, mut high) = (1, i64::from(case.0));
//!         loop {
//!             let [guess] = dialogue.receive()?.numbers("a number")?;
//!             if !(low..=high).contains(&guess) {
//!                 return Err(Fault::wrong(format!("{guess} is not {low} to {high}")));
//!             }
//!             *guesses += 1;
//!             let weights = [guess - low, 1, high - guess].map(|count| count as u32);
//!             let reply = |index: usize| ["lower", "equal", "higher"][index].to_string();
//!             match dialogue.choose(Weights::Given(&weights), &reply)? {
//!                 0 => high = guess - 1,
//!                 1 => return Ok(()),
//!                 _ => low = guess + 1,
//!             }
//!             let caption = format!("{low} to {high}");
//!             dialogue.show(&mut || Scene { caption: caption.clone(), ..Scene::default() })?;
//!         }
//!     }
//!
//!     fn score(&self, case: &Most, guesses: &u32, verdict: Verdict) -> CaseScore {
//!         let saved = if verdict == Verdict::Ok { case.0 - guesses } else { 0 };
//!         CaseScore { score: saved.into(), ..CaseScore::default() }
//!     }
//! }
//!
//! let case = read_whole_case(&Guess, "100\n").unwrap();
//! let mut guesses = 0;
//! let played = replay(&Guess, &case, "higher\nlower\nequal\n", b"50\n75\n60\n", &mut guesses);
//! assert_eq!(played, Ok(()));
//! assert_eq!(Guess.score(&case, &guesses, Verdict::Ok).score, 97.0);
//!
//! let wrong = replay(&Guess, &case, "lower\n", b"50\n50\n", &mut 0);
//! assert_eq!(wrong, Err(Fault::wrong("50 is not 1 to 49")));
//! ```

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
mod watch;
mod weights;

pub use bound::{Bound, ScoreRanges};
#[cfg(feature = "rand")]
pub use case_play::{CasePlay, choices};
pub use cost::{Cost, CpuSource, MemorySource};
pub use details::{Detail, Details};
#[cfg(feature = "rand")]
pub use dialogue::{Batch, HandState, Person};
pub use dialogue::{Dialogue, Saved, Watched};
#[cfg(feature = "rand")]
pub use draw::{Stream, rng};
pub use draws::Draws;
#[cfg(feature = "rand")]
pub use ending::ending;
pub use entry::{Choice, EntryForm, LineEntries, following};
pub use game::{CaseScore, Game, LinkedForm, Referee, variant_flag};
#[cfg(feature = "rand")]
pub use hand_game::HandGame;
pub use inbox::Inbox;
pub use limits::{Limits, wall_for};
pub use line::{Line, Lines, ended, number, shown, too_early};
pub use live::{Awaited, Live, Transport};
#[cfg(feature = "rand")]
pub use loss_curve::LossCurve;
pub use losses::{DearTurn, LUCK, Loss, LossBasis, Losses};
pub use opponent::Opponent;
pub use option::{GameOption, OptionForm, OptionUse, OptionValue, OptionValues, misdeclared};
pub use outbox::Outbox;
pub use range::ParameterRange;
pub use reason::Reason;
pub use referee::{read_case, read_whole_case, replay, rule};
#[cfg(feature = "rand")]
pub use salt::{KEY, Salt};
#[cfg(all(feature = "rand", feature = "serde"))]
pub use saved_game::SavedGame;
pub use seed::Seeds;
pub use total::{CaseResult, MeanTotal, PointsTotal, RelativeTotal, Total};
pub use verdict::{Fault, Ruling, Verdict};
pub use watch::watch;
pub use weights::Weights;
