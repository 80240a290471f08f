//! PseudoTonga: Monte Carlo tree search against the known server.
//!
//! The input is the side of the board and the server's first stone (`-1 -1`
//! if the contestant starts), then the server's stones; the output is the
//! contestant's.

use std::io::{Read, Write};

use common::clock::Budget;
use common::tokens::{Malformed, Tokens};
use common::tonga::{Side, Square};

use crate::player::Contestant;

pub mod base78;
pub mod endgame;
pub mod features;
pub mod player;
pub mod policy;
pub mod position;
pub mod tree;
pub mod value;
pub mod weights;

/// Plays a whole game. If the server leaves, so does the player.
///
/// # Errors
/// The input is not a game: a number is missing, is not a number, or breaks a
/// rule.
pub fn play(input: impl Read, mut output: impl Write, budget: Budget) -> Result<(), Malformed> {
    let mut input = Tokens::new(input);
    let n = input.number("the side of the board")?;
    let side = Side::new(n).ok_or_else(|| input.unexpected("an even side from 6 to 16"))?;
    let mut game = Contestant::new(side, budget);
    let row: i64 = input.number("the row of the server's first stone")?;
    let col: i64 = input.number("the column of the server's first stone")?;
    if (row, col) != (-1, -1) {
        let square = free(&game, side, row, col);
        game.apply_server_move(square.ok_or_else(|| input.unexpected("a square of the board"))?);
    }
    loop {
        let (row, col) = (usize::from(game.choose_move()), side.rows());
        let sent = writeln!(output, "{} {}", row / col, row % col).and_then(|()| output.flush());
        if sent.is_err() || game.is_over() {
            return Ok(());
        }
        let Some(row) = input.number_or_end("the row of the server's stone")? else {
            return Ok(());
        };
        let col = input.number("the column of the server's stone")?;
        let square = free(&game, side, row, col);
        game.apply_server_move(
            square.ok_or_else(|| input.unexpected("an empty square of the board"))?,
        );
        if game.is_over() {
            return Ok(());
        }
    }
}

/// The square at `row` and `col` if it can be played on.
fn free(game: &Contestant, side: Side, row: i64, col: i64) -> Option<Square> {
    let rows = 0..side.rows() as i64;
    let on_board = rows.contains(&row) && rows.contains(&col);
    let square = on_board.then(|| (row * rows.end + col) as Square)?;
    game.is_empty(square).then_some(square)
}
