//! State of the pipes of a contestant that gives no answer.

use std::time::Duration;

/// State of the pipes of a contestant that gives no answer.
#[derive(Clone, Copy, Debug)]
pub struct Silence {
    /// Questions that were asked, the one without an answer included.
    pub questions: u64,
    /// True if it has read all that it was sent.
    pub has_read: bool,
    /// True if it has written anything at all.
    pub has_written: bool,
    /// True if the end of its input has not come.
    pub input_is_open: bool,
    /// Time in which it was ready to run and had no processor.
    pub delay: Duration,
}

/// Returns true if a silent contestant that has used so much CPU time was waiting for something
/// most of the wall time `spent`: the start of an interpreter may take a tenth of a second.
pub fn is_idle(cpu: Duration, spent: Duration, silence: &Silence) -> bool {
    cpu * 4 < spent.saturating_sub(silence.delay)
}
