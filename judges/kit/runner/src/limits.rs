//! Limits that are the same for every contestant.

use std::time::Duration;

/// Most processes and threads of one contestant at a time; one more: `RE`.
pub const TASKS: usize = 256;

/// Time in which others may go on after the first process has exited with status 0.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// Time after which a supervisor stops those others if the judge does not: longer than [`GRACE`].
pub(crate) const REMAINING: Duration = Duration::from_secs(3);

/// Wall limits by which waits in the kernel extend a deadline, since the host may be their cause: so
/// may the contestant.
pub(crate) const KERNEL_WALLS: u32 = 4;

/// Returns the time after which a contestant with this wall limit is stopped, whatever state it
/// is in and however busy the host: ten wall limits and a minute.
pub(crate) fn longest_wall(wall: Duration) -> Duration {
    10 * wall + Duration::from_secs(60)
}
