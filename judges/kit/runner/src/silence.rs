//! Contestants that do not answer.

use std::time::Duration;

/// State of the pipes of a contestant that does not answer.
#[derive(Clone, Debug)]
pub struct Silence {
    /// Number of questions, with the one that is not answered.
    pub questions: u64,
    /// True if it has read all questions.
    pub has_read: bool,
    /// True if it has written anything.
    pub has_written: bool,
    /// The answer that it wrote without a line end, between backticks.
    pub unfinished: Option<String>,
    /// True if its input has not ended.
    pub input_is_open: bool,
    /// Time that it waited for a processor.
    pub delay: Duration,
}

/// Returns true if a silent contestant with this CPU time was waiting for most of the wall time
/// `spent`.
pub fn is_idle(cpu: Duration, spent: Duration, silence: &Silence) -> bool {
    cpu * 4 < spent.saturating_sub(silence.delay)
}
