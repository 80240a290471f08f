//! Effects of one more stone, for every empty square and both players.

use crate::tonga::board::NearSquares;
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
    /// Value of the joined isles minus the opponent's loss: the gain is area² × perimeter − cost.
    pub cost: i32,
    /// Area of the opponent's isles that lose a liberty.
    pub hit_area: u8,
    /// Area of the largest of them.
    pub largest_hit: u8,
    /// Indices of the owner's isles that the stone joins.
    pub own: NearSquares,
    /// Indices of the opponent's isles that lose a liberty.
    pub other: NearSquares,
}

/// A board with the [`Placement`] of every empty square and player, updated incrementally.
pub struct IncrementalEvaluation {
    board: Board,
    placements: [[Placement; 256]; 2],
    gains: [[i32; 256]; 2],
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
        self.gains = source.gains;
    }
}

impl IncrementalEvaluation {
    /// Computes all placements of a board.
    pub fn new(board: Board) -> IncrementalEvaluation {
        let mut deltas = IncrementalEvaluation::unknown(board);
        deltas.refresh(deltas.board.empty(), &[Player::Server, Player::Contestant]);
        deltas
    }

    fn unknown(board: Board) -> IncrementalEvaluation {
        IncrementalEvaluation {
            board,
            placements: [[Placement::default(); 256]; 2],
            gains: [[0; 256]; 2],
        }
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

    /// Returns by square how much a stone of `player` there increases the evaluation, as seen by
    /// the player; 0 if the square is not empty.
    #[inline]
    pub fn gains(&self, player: Player) -> &[i32; 256] {
        &self.gains[player as usize]
    }

    /// Puts a stone of `player` on an empty square.
    pub fn play(&mut self, player: Player, square: Square) {
        // A placement depends on the isles and empty squares next to its square, but only on the
        // areas of the opponent's isles. So both players' placements next to the new isle change,
        // and the opponent's next to an isle that loses a liberty.
        let placement = self.placement(player, square);
        let mut joined = placement.liberties;
        joined.remove(square);
        let mut hit = Squares::NONE;
        for &root in placement.other.iter() {
            hit |= self.board.isle(root).liberties;
        }
        hit.remove(square);
        self.board.play(player, square);
        for gains in &mut self.gains {
            gains[square.index()] = 0;
        }
        self.refresh(joined, &[Player::Server, Player::Contestant]);
        self.refresh(hit - joined, &[player.opponent()]);
    }

    fn refresh(&mut self, squares: Squares, players: &[Player]) {
        for square in squares {
            let (roots, empty) = self.board.around(square);
            for &player in players {
                let own = &roots[player as usize];
                let other = &roots[player.opponent() as usize];
                let (mut liberties, mut area, mut cost) = (Squares::NONE, 1, 0);
                let mut perimeter = 0;
                for (joined, &root) in own.iter().enumerate() {
                    let isle = self.board.isle(root);
                    liberties |= isle.liberties;
                    area += isle.area;
                    cost += isle.worth();
                    // Of a single isle, the number of liberties is known.
                    perimeter = match joined {
                        0 => isle.perimeter,
                        _ => liberties.len() as i32,
                    };
                }
                if area > 1 {
                    liberties.remove(square);
                    perimeter -= 1;
                }
                for &near in empty.iter() {
                    perimeter += i32::from(!liberties.has(near));
                    liberties.insert(near);
                }
                let (mut hit_area, mut largest_hit) = (0, 0);
                for &root in other.iter() {
                    let hit = self.board.isle(root).area;
                    cost -= hit * hit;
                    hit_area += hit;
                    largest_hit = hit.max(largest_hit);
                }
                self.gains[player as usize][square.index()] = area * area * perimeter - cost;
                self.placements[player as usize][square.index()] = Placement {
                    liberties,
                    area,
                    perimeter,
                    cost,
                    hit_area: hit_area as u8,
                    largest_hit: largest_hit as u8,
                    own: *own,
                    other: *other,
                };
            }
        }
    }
}
