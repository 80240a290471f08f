//! Sample: the contestant guesses a number, and the judge says whether it is lower or higher.
//! The number is not fixed: every reply is as likely as the numbers that agree with it are many.

use std::fmt;
use std::io::Read;
use std::ops::RangeInclusive;

use crate::tokens::{Malformed, Tokens};

/// Possible greatest numbers.
pub const MOST: RangeInclusive<u32> = 20..=100;

/// Maximum number of guesses.
pub const GUESSES: u32 = 50;

/// The replies, as the judge sends them.
pub const REPLIES: [&str; 3] = ["lower", "equal", "higher"];

/// A case: the number is 1 to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Case {
    most: u32,
}

impl Case {
    /// The case of numbers up to `most`, if that is within [`MOST`].
    pub fn new(most: u32) -> Option<Case> {
        MOST.contains(&most).then_some(Case { most })
    }

    /// Reads a case: one number.
    ///
    /// # Errors
    /// It is no number, or out of its range.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let most = tokens.number("the greatest number")?;
        Case::new(most).ok_or_else(|| tokens.unexpected("a number from 20 to 100"))
    }

    /// The greatest number.
    pub fn most(self) -> u32 {
        self.most
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.most)
    }
}

/// Numbers that agree with every reply so far: all from `low` to `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SampleRange {
    /// The least.
    pub low: u32,
    /// The greatest.
    pub high: u32,
}

impl SampleRange {
    /// All numbers of a case.
    pub fn new(case: Case) -> SampleRange {
        SampleRange {
            low: 1,
            high: case.most,
        }
    }

    /// Returns the numbers that agree with each of [`REPLIES`] to a guess.
    pub fn split(self, guess: u32) -> [SampleRange; 3] {
        let SampleRange { low, high } = self;
        [
            (low, high.min(guess.saturating_sub(1))),
            (low.max(guess), high.min(guess)),
            (low.max(guess + 1), high),
        ]
        .map(|(low, high)| SampleRange { low, high })
    }

    /// Number of numbers.
    pub fn count(self) -> u32 {
        (self.high + 1).saturating_sub(self.low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracles::sample as slow;

    #[test]
    fn a_case_is_read_as_it_is_written() {
        for most in MOST {
            let case = Case::new(most).unwrap();
            let text = case.to_string();
            let read = Case::read(&mut Tokens::new(text.as_bytes()));
            assert_eq!(read.unwrap(), case);
        }
        for wrong in ["", "x", "19", "101", "-20"] {
            assert!(Case::read(&mut Tokens::new(wrong.as_bytes())).is_err());
        }
    }

    #[test]
    fn every_guess_splits_every_range_as_the_oracle_does() {
        for low in 1..=12 {
            for high in low..=12 {
                let numbers: Vec<u32> = (low..=high).collect();
                for guess in 1..=13 {
                    let counts = SampleRange { low, high }.split(guess);
                    let counts = counts.map(SampleRange::count);
                    assert_eq!(counts, slow::split(&numbers, guess), "{low} {high} {guess}");
                }
            }
        }
    }
}
