//! The number of descriptors that a judge may open.

use std::sync::OnceLock;

use nix::sys::resource::{Resource, getrlimit, setrlimit};

/// Descriptors of a worker: a socket, the files of two streams, and during a start both ends of
/// four pipes and of the next supervisor's socket.
const OF_A_WORKER: u64 = 16;

const OF_THE_JUDGE: u64 = 24;

/// Soft limit before it was raised.
static BEFORE: OnceLock<u64> = OnceLock::new();

/// Raises the soft limit as far as `workers` need it; fails if the hard limit is lower.
pub fn raise(workers: u64) -> Result<(), String> {
    let needed = workers * OF_A_WORKER + OF_THE_JUDGE;
    let (soft, hard) = getrlimit(Resource::RLIMIT_NOFILE).map_err(|error| error.to_string())?;
    BEFORE.get_or_init(|| soft);
    if needed > hard {
        return Err(format!(
            "{workers} cases at a time need {needed} open files, but the limit is {hard} (ulimit -Hn)"
        ));
    }
    if needed > soft {
        setrlimit(Resource::RLIMIT_NOFILE, needed, hard).map_err(|error| error.to_string())?;
    }
    Ok(())
}

/// Returns the soft limit for contestants: that of the judge before it was raised.
pub(crate) fn for_contestants() -> u64 {
    let now = || getrlimit(Resource::RLIMIT_NOFILE).map_or(u64::MAX, |(soft, _)| soft);
    *BEFORE.get_or_init(now)
}
