//! PseudoTonga: Monte Carlo tree search against a known stochastic opponent. A policy and a value
//! guide it; both are fitted to games against this opponent.
//!
//! The input is the side of the board and the server's first stone (`-1 -1` if the contestant
//! starts), then the server's other stones. The output is the contestant's stones.

use std::io::{Read, Write};

use common::clock::Budget;
use common::tokens::{Malformed, Tokens};
use common::tonga::{Side, Square};

use crate::player::GamePlayer;

pub mod base78;
pub mod endgame;
pub mod features;
pub mod fitted;
mod patterns;
mod player;
pub mod policy;
pub mod position;
pub mod tree;
mod tuning;
pub mod value;
mod weights;

pub use crate::tuning::{selection, Selection, TIME};

/// Plays a whole game. Returns early if the input or the output is closed.
///
/// # Errors
/// A number in the input is missing, malformed or out of range.
pub fn play(input: impl Read, output: impl Write, budget: Budget) -> Result<(), Malformed> {
    Dialogue::start(input, output, budget)?.play()
}

/// Plays like [`play`], but begins with the answers `given`. The budget is for the next answer.
///
/// # Errors
/// The same as for [`play`].
pub fn resume(
    input: impl Read,
    output: impl Write,
    budget: Budget,
    given: &[String],
) -> Result<(), Malformed> {
    let mut dialogue = Dialogue::start(input, output, budget)?;
    for line in given {
        let Some(square) = stone(&dialogue.game, line) else {
            break;
        };
        dialogue.game.repeat_move(square);
        if !dialogue.exchange(square)? {
            return Ok(());
        }
    }
    let square = dialogue.game.choose_move(1);
    if dialogue.exchange(square)? {
        dialogue.play()?;
    }
    Ok(())
}

fn stone(game: &GamePlayer, line: &str) -> Option<Square> {
    let mut words = line.split_whitespace();
    let (row, col) = (words.next()?, words.next()?);
    game.empty_square(row.parse().ok()?, col.parse().ok()?)
}

/// A game and its streams.
struct Dialogue<R, W> {
    input: Tokens<R>,
    output: W,
    side: Side,
    game: GamePlayer,
}

impl<R: Read, W: Write> Dialogue<R, W> {
    /// Reads the side of the board and the server's first stone.
    fn start(input: R, output: W, budget: Budget) -> Result<Dialogue<R, W>, Malformed> {
        let mut input = Tokens::new(input);
        let n = input.number("the side of the board")?;
        let side = Side::new(n).ok_or_else(|| input.unexpected("an even side from 6 to 16"))?;
        let mut game = GamePlayer::new(side, budget);
        let row: i64 = input.number("the row of the server's first stone")?;
        let col: i64 = input.number("the column of the server's first stone")?;
        if (row, col) != (-1, -1) {
            let square = game.empty_square(row, col);
            game.apply_server_move(
                square.ok_or_else(|| input.unexpected("a square of the board"))?,
            );
        }
        Ok(Dialogue { input, output, side, game })
    }

    fn play(&mut self) -> Result<(), Malformed> {
        loop {
            let square = self.game.choose_move(self.game.searches_left());
            if !self.exchange(square)? {
                return Ok(());
            }
        }
    }

    /// Sends our stone and plays the server's stone. Returns false if the game is over.
    fn exchange(&mut self, square: Square) -> Result<bool, Malformed> {
        let (row, col) = self.side.row_and_col(square);
        let sent = writeln!(self.output, "{row} {col}").and_then(|()| self.output.flush());
        // If a stone of the server fills the board, the server does not send it.
        if sent.is_err() || self.game.squares_left() < 2 {
            return Ok(false);
        }
        let Some(row) = self.input.number_or_end("the row of the server's stone")? else {
            return Ok(false);
        };
        let col = self.input.number("the column of the server's stone")?;
        let square = self.game.empty_square(row, col);
        let square = square.ok_or_else(|| self.input.unexpected("an empty square of the board"))?;
        self.game.apply_server_move(square);
        Ok(true)
    }
}
