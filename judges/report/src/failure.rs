//! Why a report was not made, and the exit status that says so.

use std::io::{self, Write};
use std::process::ExitCode;

/// Exit status of a program whose output has no reader: 128 + SIGPIPE.
const BROKEN_PIPE: u8 = 128 + 13;

/// Why a report was not made.
pub enum Failure {
    /// The user's input is wrong: exit status 2.
    Usage(anyhow::Error),
    /// The report cannot be written: exit status 3.
    Output(anyhow::Error),
}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        Failure::Usage(error)
    }
}

/// Tells the user of a failure; nothing is lost if standard error is closed.
pub fn tell(failure: &Failure) -> ExitCode {
    let (error, status) = match failure {
        Failure::Usage(error) => (error, 2),
        Failure::Output(error) if is_broken_pipe(error) => return ExitCode::from(BROKEN_PIPE),
        Failure::Output(error) => (error, 3),
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
pub fn print(text: &str) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|error| Failure::Output(anyhow::Error::from(error).context("standard output")))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}
