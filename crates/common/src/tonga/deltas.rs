//! Effects of one more stone, for every empty square and both players.

use crate::tonga::board::Roots;
use crate::tonga::{Board, Player, Square, Squares};

/// The isle that a stone on an empty square would make, and the effect on the evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Liberties of the isle.
    pub liberties: Squares,
    /// Area of the isle.
    pub area: i32,
    /// Perimeter of the isle.
    pub perimeter: i32,
    /// Increase of the evaluation, as seen by the stone's owner.
    pub gain: i32,
    /// Value of the joined isles minus the opponent's loss: gain = area² × perimeter − cost.
    pub cost: i32,
    /// Indices of the owner's isles that the stone joins.
    pub own: Roots,
    /// Indices of the opponent's isles that lose a liberty.
    pub other: Roots,
}

/// A board with the [`Placement`] of every empty square and player, updated incrementally.
pub struct IncrementalEvaluation {
    board: Board,
    placements: [[Placement; 256]; 2],
}

impl Clone for IncrementalEvaluation {
    fn clone(&self) -> IncrementalEvaluation {
        let mut copy = IncrementalEvaluation::unknown(Board::new(self.board.side()));
        copy.clone_from(self);
        copy
    }

    /// Copies only the placements on empty squares.
    fn clone_from(&mut self, source: &IncrementalEvaluation) {
        self.board.clone_from(&source.board);
        for (copy, placements) in self.placements.iter_mut().zip(&source.placements) {
            for square in source.board.empty() {
                copy[square.index()] = placements[square.index()];
            }
        }
    }
}

impl IncrementalEvaluation {
    /// Computes all placements of a board.
    pub fn new(board: Board) -> IncrementalEvaluation {
        let mut deltas = IncrementalEvaluation::unknown(board);
        deltas.refresh(deltas.board.empty());
        deltas
    }

    fn unknown(board: Board) -> IncrementalEvaluation {
        let placements = [[Placement::default(); 256]; 2];
        IncrementalEvaluation { board, placements }
    }

    /// Returns the board.
    #[inline]
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// Returns the placement of a stone of `player` on an empty square.
    #[inline]
    pub fn placement(&self, player: Player, square: Square) -> &Placement {
        &self.placements[player as usize][square.index()]
    }

    /// Puts a stone of `player` on an empty square.
    pub fn play(&mut self, player: Player, square: Square) {
        // A placement depends on the isles and empty squares next to its square. So only placements
        // next to the new isle, or next to an isle that loses a liberty, change.
        let placement = self.placement(player, square);
        let mut changed = placement.liberties;
        for &root in placement.other.iter() {
            changed |= self.board.isle(root).liberties;
        }
        changed.remove(square);
        self.board.play(player, square);
        self.refresh(changed);
    }

    fn refresh(&mut self, squares: Squares) {
        for square in squares {
            let (server, empty) = self.board.around(Player::Server, square);
            let (contestant, _) = self.board.around(Player::Contestant, square);
            for (player, own, other) in [
                (Player::Server, server, contestant),
                (Player::Contestant, contestant, server),
            ] {
                let mut liberties = empty;
                let (mut area, mut cost) = (1, 0);
                for &root in own.iter() {
                    let isle = self.board.isle(root);
                    liberties |= isle.liberties;
                    area += isle.area;
                    cost += isle.worth();
                }
                for &root in other.iter() {
                    let isle = self.board.isle(root);
                    cost -= isle.area * isle.area;
                }
                liberties.remove(square);
                let perimeter = liberties.len() as i32;
                self.placements[player as usize][square.index()] = Placement {
                    liberties,
                    area,
                    perimeter,
                    gain: area * area * perimeter - cost,
                    cost,
                    own,
                    other,
                };
            }
        }
    }
}
