//! Candidates for the states after a given number of turns.

use std::cmp::Reverse;

use crate::history::SearchMove;

/// A child of a state, not yet selected.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Points scored plus estimated points for the remaining blocks.
    pub score: i64,
    pub hash: u64,
    pub parent: u32,
    pub scored: u32,
    pub action: SearchMove,
}

impl Candidate {
    /// Returns a key that sorts the best candidate first. The order of arrival does not matter,
    /// because of the hash.
    fn rank(&self) -> (Reverse<i64>, u64, u32) {
        (Reverse(self.score), self.hash, self.parent)
    }
}

/// A list of candidates that drops the worst ones when it grows too long.
#[derive(Default)]
pub struct Bucket {
    list: Vec<Candidate>,
    /// Minimum score of a new candidate; `None` until candidates have been dropped.
    threshold: Option<i64>,
}

impl Bucket {
    /// Adds a candidate. Never drops one of the best `capacity` candidates.
    #[inline]
    pub fn push(&mut self, candidate: Candidate, capacity: usize) {
        if self.threshold.is_some_and(|least| candidate.score < least) {
            return;
        }
        self.list.push(candidate);
        if self.list.len() >= 2 * capacity {
            self.list.select_nth_unstable_by_key(capacity - 1, Candidate::rank);
            self.threshold = Some(self.list[capacity - 1].score);
            self.list.truncate(capacity);
        }
    }

    pub fn into_best(mut self, count: usize) -> Vec<Candidate> {
        if self.list.len() > count {
            self.list.select_nth_unstable_by_key(count, Candidate::rank);
            self.list.truncate(count);
        }
        self.list.sort_unstable_by_key(Candidate::rank);
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(48))]

        #[test]
        fn a_bucket_keeps_the_best(
            scores in proptest::collection::vec(0i64..500, 0..300),
            capacity in 1usize..20,
        ) {
            let mut bucket = Bucket::default();
            for (index, &score) in scores.iter().enumerate() {
                let action = SearchMove::Deliver { from: Square::FIRST, turns: 1 };
                let hash = index as u64;
                let candidate = Candidate { score, hash, parent: 0, scored: 0, action };
                bucket.push(candidate, capacity);
            }
            let kept: Vec<i64> = bucket.into_best(capacity).iter().map(|c| c.score).collect();
            let mut sorted = scores;
            sorted.sort_by_key(|score| -score);
            sorted.truncate(capacity);
            prop_assert_eq!(kept, sorted);
        }
    }
}
