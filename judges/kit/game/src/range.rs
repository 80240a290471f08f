//! Case parameters that are fixed or restricted on the command line.

use std::fmt::{self, Display, Formatter};
#[cfg(feature = "rand")]
use std::ops::RangeInclusive;

#[cfg(feature = "rand")]
use rand::RngExt;
#[cfg(feature = "rand")]
use rand::distr::uniform::SampleUniform;
#[cfg(feature = "rand")]
use rand::rngs::ChaCha8Rng;

/// Range of a case parameter: `12`, or `10-12` (TopCoder's form: `10,12`) for 10 to 12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParameterRange<T> {
    low: T,
    high: T,
}

impl<T: PartialOrd + Copy> ParameterRange<T> {
    /// Parses one or two values with `value`. Fails if `value` does, or if the first is greater.
    pub fn parse(text: &str, value: impl Fn(&str) -> Result<T, String>) -> Result<Self, String> {
        // The `-` in `1e-3` and `-1` does not separate a range.
        let split = text.split_once(',').or_else(|| text.rsplit_once('-'));
        let (low, high) = match (value(text), split) {
            (Err(_), Some((low, high))) if !low.is_empty() => (value(low)?, value(high)?),
            (one, _) => one.map(|one| (one, one))?,
        };
        match low <= high {
            true => Ok(ParameterRange { low, high }),
            false => Err(format!("`{text}`: the lower end of a range comes first")),
        }
    }

    /// Returns true if the range contains `value`.
    pub fn contains(self, value: T) -> bool {
        self.low <= value && value <= self.high
    }

    /// Returns the value if the range contains only one.
    pub fn single(self) -> Option<T> {
        (self.low == self.high).then_some(self.low)
    }

    /// Maps both ends with an increasing function.
    #[must_use]
    pub fn map(self, change: impl Fn(T) -> T) -> ParameterRange<T> {
        ParameterRange { low: change(self.low), high: change(self.high) }
    }

    /// Draws a parameter from `range`, or else from `whole`. Both use the same random numbers, so
    /// later draws do not depend on `range`. Hence seed and parameters determine the case, no
    /// matter which parameters were given.
    #[cfg(feature = "rand")]
    pub fn draw(
        range: Option<ParameterRange<T>>,
        whole: RangeInclusive<T>,
        rng: &mut ChaCha8Rng,
    ) -> T
    where
        T: SampleUniform,
    {
        let before = rng.get_word_pos();
        let drawn = rng.random_range(whole);
        let Some(ParameterRange { low, high }) = range else {
            return drawn;
        };
        let after = rng.get_word_pos();
        rng.set_word_pos(before);
        let drawn = rng.random_range(low..=high);
        rng.set_word_pos(after);
        drawn
    }
}

/// Makes a range with one value.
impl<T: Copy> From<T> for ParameterRange<T> {
    fn from(value: T) -> ParameterRange<T> {
        ParameterRange { low: value, high: value }
    }
}

/// Prints the canonical form: `12` or `10,12`.
impl<T: PartialOrd + Copy + Display> Display for ParameterRange<T> {
    fn fmt(&self, f: &mut Formatter) -> fmt::Result {
        let ParameterRange { low, high } = self;
        match self.single() {
            Some(value) => write!(f, "{value}"),
            None => write!(f, "{low},{high}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::draw::{Stream, rng};

    fn parse(text: &str) -> Result<ParameterRange<u8>, String> {
        let value = |text: &str| text.parse().map_err(|_| format!("`{text}` is not a number"));
        ParameterRange::parse(text, value)
    }

    /// Checks that a range reaches both ends, and that later draws do not depend on it.
    #[test]
    fn later_draws_do_not_depend_on_a_range() {
        let mut counts = [0; 31];
        for seed in 0..300 {
            let draw = |range| {
                let mut rng = rng("test", seed, Stream::Case);
                let drawn = ParameterRange::draw(range, 10..=30, &mut rng);
                (drawn, rng)
            };
            let whole = draw(None);
            assert_eq!(draw(parse("10,30").ok()), whole);
            assert_eq!(draw(parse("12").ok()), (12, draw(None).1));
            let part = draw(parse("10,12").ok());
            assert_eq!(part.1, whole.1);
            counts[usize::from(part.0)] += 1;
        }
        assert!(counts[10..=12].iter().all(|&count| count > 60));
        assert_eq!(counts[10..=12].iter().sum::<u32>(), 300);
    }
}
