//! The rules that only a judge needs.

use crate::tonga::{Board, Player, Side, Squares};

/// The squares among which the server opens on an empty board: the four in
/// the middle.
pub fn openings(side: Side) -> Squares {
    let n = side.rows();
    let mut middle = Squares::NONE;
    for row in [n / 2 - 1, n / 2] {
        for col in [n / 2 - 1, n / 2] {
            middle.insert((row * n + col) as u8);
        }
    }
    middle
}

/// The end of a game that the contestant broke off: every empty square
/// becomes the server's.
pub fn forfeit(board: &mut Board) {
    for square in board.empty() {
        board.play(Player::Server, square);
    }
}
