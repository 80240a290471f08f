//! The scores of every roll, and the way from five dice to them.

use common::yahtzee::{Category, Roll, FACES, ROUNDS};

/// A roll as an index of a [`RollTable`].
pub type RollId = u8;

/// The rolls of a game.
pub type Game = [RollId; ROUNDS];

/// Scores of a roll in the order of [`Category::ALL`], padded with zeros to
/// the width of a vector register.
pub type Scores = [u8; 16];

/// The scores of a game, by round.
pub type GameScores<'a> = [&'a Scores; ROUNDS];

/// Different rolls: the multisets of five dice.
const ROLLS: usize = 252;

/// What a die adds to the key of its roll, by face: the faces 1 to 5 are
/// counted in base 6. What is no face makes a key too large.
const KEY_WEIGHTS: [u16; 8] = [NO_FACE, 1, 6, 36, 216, 1296, 0, NO_FACE];
/// Five of these fit a `u16`, one is more than any five faces.
const NO_FACE: u16 = 1 << 13;
const KEYS: usize = 5 * 1296 + 1;

/// Bytes of a line in its usual form, `1 2 3 4 5` and a newline.
pub const CANONICAL_LINE: usize = 10;

/// Scores by roll, looked up by the dice as they stand in the input.
pub struct RollTable {
    rows: [Scores; ROLLS],
    by_key: [RollId; KEYS],
}

impl RollTable {
    /// Works out all 252 rolls.
    pub fn new() -> Box<RollTable> {
        const NONE: RollId = RollId::MAX;
        let mut table = Box::new(RollTable {
            rows: [[0; 16]; ROLLS],
            by_key: [NONE; KEYS],
        });
        let mut rolls = 0;
        for order in 0..6u32.pow(5) {
            let faces = [0, 1, 2, 3, 4].map(|die| (order / 6u32.pow(die) % 6) as u8 + 1);
            let Some(roll) = Roll::new(faces) else {
                continue;
            };
            let id = &mut table.by_key[key(roll)];
            if *id == NONE {
                *id = rolls;
                let row = &mut table.rows[usize::from(rolls)];
                for (score, category) in row.iter_mut().zip(Category::ALL) {
                    *score = roll.score(category);
                }
                rolls += 1;
            }
        }
        table
    }

    /// The scores of the rolls of `game`.
    pub fn scores_of(&self, game: &Game) -> GameScores<'_> {
        game.map(|roll| &self.rows[usize::from(roll)])
    }

    /// The index of a roll.
    pub fn id(&self, roll: Roll) -> RollId {
        self.by_key[key(roll)]
    }

    /// The roll on a line in its usual form; `None` if it has another form.
    #[inline]
    pub fn canonical(&self, line: &[u8; CANONICAL_LINE]) -> Option<RollId> {
        const BLANKS: u64 = u64::from_le_bytes(*b"0 0 0 0 ");
        const FACE_BITS: u64 = u64::from_le_bytes([7, 0, 7, 0, 7, 0, 7, 0]);
        let [a, b, c, d, e, f, g, h, last, end] = *line;
        let dice = u64::from_le_bytes([a, b, c, d, e, f, g, h]) ^ BLANKS;
        let last = last ^ b'0';
        if dice & !FACE_BITS != 0 || last > 7 || end != b'\n' {
            return None;
        }
        let key: u16 = KEY_WEIGHTS[usize::from(last)]
            + [0, 16, 32, 48]
                .map(|shift| KEY_WEIGHTS[(dice >> shift & 7) as usize])
                .iter()
                .sum::<u16>();
        self.by_key.get(usize::from(key)).copied()
    }
}

fn key(roll: Roll) -> usize {
    let counts: [u8; FACES] = roll.counts();
    (counts.iter().zip(&KEY_WEIGHTS[1..]))
        .map(|(&count, &weight)| usize::from(count) * usize::from(weight))
        .sum()
}
