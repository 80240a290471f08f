//! Where the blocks are, as bits and as values.

/// Words a board has along either axis; also the stride of a [`Square`].
pub const LINES: usize = 32;

/// A square, `row * LINES + col`.
pub type Square = usize;

/// A block, named by the square it stood on at the start.
pub type BlockId = u16;

/// A block off the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Block {
    /// Which one.
    pub block: BlockId,
    /// Its value.
    pub value: u8,
}

/// One bit per square of a board, in one word per line.
pub type Mask = [u32; LINES];

/// Rows or columns. In a row's word bit c is column c, in a column's word bit
/// r is row r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Axis {
    /// Lines are rows.
    Row = 0,
    /// Lines are columns.
    Col = 1,
}

impl Axis {
    /// Both.
    pub const BOTH: [Axis; 2] = [Axis::Row, Axis::Col];

    /// The square at `bit` of `line`.
    #[inline]
    pub fn square(self, line: usize, bit: usize) -> Square {
        match self {
            Axis::Row => line * LINES + bit,
            Axis::Col => bit * LINES + line,
        }
    }

    /// Line and bit of a square.
    #[inline]
    pub fn line_and_bit(self, square: Square) -> (usize, usize) {
        match self {
            Axis::Row => (square / LINES, square % LINES),
            Axis::Col => (square % LINES, square / LINES),
        }
    }
}

/// Whether a square's bit is set in a mask of rows.
#[inline]
pub fn has(mask: &Mask, square: Square) -> bool {
    mask[square / LINES] >> (square % LINES) & 1 == 1
}

/// The numbers of the bits set in `word`, lowest first.
#[inline]
pub fn bits(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = word.trailing_zeros();
        word &= word.wrapping_sub(1);
        (bit < u32::BITS).then_some(bit as usize)
    })
}

/// The numbers of the bits set in `word`, highest first.
#[inline]
pub fn bits_down(mut word: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = 31u32.checked_sub(word.leading_zeros())?;
        word ^= 1 << bit;
        Some(bit as usize)
    })
}

/// The blocks of a board.
#[derive(Clone)]
pub struct Position {
    /// Values by square, 0 where there is no block.
    pub values: [u8; LINES * LINES],
    /// The blocks by square; of no meaning where there is none.
    ids: [BlockId; LINES * LINES],
    /// The squares with blocks, by [`Axis`].
    pub blocks: [Mask; 2],
    /// Zobrist hash (Zobrist, 1970).
    pub hash: u64,
}

impl Position {
    /// No block anywhere.
    pub const EMPTY: Position = Position {
        values: [0; LINES * LINES],
        ids: [0; LINES * LINES],
        blocks: [[0; LINES]; 2],
        hash: 0,
    };

    /// The squares with blocks, row by row.
    pub fn squares(&self) -> impl Iterator<Item = Square> + '_ {
        let rows = self.blocks[Axis::Row as usize].iter().enumerate();
        rows.flat_map(|(row, &word)| bits(word).map(move |col| row * LINES + col))
    }

    /// The block on `square`, if there is one.
    #[inline]
    pub fn block(&self, square: Square) -> Option<BlockId> {
        (self.values[square] > 0).then(|| self.ids[square])
    }

    /// Where a block stands, if it has not fallen.
    pub fn find(&self, block: BlockId) -> Option<Square> {
        self.squares().find(|&square| self.ids[square] == block)
    }

    /// Takes the block off `square`.
    #[inline]
    pub fn take(&mut self, square: Square) -> Block {
        let value = std::mem::take(&mut self.values[square]);
        self.toggle(square, value);
        let block = self.ids[square];
        Block { block, value }
    }

    /// Puts a block on the empty `square`.
    #[inline]
    pub fn put(&mut self, square: Square, piece: Block) {
        self.values[square] = piece.value;
        self.ids[square] = piece.block;
        self.toggle(square, piece.value);
    }

    #[inline]
    fn toggle(&mut self, square: Square, value: u8) {
        let (row, col) = Axis::Row.line_and_bit(square);
        self.blocks[Axis::Row as usize][row] ^= 1 << col;
        self.blocks[Axis::Col as usize][col] ^= 1 << row;
        self.hash ^= zobrist(square, value);
    }
}

/// The Zobrist key of a block: splitmix64 of its square and value.
#[inline]
fn zobrist(square: Square, value: u8) -> u64 {
    let mut word = (square as u64 * 16 + u64::from(value) + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    word = (word ^ (word >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    word ^ (word >> 31)
}
