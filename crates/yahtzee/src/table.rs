//! The scores of all 252 rolls, looked up by their dice.

use common::yahtzee::{Category, Roll, FACES, ROUNDS};

#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub struct RollId(u8);

impl RollId {
    /// Marks a key that is not a roll.
    const NONE: RollId = RollId(u8::MAX);

    fn index(self) -> usize {
        usize::from(self.0)
    }
}

pub type GameRolls = [RollId; ROUNDS];

/// Scores of a roll in the order of [`Category::ALL`], padded with zeros to a vector register.
pub type RollScores = [u8; 16];

/// The scores of a game, by round.
pub type GameScores<'a> = [&'a RollScores; ROUNDS];

/// Number of different rolls: multisets of five dice.
const ROLLS: usize = 252;

/// By face, the amount that a die adds to the key of its roll. The faces 1 to 5 are digits in base
/// 6. 0 and 7 are not faces; they make the key too large.
const KEY_WEIGHTS: [u16; 8] = [NO_FACE, 1, 6, 36, 216, 1296, 0, NO_FACE];
/// A number larger than any key of five faces. The sum of five such numbers fits a `u16`.
const NO_FACE: u16 = 1 << 13;
const KEYS: usize = 5 * 1296 + 1;

/// Length of a canonical line in bytes: `1 2 3 4 5` and a newline.
pub const CANONICAL_LINE: usize = 10;

pub struct RollTable {
    rows: [RollScores; ROLLS],
    by_key: [RollId; KEYS],
}

impl RollTable {
    pub fn new() -> Box<RollTable> {
        let mut table =
            Box::new(RollTable { rows: [[0; 16]; ROLLS], by_key: [RollId::NONE; KEYS] });
        let mut rolls = 0;
        for order in 0..6u32.pow(5) {
            let faces = [0, 1, 2, 3, 4].map(|die| (order / 6u32.pow(die) % 6) as u8 + 1);
            let Some(roll) = Roll::new(faces) else {
                continue;
            };
            let id = &mut table.by_key[key(roll)];
            if *id == RollId::NONE {
                *id = RollId(rolls);
                let row = &mut table.rows[id.index()];
                for (score, category) in row.iter_mut().zip(Category::ALL) {
                    *score = roll.score(category);
                }
                rolls += 1;
            }
        }
        table
    }

    pub fn scores_of(&self, game: &GameRolls) -> GameScores<'_> {
        game.map(|roll| &self.rows[roll.index()])
    }

    pub fn id(&self, roll: Roll) -> RollId {
        self.by_key[key(roll)]
    }

    /// Returns the roll on a canonical line, or `None` if the line has another form.
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
