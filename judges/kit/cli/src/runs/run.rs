//! Facts that distinguish one run from another.

use super::job::RunContext;
use super::salt::Salts;
use records::Record;

/// Facts that the records of one run have in common.
pub(crate) struct RunFacts<'a> {
    pub command: String,
    /// The contestant and its setup, if one runs.
    pub context: Option<&'a RunContext<'a>>,
    pub salts: Salts,
    pub cases: usize,
    /// True if a case may be played several times.
    pub repeats: bool,
}

impl RunFacts<'_> {
    /// Returns true if `record` has the run's command, limits and salt.
    pub fn is_part(&self, record: &Record) -> bool {
        let limits = self.context.map(|context| (&context.limits).into());
        record.command == self.command
            && record.limits == limits
            && self.salts.may_have(record.salt.as_ref())
    }
}
