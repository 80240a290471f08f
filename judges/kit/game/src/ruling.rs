//! Verdicts, and rulings: verdicts with their reasons.

use std::fmt;

use crate::Played;
use scene::printable;

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

/// The verdict on one case with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// The broken rule and its place; absent for `OK`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub reason: Option<String>,
}

impl Ruling {
    /// The ruling on a case that was played according to the rules.
    pub const OK: Ruling = Ruling { verdict: Verdict::Ok, reason: None };

    /// Returns the ruling for the fault that ended the game, if the contestant's process did not
    /// fail.
    pub fn of(played: Played) -> Ruling {
        played.map_or_else(
            |fault| Ruling::failed(fault.verdict(), &fault.to_string()),
            |()| Ruling::OK,
        )
    }

    /// Returns a ruling other than `OK`; unprintable characters of `reason` are escaped.
    pub fn failed(verdict: Verdict, reason: &str) -> Ruling {
        Ruling { verdict, reason: Some(printable(reason)) }
    }
}

impl fmt::Display for Ruling {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "{}: {reason}", self.verdict),
            None => write!(f, "{}", self.verdict),
        }
    }
}
