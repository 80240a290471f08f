//! Facts that distinguish one run from another.

use super::salt::Salts;
use records::{Record, RecordedLimits};

/// Facts that the records of one run have in common.
#[derive(Clone, Debug)]
pub(crate) struct RunFacts {
    pub game: &'static str,
    pub command: String,
    /// Limits of a case; `None` if no contestant runs.
    pub limits: Option<RecordedLimits>,
    pub salts: Salts,
    pub cases: usize,
    /// True if a case may be played several times.
    pub repeats: bool,
    /// A record's score as a whole number that is not negative.
    pub scaled: fn(&Record) -> u64,
}

impl RunFacts {
    /// Returns true if `record` has the run's game, command and limits.
    pub fn is_part(&self, record: &Record) -> bool {
        record.game == self.game
            && record.command == self.command
            && record.limits == self.limits
            && self.salts.may_have(record.salt.as_ref())
    }
}
