//! Score cards as text.

use common::yahtzee::{Card, ROUNDS};

/// Highest total of any card: a test in `tests/optimum.rs` reaches it.
const MAX_TOTAL: usize = 380;
/// Maximum length of a line: scores, bonus and total, each of up to three digits and a separator.
const MAX_LINE: usize = (ROUNDS + 2) * 4;

pub struct Formatter {
    /// By number, its decimal digits with a trailing space, and their length.
    numbers: Vec<([u8; 4], u8)>,
}

impl Formatter {
    pub fn new() -> Formatter {
        let digits = |number: usize| {
            let text = format!("{number} ");
            let mut bytes = [b' '; 4];
            bytes[..text.len()].copy_from_slice(text.as_bytes());
            (bytes, text.len() as u8)
        };
        Formatter { numbers: (0..=MAX_TOTAL).map(digits).collect() }
    }

    pub fn append(&self, card: &Card, text: &mut Vec<u8>) {
        let mut line = [b' '; MAX_LINE];
        let mut end = 0;
        let rest = [card.bonus(), card.total()];
        for number in card.scores.iter().map(|&score| u16::from(score)).chain(rest) {
            let (digits, length) = self.numbers[usize::from(number)];
            line[end..end + 4].copy_from_slice(&digits);
            end += usize::from(length);
        }
        line[end - 1] = b'\n';
        text.extend_from_slice(&line[..end]);
    }
}
