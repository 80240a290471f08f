//! Weights of the messages that a judge draws from.

use crate::draws::Draws;
use crate::verdict::Fault;

/// Chances of messages, by index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weights<'a> {
    /// Number of messages, all equally likely.
    Equal(usize),
    /// One message per weight, drawn with probability weight / sum.
    Given(&'a [u32]),
}

impl Weights<'_> {
    /// Number of messages.
    pub fn count(self) -> usize {
        match self {
            Weights::Equal(count) => count,
            Weights::Given(weights) => weights.len(),
        }
    }

    /// Returns the indices of the messages that can be chosen.
    pub fn possible(self) -> impl Iterator<Item = usize> {
        (0..self.count()).filter(move |&index| self.allows(index))
    }

    /// Returns true if the message at `index` can be chosen.
    pub fn allows(self, index: usize) -> bool {
        match self {
            Weights::Equal(count) => index < count,
            Weights::Given(weights) => weights.get(index).is_some_and(|&weight| weight > 0),
        }
    }

    /// Draws the index of a message, as [`Weights::draw`] does.
    ///
    /// # Errors
    /// There are no draws to take it from: `IE`.
    pub(crate) fn drawn(self, draws: &mut Option<Draws>) -> Result<usize, Fault> {
        let draws = draws.as_mut();
        self.draw(draws.ok_or_else(|| Fault::internal("the case lacks its secret"))?)
    }

    /// Draws the index of a message; fails (`IE`) if none can be chosen.
    pub fn draw(self, draws: &mut Draws) -> Result<usize, Fault> {
        if self.possible().next().is_none() {
            return Err(Fault::internal("the judge has no message to choose from"));
        }
        let weights = match self {
            Weights::Equal(count) => return Ok(draws.below_short(count as u32) as usize),
            Weights::Given(weights) => weights,
        };
        let drawn = draws.below(weights.iter().copied().map(u64::from).sum());
        let ends = weights.iter().scan(0, |end, &weight| {
            *end += u64::from(weight);
            Some(*end)
        });
        Ok(ends.take_while(|&end| end <= drawn).count())
    }
}

impl From<usize> for Weights<'_> {
    fn from(count: usize) -> Self {
        Weights::Equal(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn without_a_message_the_judge_is_at_fault() {
        let mut draws = Draws::new(&[0; 32], 3);
        let none = Fault::internal("the judge has no message to choose from");
        for weights in [
            Weights::Equal(0),
            Weights::Given(&[]),
            Weights::Given(&[0, 0]),
        ] {
            assert_eq!(weights.draw(&mut draws), Err(none.clone()));
        }
    }

    /// Seeds keep their games, which `rand` drew first.
    #[cfg(feature = "rand")]
    #[test]
    fn numbers_are_those_of_rand() {
        use crate::draw::{Stream, rng};
        use rand::RngExt;

        let given: [&[u32]; 4] = [&[1, 2, 3], &[0, 9, 0, 1], &[u32::MAX; 4], &[7]];
        for seed in 0..200 {
            let mut rand = rng("game", seed, Stream::Play);
            let mut draws = Draws::new(&rand.get_seed(), rand.get_stream());
            for turn in 0..200 {
                let weights = match turn % 5 {
                    0 => Weights::Given(given[turn / 5 % 4]),
                    1 => Weights::Equal((1 << 31) | (turn * 977)),
                    _ => Weights::Equal(1 + turn * seed as usize % 1000),
                };
                let expected = match weights {
                    Weights::Equal(count) => rand.random_range(0..count),
                    Weights::Given(weights) => {
                        let weights = weights.iter().copied().map(u64::from);
                        let mut rest: u64 = rand.random_range(0..weights.clone().sum());
                        let is_it = |weight| {
                            let is_it = rest < weight;
                            rest = rest.saturating_sub(weight);
                            is_it
                        };
                        weights.into_iter().position(is_it).unwrap()
                    }
                };
                assert_eq!(weights.draw(&mut draws), Ok(expected), "{seed} {turn}");
            }
        }
    }
}
