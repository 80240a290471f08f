//! Failures of a program, and their exit status.

use std::error::Error;
use std::fmt;
use std::io;
use std::process::ExitCode;

use scene::printable;

use crate::print::note;

/// Exit status after output to a closed pipe: 128 + SIGPIPE.
const BROKEN_PIPE: u8 = 128 + 13;

/// Reason for which a program stopped.
#[derive(Debug)]
pub enum Failure {
    /// The user's input is wrong: exit status 2.
    Usage(anyhow::Error),
    /// The program or its host failed: exit status 3, or 141 if its output is a closed pipe.
    Own(anyhow::Error),
}

/// Wrong usage that is detected while cases are played, as the root of an error.
#[derive(Debug)]
pub struct WrongUsage(pub String);

impl fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for WrongUsage {}

impl From<anyhow::Error> for Failure {
    fn from(error: anyhow::Error) -> Failure {
        match error.is::<WrongUsage>() {
            true => Failure::Usage(error),
            false => Failure::Own(error),
        }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Failure::Usage(error) | Failure::Own(error)) = self;
        write!(f, "{error:#}")
    }
}

impl Failure {
    /// Prints the failure on standard error, and returns the exit status.
    pub fn report(&self) -> ExitCode {
        let status = match self {
            Failure::Usage(_) => 2,
            Failure::Own(error) if is_broken_pipe(error) => return ExitCode::from(BROKEN_PIPE),
            Failure::Own(_) => 3,
        };
        // Standard error may be closed or full.
        note(&format!("error: {}", printable(&self.to_string())));
        ExitCode::from(status)
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error.chain().any(|cause| {
        let io = cause.downcast_ref::<io::Error>();
        io.is_some_and(|io| io.kind() == io::ErrorKind::BrokenPipe)
    })
}
