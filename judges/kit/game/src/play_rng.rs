//! The judge's random numbers during play. Uses only the standard library, so that a single file
//! makes the same choices as the judge.

use std::fmt;
use std::str::FromStr;

use crate::Fault;

/// Number of words in a block of the generator.
const BLOCK: usize = 16;

/// Number of double rounds of the generator.
const DOUBLE_ROUNDS: usize = 4;

/// Random numbers of ChaCha with 8 rounds (D. J. Bernstein, 2008). They equal those of the crate
/// `rand`, which was used first, so that old seeds keep their games.
///
/// As text, it is the secret of a case: `key`, 64 hexadecimal digits, `stream`, a number.
#[derive(Clone, Debug)]
pub struct PlayRng {
    key: [u32; 8],
    stream: u64,
    /// Number of the next block.
    next: u64,
    block: [u32; BLOCK],
    /// Number of words of the block that are used.
    used: usize,
}

impl PlayRng {
    /// Creates the generator of this key and stream.
    pub fn new(key: &[u8; 32], stream: u64) -> PlayRng {
        let word = |index| u32::from_le_bytes(std::array::from_fn(|byte| key[4 * index + byte]));
        PlayRng { key: std::array::from_fn(word), stream, next: 0, block: [0; BLOCK], used: BLOCK }
    }

    /// Chooses the index of one of `count` messages with equal probability (Canon's method). It
    /// uses one word, or two if the first does not decide. Fails (`IE`) without a message.
    pub fn draw(&mut self, count: usize) -> Result<usize, Fault> {
        if count == 0 {
            return Err(Fault::internal("the judge has no message to choose from"));
        }
        let count = count as u32;
        let wide = u64::from(self.word()) * u64::from(count);
        let (high, low) = ((wide >> 32) as usize, wide as u32);
        if low <= count.wrapping_neg() {
            return Ok(high);
        }
        let carry = (u64::from(self.word()) * u64::from(count)) >> 32;
        Ok(high + usize::from(low.checked_add(carry as u32).is_none()))
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

/// Performs a quarter round on four words.
fn mix(state: &mut [u32; BLOCK], [a, b, c, d]: [usize; 4]) {
    for (sum, other, turned, bits) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
        state[sum] = state[sum].wrapping_add(state[other]);
        state[turned] = (state[turned] ^ state[sum]).rotate_left(bits);
    }
}

impl fmt::Display for PlayRng {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("key ")?;
        for byte in self.key.iter().flat_map(|word| word.to_le_bytes()) {
            write!(f, "{byte:02x}")?;
        }
        writeln!(f, "\nstream {}", self.stream)
    }
}

impl FromStr for PlayRng {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<PlayRng, &'static str> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let read = match words[..] {
            ["key", digits, "stream", stream] => key(digits).zip(stream.parse().ok()),
            _ => None,
        };
        let (key, stream) =
            read.ok_or("expected `key`, 64 hexadecimal digits, `stream`, a number")?;
        Ok(PlayRng::new(&key, stream))
    }
}

/// Parses a key of 64 hexadecimal digits.
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

    #[test]
    fn a_secret_is_read_as_it_is_written() {
        let text = PlayRng::new(&std::array::from_fn(|byte| 7 * byte as u8), u64::MAX).to_string();
        assert_eq!(text.parse::<PlayRng>().unwrap().to_string(), text);
        let right = format!("key {} stream 1", "0".repeat(64));
        assert!(right.parse::<PlayRng>().is_ok());
        for wrong in [
            String::new(),
            right.replace("stream", "salt"),
            right.replacen('0', "", 1),
            right.replacen('0', "+", 1),
            right.replace(" 1", " x"),
            right.clone() + " 2",
        ] {
            assert!(wrong.parse::<PlayRng>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn without_a_message_the_judge_is_at_fault() {
        let mut rng = PlayRng::new(&[0; 32], 3);
        let none = Fault::internal("the judge has no message to choose from");
        assert_eq!(rng.draw(0), Err(none));
    }

    /// Old seeds keep the games that `rand` drew for them.
    #[cfg(feature = "rand")]
    #[test]
    fn numbers_are_those_of_rand() {
        use crate::draw::{Stream, rng};
        use rand::RngExt;

        for seed in 0..200 {
            let mut rand = rng("game", seed, Stream::Play);
            let mut play = PlayRng::new(&rand.get_seed(), rand.get_stream());
            for turn in 0..200 {
                let count = match turn % 4 {
                    0 => (1 << 31) | (turn * 977),
                    _ => 1 + turn * seed as usize % 1000,
                };
                let expected = rand.random_range(0..count);
                assert_eq!(play.draw(count), Ok(expected), "{seed} {turn}");
            }
        }
    }
}
