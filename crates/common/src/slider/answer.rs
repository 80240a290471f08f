//! A contestant's answer: the number of turns, then one turn per line.

use super::board::{Board, Landing, Turn, TurnEffect, TurnKind};
use super::case::Case;
use crate::grid::Direction;

/// The score of a legal answer, with counts of its turns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AnswerScore {
    /// The raw score.
    pub points: u64,
    /// Number of turns played.
    pub turns: usize,
    /// Number of turns that moved nothing.
    pub wasted: usize,
    /// Number of blocks that fell.
    pub fallen: usize,
}

impl AnswerScore {
    /// Counts a turn. A fall scores `multiplier` times the worth of its block.
    pub fn add(&mut self, played: &TurnEffect, multiplier: u64) {
        self.turns += 1;
        match played.landing {
            Landing::Blocked => self.wasted += 1,
            Landing::Square(_) => {}
            Landing::Hole(_) => {
                self.fallen += 1;
                self.points += multiplier * u64::from(played.value.worth());
            }
        }
    }
}

/// A broken rule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BrokenRule {
    /// The rule, in words.
    pub text: String,
    /// The square that the turn names, if it is on the board but holds no block.
    pub square: Option<usize>,
}

impl From<String> for BrokenRule {
    fn from(text: String) -> BrokenRule {
        BrokenRule { text, square: None }
    }
}

/// Returns the exact score of the answer `text`. Lines after the announced turns are ignored.
///
/// # Errors
/// Returns the first broken rule.
pub fn score(case: &Case, text: &str) -> Result<AnswerScore, BrokenRule> {
    let mut lines = text.lines();
    let announced = announced(lines.next().unwrap_or("").as_bytes(), case.turns())?;
    let mut game = AnswerReplay::new(case);
    for found in 0..announced {
        let line = lines.next().ok_or_else(|| ended(announced, found))?;
        game.play(line.as_bytes())?;
    }
    Ok(game.score())
}

/// Parses the first line of an answer: the number of turns.
///
/// # Errors
/// The line is not a number, or the number is larger than `allowed`.
pub fn announced(line: &[u8], allowed: usize) -> Result<usize, String> {
    let number = std::str::from_utf8(line).ok().and_then(|text| text.trim().parse::<u64>().ok());
    let announced = number.ok_or_else(|| {
        let shown = quoted(line);
        format!("`{shown}` stands where the number of turns should be")
    })?;
    match usize::try_from(announced) {
        Ok(turns) if turns <= allowed => Ok(turns),
        _ => Err(format!("{announced} turns announced, at most {allowed} allowed")),
    }
}

/// Returns the error text for an answer that has only `found` of the announced turns.
pub fn ended(announced: usize, found: usize) -> String {
    format!("the answer ends after {found} of {announced} turns")
}

/// An answer played line by line.
#[derive(Clone, Debug)]
pub struct AnswerReplay {
    board: Board,
    multiplier: u64,
    score: AnswerScore,
}

impl AnswerReplay {
    /// Starts an answer to `case`.
    pub fn new(case: &Case) -> AnswerReplay {
        AnswerReplay {
            board: case.board().clone(),
            multiplier: case.turns() as u64,
            score: AnswerScore::default(),
        }
    }

    /// Plays the turn on `line`.
    ///
    /// # Errors
    /// Returns the broken rule; the board is then unchanged.
    pub fn play(&mut self, line: &[u8]) -> Result<TurnEffect, BrokenRule> {
        let parsed = std::str::from_utf8(line).ok().and_then(parse_turn);
        let (row, col, kind, direction) = parsed.ok_or_else(|| {
            let shown = quoted(line);
            format!("`{shown}` is not a turn (row, column, M or S, one of U D L R)")
        })?;
        let turn = Turn {
            row: usize::try_from(row).unwrap_or(usize::MAX),
            col: usize::try_from(col).unwrap_or(usize::MAX),
            kind,
            direction,
        };
        let played = self.board.play(turn).map_err(|problem| BrokenRule {
            text: format!("square {row} {col} {problem}"),
            square: self.board.shape().index(row, col),
        })?;
        self.score.add(&played, self.multiplier);
        self.multiplier = self.multiplier.saturating_sub(1);
        Ok(played)
    }

    /// Returns the present board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the score of the turns so far.
    pub fn score(&self) -> AnswerScore {
        self.score
    }
}

/// Parses the line of a turn; returns `None` if it is malformed. The square may be off the board.
pub fn turn(line: &str) -> Option<Turn> {
    let (row, col, kind, direction) = parse_turn(line)?;
    Some(Turn { row: row.try_into().ok()?, col: col.try_into().ok()?, kind, direction })
}

/// Parses row, column, kind and direction of a turn; the square may be off the board.
fn parse_turn(line: &str) -> Option<(i64, i64, TurnKind, Direction)> {
    let mut words = line.split_ascii_whitespace();
    let row = words.next()?.parse().ok()?;
    let col = words.next()?.parse().ok()?;
    let kind = match words.next()? {
        "M" => TurnKind::Move,
        "S" => TurnKind::Slide,
        _ => return None,
    };
    let direction = match words.next()? {
        "U" => Direction::Up,
        "D" => Direction::Down,
        "L" => Direction::Left,
        "R" => Direction::Right,
        _ => return None,
    };
    words.next().is_none().then_some((row, col, kind, direction))
}

/// Returns a line as error messages show it: at most 40 characters, unprintable ones escaped.
fn quoted(line: &[u8]) -> String {
    let start = String::from_utf8_lossy(&line[..line.len().min(160)]);
    start.chars().take(40).flat_map(char::escape_debug).collect()
}
