//! Sample: a number is hidden, and questions find it. Each line of the contestant costs 1.

use std::fmt;
use std::io::Read;
use std::ops::RangeInclusive;

use crate::tokens::{Malformed, Tokens};

/// Possible sizes: the largest number that the secret can be.
pub const SIZES: RangeInclusive<u32> = 10..=30;

/// A case: the secret, which is not sent, and the size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    secret: u32,
    size: u32,
}

impl Case {
    /// The case of this secret and this size, if [`SIZES`] has it and the secret is from 1 to it.
    pub fn new(secret: u32, size: u32) -> Option<Case> {
        let fits = SIZES.contains(&size) && (1..=size).contains(&secret);
        fits.then_some(Case { secret, size })
    }

    /// Reads a case: the secret, then what is sent.
    ///
    /// # Errors
    /// A number is missing, is not a number, or is out of its range.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let secret = tokens.number("the secret")?;
        let size = read_size(tokens)?;
        let too_large = || tokens.breaks(format!("the secret is not from 1 to {size}"));
        Case::new(secret, size).ok_or_else(too_large)
    }

    /// The largest number that the secret can be.
    pub fn size(&self) -> u32 {
        self.size
    }

    /// The hidden number.
    pub fn secret(&self) -> u32 {
        self.secret
    }

    /// Returns the reply to the question whether the secret is one of these numbers.
    pub fn reply(&self, numbers: &[u32]) -> &'static str {
        if numbers.contains(&self.secret) { "yes" } else { "no" }
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}\n{}", self.secret, self.size)
    }
}

/// Reads the part of a case that is sent.
///
/// # Errors
/// The size is missing, is not a number, or is out of its range.
pub fn read_size<R: Read>(tokens: &mut Tokens<R>) -> Result<u32, Malformed> {
    let size = tokens.number("the size")?;
    match SIZES.contains(&size) {
        true => Ok(size),
        false => Err(tokens.unexpected("a size from 10 to 30")),
    }
}

/// Returns the fewest questions that find every secret from 1 to `size`, summed over the secrets:
/// those that halve the numbers that are left.
pub fn fewest_questions(size: u32) -> u32 {
    let depth = size.ilog2();
    size * depth + 2 * (size - (1 << depth))
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracles::sample as slow;

    #[test]
    fn a_case_is_read_as_it_is_written() {
        let case = Case::new(7, 10).unwrap();
        assert_eq!(case.to_string(), "7\n10\n");
        let read = |text: &str| Case::read(&mut Tokens::new(text.as_bytes()));
        assert_eq!(read("7\n10\n").unwrap(), case);
        for text in ["", "7", "x\n10", "0\n10", "11\n10", "7\n9", "7\n31", "-7\n10"] {
            assert!(read(text).is_err(), "{text}");
        }
    }

    #[test]
    fn replies_and_questions_are_those_of_the_oracle() {
        for secret in 1..=10 {
            let case = Case::new(secret, 10).unwrap();
            for numbers in [&[][..], &[1], &[2, 9], &[3, 4, 5, 6, 7, 8, 10]] {
                let reply = case.reply(numbers);
                assert_eq!(reply, slow::reply(secret, numbers), "{secret} {numbers:?}");
            }
        }
        let fewest = slow::fewest_questions(30);
        assert!((1..=30).all(|size| fewest_questions(size) == fewest[size as usize]));
    }
}
