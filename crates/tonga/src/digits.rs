//! Numbers in text, one or two characters each.

/// How many digits there are: the characters from `0` to `~`, but for the
/// backslash, which some tools take for an escape.
pub const BASE: i32 = 78;

/// Reads signed numbers from lines of digits; those missing are 0.
pub struct Digits<'a> {
    bytes: std::iter::Filter<std::str::Bytes<'a>, fn(&u8) -> bool>,
}

impl<'a> Digits<'a> {
    /// Starts at the beginning.
    pub fn new(text: &'a str) -> Digits<'a> {
        Digits {
            bytes: text.bytes().filter(|byte| *byte != b'\n'),
        }
    }

    /// The next digit as a number around 0.
    pub fn one(&mut self) -> f32 {
        self.next().map_or(0.0, |digit| (digit - BASE / 2) as f32)
    }

    /// The next two digits as a number around 0.
    pub fn two(&mut self) -> f32 {
        let pair = self.next().zip(self.next());
        pair.map_or(0.0, |(high, low)| {
            (high * BASE + low - BASE * BASE / 2) as f32
        })
    }

    fn next(&mut self) -> Option<i32> {
        let byte = self.bytes.next()?;
        Some(i32::from(byte) - i32::from(b'0') - i32::from(byte > b'\\'))
    }
}
