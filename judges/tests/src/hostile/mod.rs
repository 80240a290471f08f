//! The hostile suite: runs every contestant of [`contestants`] against the judges, and checks
//! verdict and reason.

mod arena;
mod contestants;
pub mod games;
mod trial;
mod trials;

pub use arena::{Arena, Ended, PATIENT, User, wait_until};
pub use contestants::{HostileContestant, Limit, SandboxLevel, contestant, contestants};
pub use trial::{JudgeUsage, MEMORY_KIB, TrialResult, children, left, unmeasured};
pub use trials::{Trial, WAITING, check_trials, in_parallel, processors};
pub use xtask::games::{DialogueKind, GameManifest};
