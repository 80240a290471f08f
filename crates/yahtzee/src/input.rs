//! The parser: one roll per line, thirteen rolls per game, blank lines anywhere.

use crate::table::{GameRolls, RollId, RollTable, CANONICAL_LINE};
use common::yahtzee::{BadRoll, Roll, ROUNDS};
use std::fmt;
use std::io;

/// The reason why the input is not answered completely.
#[derive(Debug)]
pub enum InputError {
    /// A line is neither a roll nor blank.
    Roll {
        /// Line of the input, counted from 1.
        line: u64,
        /// The broken rule.
        problem: BadRoll,
    },
    /// A line is longer than a block of input.
    LongLine {
        /// Line of the input, counted from 1.
        line: u64,
        /// Maximum length of a line, in bytes.
        limit: usize,
    },
    /// The input ends within a game.
    Incomplete {
        /// The last line of the input, counted from 1.
        line: u64,
        /// Number of rolls of the last game.
        rolls: usize,
    },
    /// Reading or writing failed.
    Stream(io::Error),
}

impl fmt::Display for InputError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            InputError::Roll { line, problem } => write!(f, "line {line}: {problem}"),
            InputError::LongLine { line, limit } => {
                write!(f, "line {line}: longer than {limit} bytes")
            }
            InputError::Incomplete { line, rolls } => write!(
                f,
                "line {line}: the input ends after {rolls} of a game's {ROUNDS} rolls"
            ),
            InputError::Stream(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for InputError {}

impl From<io::Error> for InputError {
    fn from(error: io::Error) -> InputError {
        InputError::Stream(error)
    }
}

/// A parser that receives the input block by block and keeps the incomplete game.
#[derive(Default)]
pub struct Parser {
    lines: u64,
    rolls: usize,
    game: GameRolls,
}

impl Parser {
    /// Reads the complete lines of `text` and appends the games that they complete to `games`.
    /// Returns the length of those lines, in bytes.
    ///
    /// # Errors
    /// A line is neither a roll nor blank. The preceding games are appended.
    pub fn read(
        &mut self,
        table: &RollTable,
        text: &[u8],
        games: &mut Vec<GameRolls>,
    ) -> Result<usize, InputError> {
        let mut rest = text;
        loop {
            if let Some(roll) = rest
                .get(..CANONICAL_LINE)
                .and_then(|line| table.canonical(line.try_into().ok()?))
            {
                self.lines += 1;
                self.push_roll(roll, games);
                rest = &rest[CANONICAL_LINE..];
                continue;
            }
            let Some(length) = rest.iter().position(|&byte| byte == b'\n') else {
                return Ok(text.len() - rest.len());
            };
            self.lines += 1;
            let line = &rest[..length];
            if !line.iter().all(u8::is_ascii_whitespace) {
                let roll = Roll::parse(line).map_err(|problem| InputError::Roll {
                    line: self.lines,
                    problem,
                })?;
                self.push_roll(table.id(roll), games);
            }
            rest = &rest[length + 1..];
        }
    }

    /// Checks that the input may end here.
    ///
    /// # Errors
    /// A game is incomplete.
    pub fn finish(&self) -> Result<(), InputError> {
        if self.rolls == 0 {
            return Ok(());
        }
        Err(InputError::Incomplete {
            line: self.lines,
            rolls: self.rolls,
        })
    }

    pub fn lines(&self) -> u64 {
        self.lines
    }

    fn push_roll(&mut self, roll: RollId, games: &mut Vec<GameRolls>) {
        self.game[self.rolls] = roll;
        self.rolls += 1;
        if self.rolls == ROUNDS {
            games.push(self.game);
            self.rolls = 0;
        }
    }
}
