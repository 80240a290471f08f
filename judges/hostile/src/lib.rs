//! The hostile suite: every contestant of [`contestants`] against the judges,
//! and the verdict and reason that each must get.

mod contestants;
pub mod games;
mod trial;
pub mod trials;

pub use ::games::{Kind, Manifest};
pub use contestants::{Contestant, Expected, Level, Limit, contestants};
pub use trial::{Arena, DESCRIPTORS, MEMORY_KIB, Outcome, User, Watch, left, records};
