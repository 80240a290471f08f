//! Numbers in text, one or two characters each.

/// How many digits there are: the characters from `0` to `~`, but for the
/// backslash, which some tools take for an escape.
pub const BASE: i32 = 78;

/// Reads lines of digits as numbers around 0; those missing are 0.
pub struct Decoder<'a>(std::str::Bytes<'a>);

impl<'a> Decoder<'a> {
    /// Starts at the beginning.
    pub fn new(text: &'a str) -> Decoder<'a> {
        Decoder(text.bytes())
    }

    /// The next number of two digits.
    pub fn next_pair(&mut self) -> f32 {
        self.next_digit() * BASE as f32 + self.next_digit()
    }

    /// The next number of one digit.
    pub fn next_digit(&mut self) -> f32 {
        let byte = self.0.find(|byte| *byte != b'\n');
        byte.map_or(0.0, |byte| {
            let digit = i32::from(byte) - i32::from(b'0') - i32::from(byte > b'\\');
            (digit - BASE / 2) as f32
        })
    }
}
