//! Reasons for which a report is not made, and their exit status.

use std::io::{self, Write};
use std::process::ExitCode;

/// Exit status of a program whose output has no reader: 128 + SIGPIPE.
const BROKEN_PIPE: u8 = 128 + 13;

/// Reason for which a report is not made.
pub enum ReportFailure {
    /// The user's input is wrong: exit status 2.
    Usage(anyhow::Error),
    /// The report cannot be written: exit status 3.
    Output(anyhow::Error),
}

impl From<anyhow::Error> for ReportFailure {
    fn from(error: anyhow::Error) -> ReportFailure {
        ReportFailure::Usage(error)
    }
}

/// Tells the user of a failure; nothing is lost if standard error is closed.
pub fn tell(failure: &ReportFailure) -> ExitCode {
    let (error, status) = match failure {
        ReportFailure::Usage(error) => (error, 2),
        ReportFailure::Output(error) if is_broken_pipe(error) => {
            return ExitCode::from(BROKEN_PIPE);
        }
        ReportFailure::Output(error) => (error, 3),
    };
    note(&format!("error: {error:#}"));
    ExitCode::from(status)
}

/// Writes a line to standard error, if it is open.
pub fn note(text: &str) {
    let _ = writeln!(io::stderr(), "{text}");
}

/// Writes `text` to standard output.
///
/// # Errors
/// It is closed or full.
pub fn print(text: &str) -> Result<(), ReportFailure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| {
        ReportFailure::Output(anyhow::Error::from(error).context("standard output"))
    })
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}
