//! Contestants that do not answer.

use std::time::Duration;

/// State of the pipes of a contestant that does not answer.
#[derive(Clone, Debug)]
pub struct Silence {
    /// Number of questions, including the unanswered one.
    pub questions: u64,
    /// True if the contestant has read all questions.
    pub has_read: bool,
    /// True if the contestant has written anything.
    pub has_written: bool,
    /// The incomplete answer, without a line end, between backticks.
    pub unfinished: Option<String>,
    /// True if the contestant's input is still open.
    pub input_is_open: bool,
    /// Time that the contestant or the judge waited for a processor.
    pub delay: Duration,
    /// True if the contestant was waiting for a processor or in the kernel at the end.
    pub is_blocked: bool,
}

/// Returns true if a silent contestant with this CPU time waited for most of the wall time `spent`.
pub fn is_idle(cpu: Duration, spent: Duration, silence: &Silence) -> bool {
    cpu * 4 < spent.saturating_sub(silence.delay)
}
