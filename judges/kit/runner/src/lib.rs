//! Contestants under limits: processes, supervisors, isolation, pipes.
//!
//! Every wait has an end that a contestant cannot move:
//!
//! | process | waits for | until |
//! |---|---|---|
//! | judge | an answer, the end of the output, the exit | the wall limit, extended to ten wall limits and a minute at most |
//! | judge | the exit of a contestant that closed its output too early | 1 s, extended likewise |
//! | judge | output of other processes after the first one has exited | 1 s |
//! | judge | the supervisor's report | 60 s, then `IE`; every 5 s it kills the contestant (under `none`), thaws its control groups and continues the supervisor |
//! | judge | the start of a supervisor | 20 s, 2 minutes on a delayed host; then `IE` |
//! | judge | the end of a supervisor | 5 s, 5 s more after `SIGKILL`; 65 s, then `IE`, if it was killed |
//! | judge | processes left by a killed supervisor | 5 s |
//! | supervisor | the contestant | a limit, a request, the judge's end, or ten wall limits and a minute after the start |
//! | supervisor | other processes after the first one has exited | 3 s |
//! | judge | the start of a contestant | 60 s, then `IE`; every 5 s it thaws control groups and continues the supervisor |
//! | supervisor | the kernel or bubblewrap: a program's start, a sample, the end of killed processes | the kernel is done; the judge's 60 s apply |
//! | supervisor | the next request | the judge's end |
//! | outer part of a supervisor in namespaces | the inner part | its end, caused by the end of the outer part or of the judge |

mod cgroup;
mod channel;
mod clock;
mod delay;
mod descriptors;
mod ids;
mod limits;
mod pin;
mod pipes;
mod process;
mod ready;
mod report;
mod sampler;
mod search_path;
mod stderr;
mod supervisor;
mod sys;
mod tree;
mod user;

use std::ffi::OsString;
use std::process::ExitCode;

pub use cgroup::has_memory_groups;
pub use descriptors::raise as raise_descriptors;
pub use limits::TASKS;
pub use pin::{pin, processors};
pub use pipes::{ContestantPipes, Silence, Transcript, is_idle};
pub use process::{Contestant, NO_GROUP, SupervisorHandle, Surroundings};
pub use report::{End, Report, StartError};
pub use supervisor::{Invocation, Isolation};
pub use user::ContestantUser;

/// Runs a supervisor or launcher if a judge has started this program as one; else returns `None`.
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
