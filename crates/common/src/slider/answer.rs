//! A contestant's answer: the number of turns, then one turn a line.

use std::fmt;

use super::board::{Illegal, Kind, Outcome, Turn};
use super::case::Case;
use crate::grid::Direction;

/// What a legal answer is worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// The raw score.
    pub points: u64,
    /// Turns played.
    pub turns: usize,
    /// Turns that moved nothing.
    pub wasted: usize,
    /// Blocks that fell.
    pub fallen: usize,
    /// Whether something other than white space follows the turns; it is ignored.
    pub trailing: bool,
}

/// Why an answer is illegal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Line of the answer, counted from 1.
    pub line: usize,
    /// The rule that is broken there.
    pub rule: Rule,
}

/// The rules an answer can break.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rule {
    /// The first line is not a number of turns.
    Count(String),
    /// More turns are announced than the multiplier lasts.
    TooMany {
        /// Turns announced.
        announced: u64,
        /// Turns allowed.
        allowed: usize,
    },
    /// The answer ends before the last turn announced.
    Ended {
        /// Turns announced.
        announced: usize,
        /// Turns there are.
        found: usize,
    },
    /// A line is not `row col M|S U|D|L|R`.
    Turn(String),
    /// No block can be played from the square named.
    Square {
        /// Row named.
        row: i64,
        /// Column named.
        col: i64,
        /// What is wrong with the square.
        illegal: Illegal,
    },
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: ", self.line)?;
        match &self.rule {
            Rule::Count(text) => {
                write!(f, "`{text}` stands where the number of turns should be")
            }
            Rule::TooMany { announced, allowed } => {
                write!(f, "{announced} turns announced, at most {allowed} allowed")
            }
            Rule::Ended { announced, found } => {
                write!(f, "the answer ends after {found} of {announced} turns")
            }
            Rule::Turn(text) => write!(
                f,
                "`{text}` is not a turn (row, column, M or S, one of U D L R)"
            ),
            Rule::Square { row, col, illegal } => {
                let what = match illegal {
                    Illegal::OffBoard => "is off the board",
                    Illegal::EmptySquare => "is empty: no block to move",
                    Illegal::HoleSquare => "is a hole: no block to move",
                };
                write!(f, "square {row} {col} {what}")
            }
        }
    }
}

impl std::error::Error for Fault {}

/// Plays the answer `text` on `case` and scores it exactly. What follows the
/// announced turns is ignored.
///
/// # Errors
/// The first rule the answer breaks, and the line.
pub fn score(case: &Case, text: &str) -> Result<Score, Fault> {
    let mut lines = text.lines();
    let turns = announced(lines.next().unwrap_or(""), case.turns())
        .map_err(|rule| Fault { line: 1, rule })?;
    let mut board = case.board().clone();
    let mut score = Score {
        turns,
        ..Score::default()
    };
    for found in 0..turns {
        let fault = |rule| Fault {
            line: found + 2,
            rule,
        };
        let line = lines.next().ok_or(fault(Rule::Ended {
            announced: turns,
            found,
        }))?;
        let (row, col, kind, direction) =
            parse_turn(line).ok_or_else(|| fault(Rule::Turn(shown(line))))?;
        let turn = Turn {
            row: usize::try_from(row).unwrap_or(usize::MAX),
            col: usize::try_from(col).unwrap_or(usize::MAX),
            kind,
            direction,
        };
        match board.play(turn) {
            Ok(Outcome::Blocked) => score.wasted += 1,
            Ok(Outcome::Moved) => {}
            Ok(Outcome::Fell(value)) => {
                score.fallen += 1;
                score.points += (case.turns() - found) as u64 * u64::from(value.worth());
            }
            Err(illegal) => return Err(fault(Rule::Square { row, col, illegal })),
        }
    }
    score.trailing = lines.any(|line| !line.trim().is_empty());
    Ok(score)
}

fn announced(line: &str, allowed: usize) -> Result<usize, Rule> {
    let announced: u64 = line.trim().parse().map_err(|_| Rule::Count(shown(line)))?;
    match usize::try_from(announced) {
        Ok(turns) if turns <= allowed => Ok(turns),
        _ => Err(Rule::TooMany { announced, allowed }),
    }
}

fn parse_turn(line: &str) -> Option<(i64, i64, Kind, Direction)> {
    let mut words = line.split_ascii_whitespace();
    let row = words.next()?.parse().ok()?;
    let col = words.next()?.parse().ok()?;
    let kind = match words.next()? {
        "M" => Kind::Move,
        "S" => Kind::Slide,
        _ => return None,
    };
    let direction = match words.next()? {
        "U" => Direction::Up,
        "D" => Direction::Down,
        "L" => Direction::Left,
        "R" => Direction::Right,
        _ => return None,
    };
    words
        .next()
        .is_none()
        .then_some((row, col, kind, direction))
}

/// A line as an error shows it: at most 40 characters, the unprintable escaped.
fn shown(line: &str) -> String {
    line.chars().take(40).flat_map(char::escape_debug).collect()
}
