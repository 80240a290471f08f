//! The parser. A line is one roll, a game is thirteen rolls, and blank lines may be anywhere.

use crate::table::{GameRolls, RollId, RollTable, CANONICAL_LINE};
use common::tokens::Malformed;
use common::yahtzee::{Roll, ROUNDS};

/// A parser that receives the input in blocks and keeps the incomplete game between them.
#[derive(Default)]
pub struct Parser {
    lines: usize,
    rolls: usize,
    game: GameRolls,
}

impl Parser {
    /// Reads the complete lines of `text` and appends the games that they complete to `games`.
    /// Returns the length of these lines in bytes.
    ///
    /// # Errors
    /// A line is neither a roll nor blank. The games before it are appended.
    pub fn read(
        &mut self,
        table: &RollTable,
        text: &[u8],
        games: &mut Vec<GameRolls>,
    ) -> Result<usize, Malformed> {
        let mut rest = text;
        loop {
            if let Some(roll) =
                rest.get(..CANONICAL_LINE).and_then(|line| table.canonical(line.try_into().ok()?))
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
                let roll = Roll::parse(line).map_err(|rule| Malformed::rule(self.lines, rule))?;
                self.push_roll(table.id(roll), games);
            }
            rest = &rest[length + 1..];
        }
    }

    /// Checks that the input may end here.
    ///
    /// # Errors
    /// A game is incomplete.
    pub fn finish(&self) -> Result<(), Malformed> {
        let rule = |rolls| format!("the input ends after {rolls} of a game's {ROUNDS} rolls");
        match self.rolls {
            0 => Ok(()),
            rolls => Err(Malformed::rule(self.lines, rule(rolls))),
        }
    }

    pub fn lines(&self) -> usize {
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
