//! Faults: reasons why a case ended early.

use std::fmt;

use crate::Verdict;

/// A broken rule and its places, counted from 1. The caller shows the places that its reader needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Kind of fault.
    pub cause: Cause,
    /// The game's word for a round, and the round's number.
    pub round: Option<(&'static str, u32)>,
    /// Turn in the round.
    pub turn: Option<u32>,
    /// Line in the contestant's output, or in the judge's messages of a transcript.
    pub line: Option<usize>,
    /// The rule without its places, which could reveal a secret case.
    pub rule: String,
}

/// Kind of a fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// The output ended where an answer was due. The exit of the process then decides the verdict.
    Ended,
    /// An answer does not have the expected form.
    Form,
    /// Any other cause of a verdict.
    Verdict(Verdict),
    /// A transcript is not from this judge, which is not the contestant's fault. The rule says what
    /// was found and expected on a line after the case.
    Transcript,
    /// The user stopped the run.
    Interrupted,
}

/// Result of a play, or of a part of it: a fault has ended it early.
pub type Played = Result<(), Fault>;

impl Fault {
    /// Creates a fault without places.
    pub fn new(cause: Cause, rule: impl Into<String>) -> Fault {
        Fault { cause, round: None, turn: None, line: None, rule: rule.into() }
    }

    /// Creates the fault of an illegal or malformed answer.
    pub fn wrong(rule: impl Into<String>) -> Fault {
        Fault::new(Cause::Verdict(Verdict::Wa), rule)
    }

    /// Creates a fault of the judge itself.
    pub fn internal(rule: impl Into<String>) -> Fault {
        Fault::new(Cause::Verdict(Verdict::Ie), rule)
    }

    /// Creates the fault that the output ended after `lines` lines where an answer was due.
    pub fn ended(lines: usize) -> Fault {
        let rule = match lines {
            0 => "the output is empty, but an answer was due".into(),
            1 => "the output ended after 1 line, but an answer was due".into(),
            _ => format!("the output ended after {lines} lines, but an answer was due"),
        };
        Fault::new(Cause::Ended, rule)
    }

    /// Replaces the fault if it is an early end of the output.
    #[must_use]
    pub fn or_ended(self, ended: impl FnOnce() -> Fault) -> Fault {
        match self.cause {
            Cause::Ended => ended(),
            _ => self,
        }
    }

    /// Adds a round to the fault; `word` is the game's word for a round.
    #[must_use]
    pub fn in_round(self, word: &'static str, number: u32) -> Fault {
        Fault { round: Some((word, number)), ..self }
    }

    /// Adds a turn to the fault.
    #[must_use]
    pub fn in_turn(self, number: u32) -> Fault {
        Fault { turn: Some(number), ..self }
    }

    /// Adds a line of the output to the fault.
    #[must_use]
    pub fn on_line(self, number: usize) -> Fault {
        Fault { line: Some(number), ..self }
    }

    /// Removes the line, for a person whose entries are not lines.
    #[must_use]
    pub fn without_line(self) -> Fault {
        Fault { line: None, ..self }
    }

    /// Returns the verdict if the contestant's process did not fail.
    pub fn verdict(&self) -> Verdict {
        match self.cause {
            Cause::Verdict(verdict) => verdict,
            Cause::Ended | Cause::Form => Verdict::Wa,
            Cause::Transcript | Cause::Interrupted => Verdict::Ie,
        }
    }
}

/// Prints the places, then the rule: `round 2, turn 3: line 4: pit 5 is empty`.
impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.round, self.turn) {
            (Some((word, round)), Some(turn)) => write!(f, "{word} {round}, turn {turn}: ")?,
            (Some((word, round)), None) => write!(f, "{word} {round}: ")?,
            (None, Some(turn)) => write!(f, "turn {turn}: ")?,
            (None, None) => {}
        }
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.rule)
    }
}

impl From<Fault> for String {
    fn from(fault: Fault) -> String {
        fault.to_string()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::Line;

    #[test]
    fn places_stand_before_the_rule() {
        let fault = Line::new(4, b"a: b").not("a pit");
        assert_eq!(fault.rule, "`a: b` is not a pit");
        let text = |fault: &Fault| fault.to_string();
        assert_eq!(text(&fault), "line 4: `a: b` is not a pit");
        let fault = fault.in_turn(17);
        assert_eq!(text(&fault), "turn 17: line 4: `a: b` is not a pit");
        let fault = fault.in_round("round", 2);
        let expected = "round 2, turn 17: line 4: `a: b` is not a pit";
        assert_eq!(text(&fault), expected);
        assert_eq!(fault.rule, "`a: b` is not a pit");
        let person = fault.without_line();
        assert_eq!(text(&person), "round 2, turn 17: `a: b` is not a pit");
        let fault = Fault::wrong("late").in_round("game", 3);
        assert_eq!(text(&fault), "game 3: late");
    }
}
