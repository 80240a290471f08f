//! Reasons of faults.

use std::fmt;

/// A broken rule and its places, counted from 1. The caller shows the places that its reader needs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Reason {
    /// The game's word for a round, and the round's number.
    pub round: Option<(&'static str, u32)>,
    /// Turn in the round.
    pub turn: Option<u32>,
    /// Line in the contestant's output, or in the judge's messages of a transcript.
    pub line: Option<usize>,
    /// The rule without its places, which could reveal a secret case.
    pub rule: String,
}

impl Reason {
    /// Removes the line, for a person whose entries are not lines.
    #[must_use]
    pub fn without_line(self) -> Reason {
        Reason { line: None, ..self }
    }
}

impl<T: Into<String>> From<T> for Reason {
    /// Creates a reason without a place.
    fn from(rule: T) -> Reason {
        Reason {
            rule: rule.into(),
            ..Reason::default()
        }
    }
}

/// Prints the places, then the rule: `round 2, turn 3: line 4: pit 5 is empty`.
impl fmt::Display for Reason {
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

#[cfg(test)]
mod tests {
    use crate::line::Line;
    use crate::verdict::Fault;

    #[test]
    fn places_stand_before_the_rule() {
        let fault = Line::new(4, b"a: b").not("a pit");
        assert_eq!(fault.message(), "`a: b` is not a pit");
        let text = |fault: &Fault| String::from(fault.clone());
        assert_eq!(text(&fault), "line 4: `a: b` is not a pit");
        let fault = fault.in_turn(17);
        assert_eq!(text(&fault), "turn 17: line 4: `a: b` is not a pit");
        let fault = fault.in_round("round", 2);
        assert_eq!(
            text(&fault),
            "round 2, turn 17: line 4: `a: b` is not a pit"
        );
        assert_eq!(fault.message(), "`a: b` is not a pit");
        let person = fault.without_line();
        assert_eq!(text(&person), "round 2, turn 17: `a: b` is not a pit");
        let fault = Fault::wrong("late").in_round("game", 3);
        assert_eq!(text(&fault), "game 3: late");
    }
}
