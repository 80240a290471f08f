//! The hostile suite: every contestant of [`contestants`] against the judges,
//! and the verdict and reason that each must get.

mod busy;
mod contestants;
pub mod games;
mod trial;
pub mod trials;

pub use busy::BusyLoops;
pub use contestants::{Expected, HostileContestant, Limit, SandboxLevel, contestants};
pub use tasks::games::{DialogueKind, GameManifest};
pub use trial::{Arena, DESCRIPTORS, MEMORY_KIB, TrialResult, User, Watch, left, records};
