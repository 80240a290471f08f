//! Errors of a program and their exit status.

use std::error::Error as StdError;
use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

use anyhow::Error;
use scene::printable;

use crate::print::eprint_line;

/// Exit status after writing to a closed pipe: 128 + SIGPIPE.
const BROKEN_PIPE: u8 = 128 + 13;

/// Wrong usage, as the root of an error; every other error is a failure of the program or its host.
#[derive(Debug)]
pub struct UserError(pub String);

impl UserError {
    /// Classifies an error as wrong usage, unless the host failed.
    pub fn of(error: Error) -> Error {
        let of_host = |cause: &io::Error| !is_of_user(cause);
        if error.chain().filter_map(|cause| cause.downcast_ref()).any(of_host) {
            return error;
        }
        UserError(format!("{error:#}")).into()
    }
}

impl fmt::Display for UserError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl StdError for UserError {}

/// Prints an error on standard error, and returns the exit status: 2 for [`UserError`], else 3, or
/// 141 if the program's output is a closed pipe.
pub fn report(error: &Error) -> ExitCode {
    let status = match error.is::<UserError>() {
        true => 2,
        false if is_broken_pipe(error) => return ExitCode::from(BROKEN_PIPE),
        false => 3,
    };
    // Standard error may be closed or full.
    eprint_line(&format!("error: {}", printable(&format!("{error:#}"))));
    ExitCode::from(status)
}

/// Prints an error that does not end the program.
pub fn warn(error: &Error) {
    eprint_line(&format!("warning: {}", printable(&format!("{error:#}"))));
}

/// Errors about a file that the user named.
const OF_USER: [ErrorKind; 7] = [
    ErrorKind::AlreadyExists,
    ErrorKind::InvalidFilename,
    ErrorKind::IsADirectory,
    ErrorKind::NotADirectory,
    ErrorKind::NotFound,
    ErrorKind::PermissionDenied,
    ErrorKind::ReadOnlyFilesystem,
];

/// Returns true if the user named a file that cannot be used; otherwise the host failed.
pub(crate) fn is_of_user(error: &io::Error) -> bool {
    OF_USER.contains(&error.kind())
}

fn is_broken_pipe(error: &Error) -> bool {
    let mut causes = error.chain().filter_map(|cause| cause.downcast_ref::<io::Error>());
    causes.any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lack_of_descriptors_is_the_hosts_failure() {
        let is_usage = |number| {
            let error = Error::from(io::Error::from_raw_os_error(number)).context("a file");
            UserError::of(error).is::<UserError>()
        };
        let [missing, too_many, full] = [2, 24, 28].map(is_usage);
        assert_eq!([missing, too_many, full], [true, false, false]);
    }
}
