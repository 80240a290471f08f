//! Contestants: their process, the limits it is held to, and the pipes to it.

mod limits;
mod process;
mod processes;
mod spin;
mod supervisor;
mod wire;

pub use limits::Limits;
pub(crate) use limits::{TASKS, wall_for};
pub(crate) use process::Contestant;
pub use process::Pipes;
pub(crate) use supervisor::{ARGUMENT, End, Report, main as supervise};
pub(crate) use wire::Transcript;
pub use wire::Wire;
