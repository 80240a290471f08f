//! Contestants under limits: processes, supervisors, isolation, pipes.

mod cgroup;
mod channel;
mod delay;
mod descriptors;
mod freezer;
mod limits;
mod pin;
mod process;
mod ready;
mod report;
mod sampler;
mod silence;
mod spin;
mod stderr;
mod supervisor;
mod sys;
mod tree;
mod wire;

use std::ffi::OsString;
use std::process::ExitCode;

pub use descriptors::raise as raise_descriptors;
pub use limits::TASKS;
pub use pin::pin;
pub use process::{Contestant, Pipes, SupervisorHandle, Surroundings};
pub use report::{End, Report, StartError};
pub use silence::{Silence, is_idle};
pub use supervisor::Isolation;
pub use wire::{Transcript, Wire};

/// Runs a supervisor, or a launcher, if a judge has started this program as one; else returns `None`.
pub fn run_as_helper(args: &[OsString]) -> Option<ExitCode> {
    match args {
        [first, settings, command @ ..] if first == supervisor::ARGUMENT => {
            Some(supervisor::main(settings, command))
        }
        [first, rest @ ..] if first == supervisor::LAUNCHER_ARGUMENT => {
            Some(supervisor::launch(rest))
        }
        _ => None,
    }
}
