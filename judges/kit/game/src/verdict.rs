//! Verdicts.

use std::fmt;

/// The outcome of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "UPPERCASE"))]
pub enum Verdict {
    /// The whole case was played according to the rules.
    Ok,
    /// An illegal or malformed answer.
    Wa,
    /// Too much time.
    Tle,
    /// Too much memory.
    Mle,
    /// Too much output.
    Ole,
    /// The contestant could not be started, crashed, or exited with a nonzero status.
    Re,
    /// A fault of the judge itself.
    Ie,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{self:?}").to_uppercase())
    }
}
