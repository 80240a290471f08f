//! The blocks on the board.

use crate::square::{Axis, ByAxis, BySquare, Mask, Square};

/// The identity of a block: its original square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BlockId {
    pub origin: Square,
}

/// A block by itself, without a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    pub id: BlockId,
    /// Points per unit of the multiplier when it falls, 0 to 8.
    pub worth: u8,
}

#[derive(Clone)]
pub struct Position {
    /// Stale on a square without a block.
    worths: BySquare<u8>,
    /// Stale on a square without a block.
    ids: BySquare<BlockId>,
    blocks: ByAxis<Mask>,
    hash: u64,
}

impl Position {
    pub const EMPTY: Position = Position {
        worths: BySquare::filled(0),
        ids: BySquare::filled(BlockId { origin: Square::FIRST }),
        blocks: ByAxis::both(Mask::EMPTY),
        hash: 0,
    };

    #[inline]
    pub fn blocks(&self, axis: Axis) -> &Mask {
        &self.blocks[axis]
    }

    /// Returns the Zobrist hash of squares and worths (Zobrist, 1970).
    #[inline]
    pub fn hash(&self) -> u64 {
        self.hash
    }

    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        self.blocks[Axis::Row].squares()
    }

    #[inline]
    pub fn has_block(&self, square: Square) -> bool {
        self.blocks[Axis::Row].contains(square)
    }

    /// Returns the worth of the block on `square`, which must hold a block.
    #[inline]
    pub fn worth(&self, square: Square) -> u8 {
        debug_assert!(self.has_block(square));
        self.worths[square]
    }

    /// Returns the identity of the block on `square`, if any.
    #[inline]
    pub fn id(&self, square: Square) -> Option<BlockId> {
        self.has_block(square).then(|| self.ids[square])
    }

    pub fn find(&self, id: BlockId) -> Option<Square> {
        self.squares().find(|&square| self.ids[square] == id)
    }

    #[inline]
    pub fn take(&mut self, square: Square) -> Block {
        debug_assert!(self.has_block(square));
        let block = Block { id: self.ids[square], worth: self.worths[square] };
        self.toggle(square, block.worth);
        block
    }

    #[inline]
    pub fn put(&mut self, square: Square, block: Block) {
        debug_assert!(!self.has_block(square));
        self.worths[square] = block.worth;
        self.ids[square] = block.id;
        self.toggle(square, block.worth);
    }

    #[inline]
    fn toggle(&mut self, square: Square, worth: u8) {
        self.blocks.toggle(square);
        self.hash ^= zobrist_key(square, worth);
    }
}

/// Returns the Zobrist key of a block: splitmix64 (Steele, Lea and Flood, 2014) of its square and
/// worth.
#[inline]
fn zobrist_key(square: Square, worth: u8) -> u64 {
    let number = square.index() as u64 * 16 + u64::from(worth) + 2;
    let mut word = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
