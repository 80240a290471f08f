//! Reasons of faults.

use std::fmt;

/// A broken rule, after the places where it was broken: `turn 3: line 4: pit 5 is empty`.
#[derive(Clone, Debug)]
pub struct Reason {
    text: String,
    /// Number of bytes before the rule.
    rule: usize,
}

impl Reason {
    /// The rule without its places, which may give away a secret case.
    pub fn rule(&self) -> &str {
        &self.text[self.rule..]
    }

    /// The same reason with another place before it, unless it begins with the end of that place.
    #[must_use]
    pub fn at(self, place: impl fmt::Display) -> Reason {
        let place = format!("{place}: ");
        let shared = self.text.find(": ").map(|at| at + 2);
        let shared = shared.filter(|&end| place.ends_with(&self.text[..end]));
        let shared = shared.unwrap_or(0);
        Reason {
            rule: place.len() + self.rule.max(shared) - shared,
            text: place + &self.text[shared..],
        }
    }
}

impl<T: Into<String>> From<T> for Reason {
    /// A rule without a place.
    fn from(rule: T) -> Reason {
        Reason {
            text: rule.into(),
            rule: 0,
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl PartialEq for Reason {
    fn eq(&self, other: &Reason) -> bool {
        self.text == other.text
    }
}

impl Eq for Reason {}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::line::{Line, ended, too_early};
    use crate::verdict::Fault;

    #[test]
    fn a_place_is_named_once() {
        for (place, reason, expected) in [
            ("turn 3", "line 4: no pit", "turn 3: line 4: no pit"),
            (
                "turn 3",
                "turn 3: piece 0 is lost",
                "turn 3: piece 0 is lost",
            ),
            ("round 1, turn 3", "turn 3: lost", "round 1, turn 3: lost"),
            ("turn 3", "turn 13: lost", "turn 3: turn 13: lost"),
        ] {
            assert_eq!(Reason::from(reason).at(place).to_string(), expected);
        }
    }

    #[test]
    fn a_rule_stands_without_its_places() {
        let rule = |fault: Fault| match fault.at("round 2, turn 17") {
            Fault::Verdict(_, reason) | Fault::Ended(reason) => reason.rule().to_string(),
            other => panic!("{other:?}"),
        };
        let line = Line::new(4, b"a: b");
        assert_eq!(rule(Fault::wrong("pit 4 is empty")), "pit 4 is empty");
        assert_eq!(rule(line.not("a pit")), "`a: b` is not a pit");
        assert_eq!(rule(Fault::wrong("turn 17: a: b")), "a: b");
        let early = "`1: 2` was written before it was asked for";
        assert_eq!(rule(too_early(4, b"1: 2")), early);
        assert!(rule(ended(4)).starts_with("the output ended"));
    }
}
