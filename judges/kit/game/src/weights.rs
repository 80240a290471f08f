//! Weights of the messages that a judge draws from.

#[cfg(feature = "rand")]
use rand::RngExt;
#[cfg(feature = "rand")]
use rand_chacha::ChaCha8Rng;

#[cfg(feature = "rand")]
use crate::verdict::Fault;

/// Chances of messages, by index.
///
/// ```
/// use game::Weights;
///
/// // A two with chance 9 in 10, nothing with chance 0, a four with 1 in 10.
/// let weights = Weights::Given(&[9, 0, 1]);
/// assert_eq!(weights.possible().collect::<Vec<_>>(), [0, 2]);
/// assert!(Weights::from(3).allows(2));
/// ```
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

    /// Draws the index of a message; fails (`IE`) without a positive weight.
    #[cfg(feature = "rand")]
    pub fn draw(self, rng: &mut ChaCha8Rng) -> Result<usize, Fault> {
        if self.possible().next().is_none() {
            return Err(Fault::internal("the judge has no message to choose from"));
        }
        let weights = match self {
            Weights::Equal(count) => return Ok(rng.random_range(0..count)),
            Weights::Given(weights) => weights,
        };
        let sum: u64 = weights.iter().copied().map(u64::from).sum();
        let drawn = rng.random_range(0..sum);
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

#[cfg(all(test, feature = "rand"))]
mod tests {
    use super::*;
    use crate::draw::{Stream, rng};

    #[test]
    fn messages_are_drawn_as_often_as_they_weigh() {
        let mut rng = rng("weights", 1, Stream::Play);
        let mut counts = [0; 4];
        for _ in 0..10_000 {
            counts[Weights::Given(&[0, 9, 0, 1]).draw(&mut rng).unwrap()] += 1;
        }
        assert_eq!((counts[0], counts[2]), (0, 0));
        // Four standard deviations are 120.
        assert!((8880..9120).contains(&counts[1]), "{counts:?}");
    }

    #[test]
    fn weights_that_are_large_do_not_overflow() {
        let mut rng = rng("weights", 2, Stream::Play);
        let drawn = Weights::Given(&[u32::MAX; 4]).draw(&mut rng);
        assert!(drawn.unwrap() < 4);
    }

    /// Equal messages are drawn as they always were: seeds keep their games.
    #[test]
    fn equal_messages_take_one_number_of_the_seed() {
        for seed in 0..100 {
            let (mut one, mut other) = (rng("w", seed, Stream::Play), rng("w", seed, Stream::Play));
            let drawn = Weights::Equal(7).draw(&mut one);
            assert_eq!(drawn, Ok(other.random_range(0..7)));
            assert_eq!(one, other);
        }
    }

    #[test]
    fn without_a_message_the_judge_is_at_fault() {
        let mut rng = rng("weights", 3, Stream::Play);
        let none = Fault::internal("the judge has no message to choose from");
        for weights in [
            Weights::Equal(0),
            Weights::Given(&[]),
            Weights::Given(&[0, 0]),
        ] {
            assert_eq!(weights.draw(&mut rng), Err(none.clone()));
        }
    }
}
