//! Reasons for which a judge stops early, and their exit status.

use std::io::{self, Write};
use std::process::ExitCode;

use crate::runs::NotStarted;

/// Reason for which a judge stopped.
pub(crate) enum JudgeFailure {
    /// The user's input is wrong: exit status 2.
    Usage(anyhow::Error),
    /// The judge failed: exit status 3.
    Judge(anyhow::Error),
}

impl From<anyhow::Error> for JudgeFailure {
    fn from(error: anyhow::Error) -> JudgeFailure {
        match error.is::<NotStarted>() {
            true => JudgeFailure::Usage(error),
            false => JudgeFailure::Judge(error),
        }
    }
}

/// Tells the user of a failure, and the shell whose it is.
pub(crate) fn tell(failure: &JudgeFailure) -> ExitCode {
    let (error, status) = match failure {
        JudgeFailure::Usage(error) => (error, 2),
        JudgeFailure::Judge(error) if is_broken_pipe(error) => return ExitCode::from(128 + 13),
        JudgeFailure::Judge(error) => (error, 3),
    };
    // Standard error may be closed or full: then the status alone tells.
    let _ = writeln!(io::stderr(), "error: {error:#}");
    ExitCode::from(status)
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}
