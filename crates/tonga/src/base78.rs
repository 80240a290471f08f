//! Fitted weights as text: numbers in base 78, one or two digits each.

use std::str::Bytes;

use crate::policy::WeightRow;

/// Number of digits. The digits are the characters from `0` to `~` without the backslash, which
/// some tools interpret as an escape.
pub const BASE: i32 = 78;

/// The weights of one policy, as written by the fitting program. Those of a value are a text of two
/// digits each.
pub struct EncodedPolicy {
    /// Output weights of the hidden units.
    pub output: WeightRow,
    /// The rows, one digit per weight.
    pub rows: &'static str,
}

/// A reader of balanced numbers. One digit is -39 to 38; the higher digit of a pair counts 78
/// times. Line ends are skipped. After the end of the text, every number is 0.
pub struct Decoder<'a>(Bytes<'a>);

impl<'a> Decoder<'a> {
    /// Starts at the beginning of `text`.
    pub fn new(text: &'a str) -> Decoder<'a> {
        Decoder(text.bytes())
    }

    /// Reads a number of two digits.
    pub fn next_pair(&mut self) -> f32 {
        self.next_digit() * BASE as f32 + self.next_digit()
    }

    /// Reads a number of one digit.
    pub fn next_digit(&mut self) -> f32 {
        let byte = self.0.find(|byte| *byte != b'\n');
        byte.map_or(0.0, |byte| {
            let digit = i32::from(byte) - i32::from(b'0') - i32::from(byte > b'\\');
            (digit - BASE / 2) as f32
        })
    }
}
