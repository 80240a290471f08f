//! Sample: the contestant puts numbers in order and scores a point for every number that is
//! greater than the one before.

use std::fmt;
use std::io::Read;
use std::ops::RangeInclusive;

use crate::tokens::{Malformed, Tokens};

/// Possible counts of numbers.
pub const COUNTS: RangeInclusive<usize> = 5..=20;

/// Possible numbers.
pub const NUMBERS: RangeInclusive<u32> = 1..=99;

/// A case: the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    numbers: Vec<u32>,
}

impl Case {
    /// The case of these numbers, if there are as many as [`COUNTS`] allows and each is one of
    /// [`NUMBERS`].
    pub fn new(numbers: Vec<u32>) -> Option<Case> {
        let fits = numbers.iter().all(|number| NUMBERS.contains(number));
        (fits && COUNTS.contains(&numbers.len())).then_some(Case { numbers })
    }

    /// Reads a case: the count, then the numbers.
    ///
    /// # Errors
    /// One is no number, or out of its range.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let count = tokens.number("the count")?;
        if !COUNTS.contains(&count) {
            return Err(tokens.unexpected("a count from 5 to 20"));
        }
        let mut numbers = Vec::with_capacity(count);
        for _ in 0..count {
            let number = tokens.number("a number")?;
            if !NUMBERS.contains(&number) {
                return Err(tokens.unexpected("a number from 1 to 99"));
            }
            numbers.push(number);
        }
        Ok(Case { numbers })
    }

    /// The numbers.
    pub fn numbers(&self) -> &[u32] {
        &self.numbers
    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.numbers.len())?;
        let words: Vec<String> = self.numbers.iter().map(u32::to_string).collect();
        writeln!(f, "{}", words.join(" "))
    }
}

/// Returns the points of numbers in this order.
pub fn points(order: &[u32]) -> u32 {
    order.windows(2).map(|pair| u32::from(pair[0] < pair[1])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracles::sample as slow;

    #[test]
    fn a_case_is_read_as_it_is_written() {
        let case = Case::new(vec![3, 99, 1, 1, 50]).unwrap();
        let text = case.to_string();
        assert_eq!(text, "5\n3 99 1 1 50\n");
        let read = Case::read(&mut Tokens::new(text.as_bytes()));
        assert_eq!(read.unwrap(), case);
        for wrong in ["", "4\n1 2 3 4\n", "5\n1 2 3 4\n", "5\n1 2 3 4 0\n", "5\n1 2 3 4 x\n"] {
            assert!(Case::read(&mut Tokens::new(wrong.as_bytes())).is_err());
        }
    }

    #[test]
    fn points_are_those_of_the_oracle() {
        for code in 0..4_u32.pow(5) {
            let order: Vec<u32> = (0..5).map(|digit| code / 4_u32.pow(digit) % 4).collect();
            assert_eq!(points(&order), slow::points(&order), "{order:?}");
        }
    }
}
