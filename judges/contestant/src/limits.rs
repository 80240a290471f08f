//! Limits that are the same for every contestant.

use std::time::Duration;

/// Most processes and threads of one contestant at a time; one more: `RE`.
pub const TASKS: usize = 256;

/// Time in which others may go on after the first process has exited with status 0.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// Time after which a supervisor stops those others if the judge does not: longer than [`GRACE`].
pub(crate) const REMAINING: Duration = Duration::from_secs(3);
