//! Contestants: their process, the limits it is held to, and the pipes to it.

mod cgroup;
mod channel;
mod delay;
mod descriptors;
mod limits;
mod live;
mod pin;
mod process;
mod referee;
mod report;
mod sampler;
mod spin;
mod stderr;
mod supervisor;
mod sys;
mod tree;
mod wire;

pub use descriptors::raise as raise_descriptors;
pub use limits::TASKS;
pub use pin::pin;
pub use process::Pipes;
pub use process::SupervisorHandle;
pub use referee::{referee, referee_linked};
pub use report::{End, Report};
pub use supervisor::{ARGUMENT, Isolation, check_sandbox, main as supervise};
pub use wire::{Transcript, Wire};
