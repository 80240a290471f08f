//! Symmetries of a position: moves that are images of each other are equally good.

use common::tonga::{Board, Side, Square, Squares};

/// A rotation or reflection of the board: coordinates exchanged, then each counted from the other
/// end.
#[derive(Clone, Copy)]
struct Symmetry {
    swap: bool,
    flip_rows: bool,
    flip_cols: bool,
}

impl Symmetry {
    /// Returns all eight, the identity first.
    fn all() -> impl Iterator<Item = Symmetry> {
        (0..8).map(|bits| Symmetry {
            swap: bits & 4 != 0,
            flip_rows: bits & 2 != 0,
            flip_cols: bits & 1 != 0,
        })
    }

    fn image(self, side: Side, square: Square) -> Square {
        let (row, col) = side.row_and_col(square);
        let (row, col) = if self.swap { (col, row) } else { (row, col) };
        let flip = |flips, place| {
            if flips {
                side.rows() - 1 - place
            } else {
                place
            }
        };
        let (row, col) = (flip(self.flip_rows, row), flip(self.flip_cols, col));
        Square::new((row * side.rows() + col) as u8)
    }
}

/// Keeps the first of the moves that symmetries of the board exchange.
pub fn keep_first(board: &Board, moves: &mut Vec<Square>) {
    let side = board.side();
    let keeps_stones = |symmetry: &Symmetry| {
        let is_kept = |at| board.owner(at) == board.owner(symmetry.image(side, at));
        side.squares().all(is_kept)
    };
    let symmetries: Vec<Symmetry> = Symmetry::all().skip(1).filter(keeps_stones).collect();
    let mut seen = Squares::NONE;
    moves.retain(|&square| {
        let is_new = !seen.has(square);
        seen.insert(square);
        for symmetry in &symmetries {
            seen.insert(symmetry.image(side, square));
        }
        is_new
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::tonga::Player;

    fn kept(board: &Board) -> Vec<usize> {
        let mut moves: Vec<Square> = board.empty().iter().collect();
        keep_first(board, &mut moves);
        moves.iter().map(|square| square.index()).collect()
    }

    #[test]
    fn one_move_of_each_orbit_is_kept() {
        let mut board = Board::new(Side::new(6).unwrap());
        // An eighth of the board, with its diagonal.
        assert_eq!(kept(&board), [0, 1, 2, 7, 8, 14]);
        // On a diagonal, one reflection is left: the 5 squares on that diagonal and half the 30 others.
        board.play(Player::Server, Square::new(14));
        let diagonal = kept(&board);
        assert_eq!(diagonal.len(), 20);
        assert!(diagonal.iter().all(|at| at / 6 <= at % 6));
        // Its opposite is a stone of the other player: no rotation exchanges them.
        board.play(Player::Contestant, Square::new(21));
        assert_eq!(kept(&board).len(), 19);
        board.play(Player::Server, Square::new(1));
        assert_eq!(kept(&board).len(), 33);
    }
}
