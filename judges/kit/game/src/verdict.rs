//! Verdicts, and the faults that cause them.

use std::fmt;

#[cfg(feature = "serde")]
use serde::{Deserialize, Serialize};

use crate::reason::Reason;
use scene::printable;

/// The outcome of one case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
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
#[cfg_attr(feature = "serde", derive(Serialize, Deserialize))]
pub struct Ruling {
    /// The verdict.
    pub verdict: Verdict,
    /// The broken rule and its place; absent for `OK`.
    #[cfg_attr(feature = "serde", serde(skip_serializing_if = "Option::is_none"))]
    pub reason: Option<String>,
}

impl Ruling {
    /// The ruling on a case that was played according to the rules.
    pub const OK: Ruling = Ruling {
        verdict: Verdict::Ok,
        reason: None,
    };

    /// Returns the ruling for the fault that ended the game, if the contestant's process did not
    /// fail.
    pub fn of(played: Result<(), Fault>) -> Ruling {
        match played {
            Ok(()) => Ruling::OK,
            Err(Fault::Verdict(verdict, reason)) => Ruling::failed(verdict, &reason.to_string()),
            Err(Fault::Ended(reason)) => Ruling::failed(Verdict::Wa, &reason.to_string()),
            Err(fault) => Ruling::failed(Verdict::Ie, &String::from(fault)),
        }
    }

    /// Returns a ruling other than `OK`; unprintable characters of `reason` are escaped.
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

/// Reason of [`Fault::Interrupted`].
const INTERRUPTED: &str = "interrupted";

/// Reason why a case ended early.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// The output ended where an answer was due. The exit of the process then decides the verdict.
    Ended(Reason),
    /// Any other verdict with its reason.
    Verdict(Verdict, Reason),
    /// A transcript is not from this judge, which is not the contestant's fault. The reason says
    /// what was found and expected on a line after the case.
    Transcript(Reason),
    /// The user stopped the run.
    Interrupted,
}

impl Fault {
    /// Creates the fault of an illegal or malformed answer.
    pub fn wrong(reason: impl Into<Reason>) -> Fault {
        Fault::Verdict(Verdict::Wa, reason.into())
    }

    /// Creates a fault of the judge itself.
    pub fn internal(reason: impl Into<Reason>) -> Fault {
        Fault::Verdict(Verdict::Ie, reason.into())
    }

    /// Creates the fault that the output ended after `lines` lines where an answer was due.
    pub fn ended(lines: usize) -> Fault {
        let rule = match lines {
            0 => "the output is empty, but an answer was due".into(),
            1 => "the output ended after 1 line, but an answer was due".into(),
            _ => format!("the output ended after {lines} lines, but an answer was due"),
        };
        Fault::Ended(rule.into())
    }

    /// Replaces the fault if it is an early end of the output.
    #[must_use]
    pub fn or_ended(self, ended: impl FnOnce() -> Fault) -> Fault {
        match self {
            Fault::Ended(_) => ended(),
            other => other,
        }
    }

    /// Returns the broken rule without its places.
    pub fn message(&self) -> &str {
        self.reason().map_or(INTERRUPTED, |reason| &reason.rule)
    }

    /// Returns the reason; `None` if the user stopped the run.
    pub fn reason(&self) -> Option<&Reason> {
        match self {
            Fault::Ended(reason) | Fault::Verdict(_, reason) | Fault::Transcript(reason) => {
                Some(reason)
            }
            Fault::Interrupted => None,
        }
    }

    /// Adds a round to the fault; `word` is the game's word for a round.
    #[must_use]
    pub fn in_round(self, word: &'static str, number: u32) -> Fault {
        let round = Some((word, number));
        self.map(|reason| Reason { round, ..reason })
    }

    /// Adds a turn to the fault.
    #[must_use]
    pub fn in_turn(self, number: u32) -> Fault {
        let turn = Some(number);
        self.map(|reason| Reason { turn, ..reason })
    }

    /// Adds a line of the output to the fault.
    #[must_use]
    pub fn on_line(self, number: usize) -> Fault {
        let line = Some(number);
        self.map(|reason| Reason { line, ..reason })
    }

    /// Removes the line, for a person whose entries are not lines.
    #[must_use]
    pub fn without_line(self) -> Fault {
        self.map(Reason::without_line)
    }

    fn map(self, change: impl FnOnce(Reason) -> Reason) -> Fault {
        match self {
            Fault::Ended(reason) => Fault::Ended(change(reason)),
            Fault::Verdict(verdict, reason) => Fault::Verdict(verdict, change(reason)),
            Fault::Transcript(reason) => Fault::Transcript(change(reason)),
            Fault::Interrupted => Fault::Interrupted,
        }
    }
}

impl From<Fault> for String {
    /// Returns the reason with its places.
    fn from(fault: Fault) -> String {
        fault.reason().map_or(INTERRUPTED.into(), Reason::to_string)
    }
}
