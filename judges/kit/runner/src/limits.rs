//! Limits that are the same for every contestant.

use std::time::Duration;

/// Maximum number of concurrent processes and threads of one contestant; more are `RE`.
pub const TASKS: usize = 256;

/// Time for other processes after the first one has exited with status 0.
pub(crate) const GRACE: Duration = Duration::from_secs(1);

/// Time after which a supervisor stops these processes itself; longer than [`GRACE`].
pub(crate) const REMAINING: Duration = Duration::from_secs(3);

/// Number of wall limits by which waits in the kernel, whatever their cause, extend a deadline.
pub(crate) const KERNEL_WALLS: u32 = 4;

/// Returns the time after which a contestant is stopped in any case: ten wall limits and a minute.
pub(crate) fn longest_wall(wall: Duration) -> Duration {
    10 * wall + Duration::from_secs(60)
}
