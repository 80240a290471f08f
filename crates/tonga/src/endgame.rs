//! The exact endgame: expectimax (Michie, "Game-playing and game-learning automata", 1966) with a
//! table of solved positions.

use std::collections::HashMap;

use common::tonga::server::Search;
use common::tonga::{signed_root, IncrementalEvaluation, Player, Square, Squares};

/// Returns the best move and the expected signed square root of the points after it. The contestant
/// is to move, and 1 to 16 squares are empty.
pub fn solve(deltas: &IncrementalEvaluation) -> (Square, f64) {
    Solver::new(deltas).best_move(deltas)
}

/// A position that follows the first one. Each square that was empty there has two bits: 0 if it is
/// still empty, else the owner's number plus 1.
type Code = u32;

/// The solved positions of an endgame.
pub struct Solver {
    /// The squares that were empty at the start.
    squares: Squares,
    indices: [u8; 256],
    values: HashMap<Code, f64>,
    /// Room for positions.
    scratch: Vec<Box<IncrementalEvaluation>>,
}

impl Solver {
    /// Returns a solver of this position and those below it, with 1 to 16 empty squares.
    pub fn new(deltas: &IncrementalEvaluation) -> Solver {
        let squares = deltas.board().empty();
        let mut indices = [0; 256];
        for (index, square) in (0..).zip(squares) {
            indices[square.index()] = index;
        }
        Solver { squares, indices, values: HashMap::new(), scratch: Vec::new() }
    }

    /// Returns the best move and its expected signed square root of the points, with the contestant
    /// to move.
    pub fn best_move(&mut self, deltas: &IncrementalEvaluation) -> (Square, f64) {
        let stones = self.squares.iter().filter_map(|square| {
            let owner = deltas.board().owner(square)?;
            Some(self.stone(owner, square))
        });
        let code = stones.sum();
        self.best_below(deltas, code)
    }

    fn stone(&self, player: Player, square: Square) -> Code {
        (player as u32 + 1) << (2 * self.indices[square.index()])
    }

    fn best_below(&mut self, deltas: &IncrementalEvaluation, code: Code) -> (Square, f64) {
        let mut best = (Square::default(), f64::MIN);
        for square in deltas.board().empty() {
            let value = self.value_after(Player::Contestant, square, deltas, code);
            if value > best.1 {
                best = (square, value);
            }
        }
        best
    }

    fn server_value(&mut self, deltas: &IncrementalEvaluation, code: Code) -> f64 {
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
        deltas: &IncrementalEvaluation,
        code: Code,
    ) -> f64 {
        let code = code | self.stone(player, square);
        if let Some(&value) = self.values.get(&code) {
            return value;
        }
        let scratch = self.scratch.pop();
        let mut next = scratch.unwrap_or_else(|| Box::new(deltas.clone()));
        IncrementalEvaluation::clone_from(&mut next, deltas);
        next.play(player, square);
        let value = if next.board().empty().is_empty() {
            signed_root(next.board().points())
        } else if player == Player::Contestant {
            self.server_value(&next, code)
        } else {
            self.best_below(&next, code).1
        };
        self.scratch.push(next);
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
        let deltas = IncrementalEvaluation::new(board.clone());
        let best = Search::new(&deltas).best_squares().1;
        best.iter().map(after).sum::<f64>() / f64::from(best.len())
    }

    #[test]
    fn agrees_with_plain_recursion() {
        let mut rng = Rng::new(9);
        for round in 0..40 {
            let mut deltas = IncrementalEvaluation::new(Board::new(Side::new(6).unwrap()));
            let mut player = Player::Server;
            while deltas.board().empty().len() > 1 + round % 7 {
                let empty: Vec<Square> = deltas.board().empty().iter().collect();
                deltas.play(player, empty[rng.below(empty.len() as u32) as usize]);
                player = player.opponent();
            }
            let mut solver = Solver::new(&deltas);
            let (square, value) = solver.best_move(&deltas);
            let expected = expectation(deltas.board(), Player::Contestant);
            assert!((value - expected).abs() < 1e-9);
            let mut next = deltas.board().clone();
            next.play(Player::Contestant, square);
            assert!((expectation(&next, Player::Server) - expected).abs() < 1e-9);
            // Positions after best play are in the table.
            deltas.play(Player::Contestant, square);
            let reply = Search::new(&deltas).best_squares().1.iter().next();
            if let Some(reply) = reply.filter(|_| deltas.board().empty().len() > 1) {
                deltas.play(Player::Server, reply);
                let known = solver.values.len();
                let value = solver.best_move(&deltas).1;
                assert!((value - expectation(deltas.board(), Player::Contestant)).abs() < 1e-9);
                assert_eq!(solver.values.len(), known);
            }
        }
    }
}
