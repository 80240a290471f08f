//! PseudoTonga: Monte Carlo tree search against a known stochastic opponent. A policy and a value
//! guide it; both are fitted in self-play.
//!
//! The input is the side of the board and the server's first stone (`-1 -1` if the contestant
//! starts), then the server's other stones. The output is the contestant's stones. `README.md` has
//! the rules, `DESIGN.md` the method.
//!
//! The fitting program and the benches use the public modules.

use std::io::{Read, Write};

use common::clock::Budget;
use common::tokens::{Malformed, Tokens};
use common::tonga::{Side, Square};

use crate::player::GamePlayer;

pub mod base78;
pub mod endgame;
pub mod features;
pub mod fitted;
mod graph;
mod patterns;
mod player;
pub mod policy;
pub mod position;
pub mod tree;
mod tuning;
pub mod value;
mod weights;

pub use crate::tuning::{selection, Selection, TIME};

/// Plays a whole game. Returns early if the input or the output is closed. The answers `given` come
/// first; the budget then covers only the next answer.
///
/// # Errors
/// A number in the input is missing, malformed or out of range.
pub fn play(
    input: impl Read,
    mut output: impl Write,
    budget: Budget,
    given: Option<Vec<String>>,
) -> Result<(), Malformed> {
    let mut input = Tokens::new(input);
    let n = input.number("the side of the board")?;
    let side = Side::new(n).ok_or_else(|| input.unexpected("an even side from 6 to 16"))?;
    let mut game = GamePlayer::new(side, budget, given.is_some());
    let mut given = given.into_iter().flatten();
    let row: i64 = input.number("the row of the server's first stone")?;
    let col: i64 = input.number("the column of the server's first stone")?;
    if (row, col) != (-1, -1) {
        let square = game.empty_square(row, col);
        game.apply_server_move(square.ok_or_else(|| input.unexpected("a square of the board"))?);
    }
    loop {
        let next = given.next();
        let square = match next.and_then(|line| stone(&game, &line)) {
            Some(square) => game.repeat_move(square),
            None => game.choose_move(),
        };
        let (row, col) = side.row_and_col(square);
        let sent = writeln!(output, "{row} {col}").and_then(|()| output.flush());
        // If a stone of the server fills the board, the server does not send it.
        if sent.is_err() || game.squares_left() < 2 {
            return Ok(());
        }
        let Some(row) = input.number_or_end("the row of the server's stone")? else {
            return Ok(());
        };
        let col = input.number("the column of the server's stone")?;
        let square = game
            .empty_square(row, col)
            .ok_or_else(|| input.unexpected("an empty square of the board"))?;
        game.apply_server_move(square);
    }
}

fn stone(game: &GamePlayer, line: &str) -> Option<Square> {
    let mut words = line.split_whitespace();
    let (row, col) = (words.next()?, words.next()?);
    game.empty_square(row.parse().ok()?, col.parse().ok()?)
}
