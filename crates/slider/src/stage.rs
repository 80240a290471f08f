//! The blocks in the middle of a play, told apart.

use common::slider::Turn;

use crate::field::Field;
use crate::path::{landing, Landing};
use crate::position::{Position, Square, LINES};

/// A block, named by the square it stood on at the start.
pub type Block = u16;

/// A position and which block stands where.
#[derive(Clone)]
pub struct Stage {
    /// The position.
    pub position: Position,
    /// The blocks by square; of no meaning where there is none.
    blocks: [Block; LINES * LINES],
}

impl Stage {
    /// The start of a play.
    pub fn start(position: &Position) -> Stage {
        Stage {
            position: position.clone(),
            blocks: std::array::from_fn(|square| square as Block),
        }
    }

    /// The block on `square`, if there is one.
    #[inline]
    pub fn block(&self, square: Square) -> Option<Block> {
        (self.position.values[square] > 0).then(|| self.blocks[square])
    }

    /// Where a block stands, if it has not fallen.
    pub fn find(&self, block: Block) -> Option<Square> {
        let mut squares = self.position.squares();
        squares.find(|&square| self.blocks[square] == block)
    }

    /// Plays a turn of a block that is there; says where it ended.
    pub fn play(&mut self, field: &Field, turn: Turn) -> Landing {
        let from = turn.row * LINES + turn.col;
        let end = landing(field, &self.position, from, turn.kind, turn.direction);
        if end != Landing::Blocked {
            let value = self.position.take(from);
            if let Landing::Square(to) = end {
                self.position.put(to, value);
                self.blocks[to] = self.blocks[from];
            }
        }
        end
    }
}
