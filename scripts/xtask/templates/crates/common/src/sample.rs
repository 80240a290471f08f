//! Sample: numbers are put into a row of as many places, one after another. A number scores a
//! point if it is greater than the one on its left.
o|//! All numbers are known at the beginning.
i|//! Each number is drawn after the one before has its place.

use std::fmt;
use std::io::Read;
use std::ops::RangeInclusive;

use crate::tokens::{Malformed, Tokens};

/// Possible counts of numbers.
pub const COUNTS: RangeInclusive<usize> = 5..=20;

/// Possible numbers.
pub const NUMBERS: RangeInclusive<u32> = 1..=99;

o|/// A case: the numbers.
i|/// A case: the count of the numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
o|    numbers: Vec<u32>,
i|    count: usize,
}

impl Case {
o|    /// The case of these numbers, if [`COUNTS`] and [`NUMBERS`] allow them.
o|    pub fn new(numbers: Vec<u32>) -> Option<Case> {
o|        let fits = numbers.iter().all(|number| NUMBERS.contains(number));
o|        (fits && COUNTS.contains(&numbers.len())).then_some(Case { numbers })
o|    }
i|    /// The case of so many numbers, if [`COUNTS`] allows them.
i|    pub fn new(count: usize) -> Option<Case> {
i|        COUNTS.contains(&count).then_some(Case { count })
i|    }

    /// Reads a case.
    ///
    /// # Errors
    /// A number is missing, is not a number, or is out of its range.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let count = tokens.number("the count")?;
        if !COUNTS.contains(&count) {
            return Err(tokens.unexpected("a count from 5 to 20"));
        }
o|        let mut numbers = Vec::with_capacity(count);
o|        for _ in 0..count {
o|            let number = tokens.number("a number")?;
o|            if !NUMBERS.contains(&number) {
o|                return Err(tokens.unexpected("a number from 1 to 99"));
o|            }
o|            numbers.push(number);
o|        }
o|        Ok(Case { numbers })
i|        Ok(Case { count })
    }

    /// Number of numbers and of places.
    pub fn count(&self) -> usize {
o|        self.numbers.len()
i|        self.count
    }
o|
o|    /// The numbers, in the order in which they are put.
o|    pub fn numbers(&self) -> &[u32] {
o|        &self.numbers
o|    }
}

impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
o|        let words: Vec<String> = self.numbers.iter().map(u32::to_string).collect();
o|        writeln!(f, "{}\n{}", self.count(), words.join(" "))
i|        writeln!(f, "{}", self.count)
    }
}

/// A row of places, each with a number or empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SampleRow {
    places: Vec<Option<u32>>,
}

impl SampleRow {
    /// A row of so many empty places.
    pub fn new(count: usize) -> SampleRow {
        let places = vec![None; count];
        SampleRow { places }
    }

    /// The places, from the left.
    pub fn places(&self) -> &[Option<u32>] {
        &self.places
    }

    /// Puts a number into a place, counted from 0; returns false if it is taken or does not exist.
    pub fn put(&mut self, place: usize, number: u32) -> bool {
        let empty = self.places.get_mut(place).filter(|place| place.is_none());
        empty.map(|place| *place = Some(number)).is_some()
    }

    /// Returns the points of the row: one for each number that is greater than its left neighbour.
    pub fn points(&self) -> u32 {
        let is_rise = |pair: &[Option<u32>]| pair[0].is_some() && pair[0] < pair[1];
        self.places.windows(2).map(|pair| u32::from(is_rise(pair))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use oracles::sample as slow;

    #[test]
    fn a_case_is_read_as_it_is_written() {
o|        let case = Case::new(vec![3, 99, 1, 1, 50]).unwrap();
o|        let text = "5\n3 99 1 1 50\n";
o|        let malformed = ["", "x", "4\n1 2 3 4\n", "5\n1 2 3 4\n", "5\n1 2 3 4 0\n"];
i|        let case = Case::new(20).unwrap();
i|        let text = "20\n";
i|        let malformed = ["", "x", "4", "21", "-20"];
        assert_eq!(case.to_string(), text);
        assert_eq!(Case::read(&mut Tokens::new(text.as_bytes())).unwrap(), case);
        for text in malformed {
            assert!(Case::read(&mut Tokens::new(text.as_bytes())).is_err());
        }
    }

    #[test]
    fn points_are_those_of_the_oracle() {
        for code in 0..4_u32.pow(5) {
            let numbers: Vec<u32> = (0..5).map(|digit| code / 4_u32.pow(digit) % 4).collect();
            let mut row = SampleRow::new(5);
            for (place, &number) in numbers.iter().enumerate().filter(|(_, number)| **number > 0) {
                assert!(row.put(place, number) && !row.put(place, number));
            }
            assert_eq!(row.points(), slow::points(&numbers), "{numbers:?}");
        }
        assert!(!SampleRow::new(5).put(5, 1));
    }
}
