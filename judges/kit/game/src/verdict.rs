//! Verdicts, and the faults that lead to them.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use scene::printable;

/// The outcome of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "UPPERCASE"))]
pub enum Verdict {
    /// The whole case was played by the rules.
    Ok,
    /// An illegal or malformed answer.
    Wa,
    /// Too much time.
    Tle,
    /// Too much memory.
    Mle,
    /// Too much output.
    Ole,
    /// The contestant could not be started, crashed or exited with a status other than 0.
    Re,
    /// The judge's own fault.
    Ie,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Verdict::Ok => "OK",
            Verdict::Wa => "WA",
            Verdict::Tle => "TLE",
            Verdict::Mle => "MLE",
            Verdict::Ole => "OLE",
            Verdict::Re => "RE",
            Verdict::Ie => "IE",
        })
    }
}

/// The outcome of one case with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Ruling {
    /// The outcome.
    pub verdict: Verdict,
    /// The broken rule and its place; absent for `OK`.
    #[cfg_attr(
        feature = "serde",
        serde(default, skip_serializing_if = "Option::is_none")
    )]
    pub reason: Option<String>,
}

impl Ruling {
    /// The whole case was played by the rules.
    pub const OK: Ruling = Ruling {
        verdict: Verdict::Ok,
        reason: None,
    };

    /// Any other outcome. Escapes unprintable characters of `reason`, which may quote a contestant.
    pub fn failed(verdict: Verdict, reason: &str) -> Ruling {
        Ruling {
            verdict,
            reason: Some(printable(reason)),
        }
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

/// Reason for the early end of a case.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The contestant's output ended where an answer was due; the end of its process decides the
    /// verdict.
    Ended(String),
    /// Any other fault: the verdict and its reason.
    Verdict(Verdict, String),
    /// This judge could not have sent a message of the transcript: not the contestant's fault.
    Transcript {
        /// Line after the case, counted from 1.
        line: usize,
        /// The text found, and the text expected.
        problem: String,
    },
    /// The user stopped the run.
    Interrupted,
}

impl Fault {
    /// An illegal or malformed answer; `reason` names the place and the rule.
    pub fn wrong(reason: impl Into<String>) -> Fault {
        Fault::Verdict(Verdict::Wa, reason.into())
    }

    /// The judge's own fault.
    pub fn internal(reason: impl Into<String>) -> Fault {
        Fault::Verdict(Verdict::Ie, reason.into())
    }

    /// Replaces the fault of an early end of output.
    #[must_use]
    pub fn or_ended(self, ended: impl FnOnce() -> Fault) -> Fault {
        match self {
            Fault::Ended(_) => ended(),
            other => other,
        }
    }

    /// The same fault with its place in front of the reason; a prefix that the reason already has
    /// is not repeated.
    #[must_use]
    pub fn at(self, place: impl fmt::Display) -> Fault {
        let place = place.to_string();
        let at_place = |reason: String| match reason.split_once(": ") {
            Some((named, rest)) if place.ends_with(named) => format!("{place}: {rest}"),
            _ => format!("{place}: {reason}"),
        };
        match self {
            Fault::Ended(reason) => Fault::Ended(at_place(reason)),
            Fault::Verdict(verdict, reason) => Fault::Verdict(verdict, at_place(reason)),
            Fault::Transcript { line, problem } => Fault::Transcript {
                line,
                problem: at_place(problem),
            },
            Fault::Interrupted => Fault::Interrupted,
        }
    }
}

impl From<Fault> for String {
    /// The reason.
    fn from(fault: Fault) -> String {
        match fault {
            Fault::Verdict(_, reason)
            | Fault::Ended(reason)
            | Fault::Transcript {
                problem: reason, ..
            } => reason,
            Fault::Interrupted => "interrupted".into(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_named_once() {
        let at = |place: &str, reason: &str| String::from(Fault::internal(reason).at(place));
        assert_eq!(at("turn 3", "line 4: no pit"), "turn 3: line 4: no pit");
        assert_eq!(
            at("turn 3", "turn 3: piece 0 is lost"),
            "turn 3: piece 0 is lost"
        );
        assert_eq!(
            at("round 1, turn 3", "turn 3: lost"),
            "round 1, turn 3: lost"
        );
        assert_eq!(at("turn 3", "turn 13: lost"), "turn 3: turn 13: lost");
    }
}
