//! A position of a game, with incrementally updated deltas and patterns.

use common::tonga::{Board, IncrementalEvaluation, Player, Side, Square};

use crate::patterns::Patterns;

/// A board with its move deltas, its patterns and the last stone of each player.
pub struct Position {
    deltas: IncrementalEvaluation,
    patterns: Patterns,
    last: [Option<Square>; 2],
}

impl Clone for Position {
    fn clone(&self) -> Position {
        Position { deltas: self.deltas.clone(), patterns: self.patterns.clone(), last: self.last }
    }

    fn clone_from(&mut self, source: &Position) {
        self.deltas.clone_from(&source.deltas);
        self.patterns.clone_from(&source.patterns);
        self.last = source.last;
    }
}

impl Position {
    /// Returns the empty board.
    pub fn new(side: Side) -> Position {
        Position {
            deltas: IncrementalEvaluation::new(Board::new(side)),
            patterns: Patterns::new(side),
            last: [None; 2],
        }
    }

    /// Returns the stones and the changes that one more stone would make.
    pub fn deltas(&self) -> &IncrementalEvaluation {
        &self.deltas
    }

    /// Returns the stones.
    pub fn board(&self) -> &Board {
        self.deltas.board()
    }

    /// Returns the local patterns of all squares.
    pub fn patterns(&self) -> &Patterns {
        &self.patterns
    }

    /// Returns the last stone of `player`, or `None` before the first one.
    pub fn last(&self, player: Player) -> Option<Square> {
        self.last[player as usize]
    }

    /// Puts a stone of `player` on an empty square.
    pub fn play(&mut self, player: Player, square: Square) {
        self.deltas.play(player, square);
        self.patterns.play(self.board().side(), player, square);
        self.last[player as usize] = Some(square);
    }
}
