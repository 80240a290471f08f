//! What one more stone would do, for every empty square and either player.

use crate::tonga::board::Roots;
use crate::tonga::{Board, Player, Square, Squares};

/// The isle that a stone on an empty square would make, and what that stone
/// would change in the evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Placement {
    /// Its liberties.
    pub liberties: Squares,
    /// Its area.
    pub area: i32,
    /// Its perimeter.
    pub perimeter: i32,
    /// By how much the stone improves the evaluation for its owner.
    pub gain: i32,
    /// What its owner's joined isles and the stones' effect on the opponent
    /// amount to: gain = area² × perimeter − cost.
    pub cost: i32,
    /// The owner's isles that it joins.
    pub own: Roots,
    /// The opponent's isles that it takes a liberty from.
    pub other: Roots,
}

/// A board with the [`Placement`] of every empty square and player, kept up to
/// date stone by stone.
#[derive(Clone)]
pub struct MoveDeltas {
    board: Board,
    placements: [[Placement; 256]; 2],
}

impl MoveDeltas {
    /// The deltas of a board.
    pub fn new(board: Board) -> MoveDeltas {
        let mut deltas = MoveDeltas {
            board,
            placements: [[Placement::default(); 256]; 2],
        };
        deltas.refresh(deltas.board.empty());
        deltas
    }

    /// The stones.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// What a stone of `player` on an empty square would do.
    pub fn placement(&self, player: Player, square: Square) -> &Placement {
        &self.placements[player as usize][square.index()]
    }

    /// Puts a stone of `player` on an empty square.
    pub fn play(&mut self, player: Player, square: Square) {
        // A join depends on the isles next to its square and on the squares
        // next to it: those that change are next to the new isle or to an
        // isle that loses a liberty.
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
