//! Contestants: their process, the limits it is held to, and the pipes to it.

mod cgroup;
mod channel;
mod descriptors;
mod limits;
mod process;
mod report;
mod sampler;
mod spin;
mod stderr;
mod supervisor;
mod sys;
mod tree;
mod wire;

pub(crate) use descriptors::raise as raise_descriptors;
pub(crate) use limits::TASKS;
pub use process::Pipes;
pub(crate) use process::SupervisorHandle;
pub(crate) use report::{End, Report};
pub(crate) use supervisor::{ARGUMENT, Isolation, check_sandbox, main as supervise};
pub(crate) use wire::Transcript;
pub use wire::Wire;
