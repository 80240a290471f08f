//! From text to games: a roll a line, thirteen rolls a game, blank lines
//! anywhere.

use crate::table::{Game, RollTable, CANONICAL_LINE};
use common::yahtzee::{BadRoll, Roll, ROUNDS};
use std::fmt;
use std::io;

/// Why the input could not be answered to its end.
#[derive(Debug)]
pub enum Error {
    /// Line `line`, counted from 1, is neither a roll nor blank.
    Roll {
        /// Line of the input, counted from 1.
        line: u64,
        /// What is wrong there.
        problem: BadRoll,
    },
    /// Line `line` does not end within a block of input.
    LongLine {
        /// Line of the input, counted from 1.
        line: u64,
        /// Bytes of a block.
        limit: usize,
    },
    /// The input ends within a game.
    Incomplete {
        /// The last line of the input, counted from 1.
        line: u64,
        /// Rolls of the game that are there.
        rolls: usize,
    },
    /// Reading or writing failed.
    Stream(io::Error),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Roll { line, problem } => write!(f, "line {line}: {problem}"),
            Error::LongLine { line, limit } => {
                write!(f, "line {line}: longer than {limit} bytes")
            }
            Error::Incomplete { line, rolls } => write!(
                f,
                "line {line}: the input ends after {rolls} of a game's {ROUNDS} rolls"
            ),
            Error::Stream(error) => write!(f, "{error}"),
        }
    }
}

impl std::error::Error for Error {}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Error {
        Error::Stream(error)
    }
}

/// The game that is being read.
#[derive(Default)]
pub struct Parser {
    lines: u64,
    rolls: usize,
    game: Game,
}

impl Parser {
    /// Reads the whole lines of `text` and appends the games that they
    /// complete to `games`. Returns how many bytes those lines have.
    ///
    /// # Errors
    /// A line that is neither a roll nor blank; the games before it are there.
    pub fn read(
        &mut self,
        table: &RollTable,
        text: &[u8],
        games: &mut Vec<Game>,
    ) -> Result<usize, Error> {
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
                let roll = Roll::parse(line).map_err(|problem| Error::Roll {
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
    /// A game has begun.
    pub fn finish(&self) -> Result<(), Error> {
        if self.rolls == 0 {
            return Ok(());
        }
        Err(Error::Incomplete {
            line: self.lines,
            rolls: self.rolls,
        })
    }

    /// Lines read.
    pub fn lines(&self) -> u64 {
        self.lines
    }

    fn push_roll(&mut self, roll: u8, games: &mut Vec<Game>) {
        self.game[self.rolls] = roll;
        self.rolls += 1;
        if self.rolls == ROUNDS {
            games.push(self.game);
            self.rolls = 0;
        }
    }
}
