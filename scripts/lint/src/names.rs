//! One meaning for the name of a type.

use std::collections::BTreeMap;

use crate::StyleFault;

/// Names of types that several crates define, each with the one meaning it has in all of them.
pub const SHARED: [(&str, &str); 12] = [
    (
        "Axis",
        "the direction of a line of squares: along a row or along a column",
    ),
    (
        "Block",
        "a block of Slider: the bound and the solver keep different facts of it",
    ),
    (
        "Board",
        "the squares or pits of a game and what lies on them",
    ),
    (
        "BySquare",
        "a table with one entry for each square of a game's board",
    ),
    (
        "Candidate",
        "a move under consideration and the estimate it is compared by",
    ),
    ("Case", "a test input of a game"),
    (
        "Isle",
        "connected stones of one player in PseudoTonga, as the rules and as the oracle keep it",
    ),
    (
        "PlainCase",
        "a case as plain numbers, as an oracle reads it",
    ),
    (
        "PlainResult",
        "the state that a game has reached by the rules of an oracle",
    ),
    (
        "Position",
        "a state of a game with what its search keeps about it",
    ),
    ("Square", "a square of a game's board as one small number"),
    (
        "View",
        "a game that is followed turn by turn and shown as scenes",
    ),
];

/// Definition of a public type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeName {
    /// Its name.
    pub name: String,
    /// The file that defines it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
}

/// Returns the definitions after the first of a name that is not among `shared`, and a finding
/// in the file of this list for each shared name that has fewer than two.
pub fn repeated(types: &[TypeName], shared: &[(&str, &str)]) -> Vec<StyleFault> {
    let mut by_name: BTreeMap<&str, Vec<&TypeName>> = BTreeMap::new();
    for defined in types {
        by_name.entry(&defined.name).or_default().push(defined);
    }
    let mut findings = Vec::new();
    for (name, places) in &by_name {
        if shared.iter().any(|(known, _)| known == name) {
            continue;
        }
        let (first, others) = (places[0], &places[1..]);
        findings.extend(others.iter().map(|other| StyleFault {
            file: other.file.clone(),
            line: other.line,
            message: format!(
                "type `{name}` is also in {}:{}: rename one of them or, where both mean the same, \
                 list the name in {}",
                first.file,
                first.line,
                file!()
            ),
        }));
    }
    for (name, _) in shared {
        let places = by_name.get(name).map_or(0, Vec::len);
        if places < 2 {
            findings.push(StyleFault {
                file: file!().into(),
                line: 1,
                message: format!(
                    "type `{name}` is listed here, but defined {places} times: remove it"
                ),
            });
        }
    }
    findings
}
