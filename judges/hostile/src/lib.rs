//! The hostile suite: every contestant of [`contestants`] against the judges,
//! and the verdict and reason that each must get.

mod contestants;
mod games;
mod trial;

pub use contestants::{Contestant, Expected, Kind, Limit, contestants};
pub use games::{GAMES, Game, game};
pub use trial::{Arena, DESCRIPTORS, MEMORY_KIB, Outcome, Watch, left, records};
