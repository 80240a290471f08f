//! Rules that only a judge needs.

use crate::tonga::{Board, Player, Side, Square, Squares};

/// The squares of the server's first stone on an empty board: the middle four.
pub fn openings(side: Side) -> Squares {
    let half = side.rows() / 2;
    let is_middle = |square: &Square| {
        let (row, col) = side.row_and_col(*square);
        [half - 1, half].contains(&row) && [half - 1, half].contains(&col)
    };
    let middle = side.squares().filter(is_middle);
    middle.fold(Squares::NONE, |middle, square| middle | Squares::of(square))
}

/// Ends a game that the contestant failed: every empty square becomes the
/// server's.
pub fn forfeit(board: &mut Board) {
    for square in board.empty() {
        board.play(Player::Server, square);
    }
}
