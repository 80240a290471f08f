//! The exact endgame: expectimax (Michie, "Game-playing and game-learning automata", 1966) with a
//! table of solved positions.

use std::collections::HashMap;

use common::tonga::server::Search;
use common::tonga::{signed_root, MoveDeltas, Player, Square};

/// Returns the best move and the expected signed square root of the points after it. The contestant
/// is to move, and 1 to 16 squares are empty.
///
/// Thirteen empty squares take 0.2 s; fifteen take five times as long.
pub fn solve(deltas: &MoveDeltas) -> (Square, f64) {
    let mut indices = [0; 256];
    for (index, square) in deltas.board().empty().into_iter().enumerate() {
        indices[square.index()] = index;
    }
    let values = HashMap::new();
    Solver { indices, values }.best_move(deltas, 0)
}

/// A position that follows the solved one. Each square that was empty at the start has two bits: 0
/// if it is still empty, else the owner's number plus 1.
type Code = u32;

struct Solver {
    indices: [usize; 256],
    values: HashMap<Code, f64>,
}

impl Solver {
    fn best_move(&mut self, deltas: &MoveDeltas, code: Code) -> (Square, f64) {
        let mut best = (Square::default(), f64::MIN);
        for square in deltas.board().empty() {
            let value = self.value_after(Player::Contestant, square, deltas, code);
            if value > best.1 {
                best = (square, value);
            }
        }
        best
    }

    fn server_value(&mut self, deltas: &MoveDeltas, code: Code) -> f64 {
        let replies = Search::new(deltas).best_squares().1;
        let values = replies
            .into_iter()
            .map(|square| self.value_after(Player::Server, square, deltas, code));
        values.sum::<f64>() / f64::from(replies.len())
    }

    fn value_after(
        &mut self,
        player: Player,
        square: Square,
        deltas: &MoveDeltas,
        code: Code,
    ) -> f64 {
        let code = code | (player as u32 + 1) << (2 * self.indices[square.index()]);
        if let Some(&value) = self.values.get(&code) {
            return value;
        }
        let mut next = deltas.clone();
        next.play(player, square);
        let value = if next.board().empty().is_empty() {
            signed_root(next.board().points())
        } else if player == Player::Contestant {
            self.server_value(&next, code)
        } else {
            self.best_move(&next, code).1
        };
        self.values.insert(code, value);
        value
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::rng::Rng;
    use common::tonga::{Board, Side};

    /// Computes the expected result by plain recursion on boards.
    fn expectation(board: &Board, player: Player) -> f64 {
        if board.empty().is_empty() {
            return signed_root(board.points());
        }
        let after = |square| {
            let mut next = board.clone();
            next.play(player, square);
            expectation(&next, player.opponent())
        };
        if player == Player::Contestant {
            return board.empty().iter().map(after).fold(f64::MIN, f64::max);
        }
        let deltas = MoveDeltas::new(board.clone());
        let best = Search::new(&deltas).best_squares().1;
        best.iter().map(after).sum::<f64>() / f64::from(best.len())
    }

    #[test]
    fn agrees_with_plain_recursion() {
        let mut rng = Rng::new(9);
        for round in 0..40 {
            let mut deltas = MoveDeltas::new(Board::new(Side::new(6).unwrap()));
            let mut player = Player::Server;
            while deltas.board().empty().len() > 1 + round % 7 {
                let empty: Vec<Square> = deltas.board().empty().iter().collect();
                deltas.play(player, empty[rng.below(empty.len() as u32) as usize]);
                player = player.opponent();
            }
            let (square, value) = solve(&deltas);
            let expected = expectation(deltas.board(), Player::Contestant);
            assert!((value - expected).abs() < 1e-9);
            let mut next = deltas.board().clone();
            next.play(Player::Contestant, square);
            assert!((expectation(&next, Player::Server) - expected).abs() < 1e-9);
        }
    }
}
