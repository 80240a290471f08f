//! The judge's choices during play, drawn from a case's secret file.

use game::{Fault, Weights};

/// Words of a block of the generator.
const BLOCK: usize = 16;

/// Rounds of the generator, two at a time.
const DOUBLE_ROUNDS: usize = 4;

/// Random numbers of ChaCha with 8 rounds (D. J. Bernstein, 2008), the same as the native judge
/// draws for the case, whose generator a single file cannot have.
#[derive(Clone, Debug)]
pub struct SecretChoices {
    key: [u32; 8],
    stream: u64,
    /// Number of the next block.
    next: u64,
    block: [u32; BLOCK],
    /// Words of the block that are used.
    used: usize,
}

impl SecretChoices {
    /// The choices of this key and stream.
    pub fn new(key: &[u8; 32], stream: u64) -> SecretChoices {
        let word = |index| u32::from_le_bytes(std::array::from_fn(|byte| key[4 * index + byte]));
        SecretChoices {
            key: std::array::from_fn(word),
            stream,
            next: 0,
            block: [0; BLOCK],
            used: BLOCK,
        }
    }

    /// Reads the text of a secret file: `key`, 64 hexadecimal digits, `stream`, a number.
    ///
    /// # Errors
    /// The text is another.
    pub fn read(text: &str) -> Result<SecretChoices, String> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let parsed = match words[..] {
            ["key", digits, "stream", stream] => key(digits).zip(stream.parse().ok()),
            _ => None,
        };
        let (key, stream) =
            parsed.ok_or("expected `key`, 64 hexadecimal digits, `stream`, a number")?;
        Ok(SecretChoices::new(&key, stream))
    }

    /// Draws the index of a message, as [`Weights`] say how likely each is.
    ///
    /// # Errors
    /// None can be chosen, which is the game's own fault: `IE`.
    pub fn draw(&mut self, weights: Weights) -> Result<usize, Fault> {
        if weights.possible().next().is_none() {
            return Err(Fault::internal("the judge has no message to choose from"));
        }
        let weights = match weights {
            Weights::Equal(count) => return Ok(self.below_short(count as u32) as usize),
            Weights::Given(weights) => weights,
        };
        let drawn = self.below(weights.iter().copied().map(u64::from).sum());
        let ends = weights.iter().scan(0, |end, &weight| {
            *end += u64::from(weight);
            Some(*end)
        });
        Ok(ends.take_while(|&end| end <= drawn).count())
    }

    /// Draws a number below `count` from one word, or two where the first leaves it open (Canon's method).
    fn below_short(&mut self, count: u32) -> u32 {
        let wide = u64::from(self.word()) * u64::from(count);
        let (high, low) = ((wide >> 32) as u32, wide as u32);
        if low <= count.wrapping_neg() {
            return high;
        }
        let carry = (u64::from(self.word()) * u64::from(count)) >> 32;
        high + u32::from(low.checked_add(carry as u32).is_none())
    }

    /// Draws a number below `count` likewise from double words.
    fn below(&mut self, count: u64) -> u64 {
        let wide = u128::from(self.double_word()) * u128::from(count);
        let (high, low) = ((wide >> 64) as u64, wide as u64);
        if low <= count.wrapping_neg() {
            return high;
        }
        let carry = (u128::from(self.double_word()) * u128::from(count)) >> 64;
        high + u64::from(low.checked_add(carry as u64).is_none())
    }

    fn double_word(&mut self) -> u64 {
        let low = u64::from(self.word());
        low | u64::from(self.word()) << 32
    }

    fn word(&mut self) -> u32 {
        if self.used == BLOCK {
            self.refill();
        }
        self.used += 1;
        self.block[self.used - 1]
    }

    fn refill(&mut self) {
        let mut start = [0; BLOCK];
        // `expand 32-byte k`, the cipher's constant.
        start[..4].copy_from_slice(&[0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574]);
        start[4..12].copy_from_slice(&self.key);
        for (word, value) in [(12, self.next), (14, self.stream)] {
            start[word] = value as u32;
            start[word + 1] = (value >> 32) as u32;
        }
        let mut state = start;
        for _ in 0..DOUBLE_ROUNDS {
            for column in 0..4 {
                mix(&mut state, [column, column + 4, column + 8, column + 12]);
            }
            for diagonal in 0..4 {
                let place = |row: usize| 4 * row + (diagonal + row) % 4;
                mix(&mut state, [place(0), place(1), place(2), place(3)]);
            }
        }
        self.block = std::array::from_fn(|word| state[word].wrapping_add(start[word]));
        self.next += 1;
        self.used = 0;
    }
}

/// A quarter of a round on four words.
fn mix(state: &mut [u32; BLOCK], [a, b, c, d]: [usize; 4]) {
    for (sum, other, turned, bits) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        state[sum] = state[sum].wrapping_add(state[other]);
        state[turned] = (state[turned] ^ state[sum]).rotate_left(bits);
    }
}

/// A key of 64 hexadecimal digits.
fn key(digits: &str) -> Option<[u8; 32]> {
    let is_key = digits.len() == 64 && digits.bytes().all(|digit| digit.is_ascii_hexdigit());
    let mut key = [0; 32];
    for (index, byte) in key.iter_mut().enumerate().filter(|_| is_key) {
        *byte = u8::from_str_radix(&digits[2 * index..2 * index + 2], 16).ok()?;
    }
    is_key.then_some(key)
}

#[cfg(test)]
mod tests {
    use super::*;
    use game::{Stream, rng};

    /// The native judge draws the same, whatever it draws.
    #[test]
    fn choices_are_those_of_the_native_judge() {
        let given: [&[u32]; 4] = [&[1, 2, 3], &[0, 9, 0, 1], &[u32::MAX; 4], &[7]];
        for seed in 0..200 {
            let mut native = rng("game", seed, Stream::Play);
            let key: String = native
                .get_seed()
                .iter()
                .map(|byte| format!("{byte:02x}"))
                .collect();
            let secret = format!("key {key}\nstream {}\n", native.get_stream());
            let mut choices = SecretChoices::read(&secret).unwrap();
            for turn in 0..200 {
                let weights = match turn % 5 {
                    0 => Weights::Given(given[turn / 5 % 4]),
                    1 => Weights::Equal((1 << 31) | (turn * 977)),
                    _ => Weights::Equal(1 + turn * seed as usize % 1000),
                };
                let drawn = choices.draw(weights);
                assert_eq!(
                    drawn,
                    weights.draw(&mut native),
                    "{seed} {turn} {weights:?}"
                );
            }
        }
    }

    #[test]
    fn another_text_is_no_secret() {
        let right = format!("key {} stream 1", "0".repeat(64));
        assert!(SecretChoices::read(&right).is_ok());
        for wrong in [
            String::new(),
            right.replace("stream", "salt"),
            right.replacen('0', "", 1),
            right.replacen('0', "+", 1),
            right.replace(" 1", " x"),
            right.clone() + " 2",
        ] {
            assert!(SecretChoices::read(&wrong).is_err(), "{wrong}");
        }
    }
}
