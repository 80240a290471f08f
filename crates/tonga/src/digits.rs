//! Numbers in text, one or two characters each.

/// How many digits there are: the characters from `0` to `~`, but for the
/// backslash, which some tools take for an escape.
pub const BASE: i32 = 78;

/// Reads lines of digits as numbers around 0; those missing are 0.
pub struct Digits<'a>(std::str::Bytes<'a>);

impl<'a> Digits<'a> {
    /// Starts at the beginning.
    pub fn new(text: &'a str) -> Digits<'a> {
        Digits(text.bytes())
    }

    /// The next number of two digits.
    pub fn pair(&mut self) -> f32 {
        self.number() * BASE as f32 + self.number()
    }

    /// The next number of one digit.
    pub fn number(&mut self) -> f32 {
        let byte = self.0.find(|byte| *byte != b'\n');
        byte.map_or(0.0, |byte| {
            let digit = i32::from(byte) - i32::from(b'0') - i32::from(byte > b'\\');
            (digit - BASE / 2) as f32
        })
    }
}
