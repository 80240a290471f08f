//! Candidates for the states after some number of turns.

use crate::history::Action;

/// A state that might be: its parent and what leads to it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Points scored and estimated.
    pub score: i64,
    /// Hash of the position.
    pub hash: u64,
    /// Index of the parent in its beam.
    pub parent: u32,
    /// Points scored.
    pub scored: u32,
    /// What leads from the parent to it.
    pub action: Action,
}

impl Candidate {
    /// Best first; the hash makes the order independent of how it came about.
    fn rank(&self) -> (std::cmp::Reverse<i64>, u64, u32) {
        (std::cmp::Reverse(self.score), self.hash, self.parent)
    }
}

/// A list of candidates that forgets the worst when it grows too long.
#[derive(Default)]
pub struct Bucket {
    list: Vec<Candidate>,
    threshold: Option<i64>,
}

impl Bucket {
    /// Adds a candidate; at least the best `capacity` are remembered.
    #[inline]
    pub fn push(&mut self, candidate: Candidate, capacity: usize) {
        if self
            .threshold
            .is_some_and(|threshold| candidate.score < threshold)
        {
            return;
        }
        self.list.push(candidate);
        if self.list.len() >= 2 * capacity {
            self.list
                .select_nth_unstable_by_key(capacity - 1, Candidate::rank);
            self.threshold = Some(self.list[capacity - 1].score);
            self.list.truncate(capacity);
        }
    }

    /// The best `count` candidates, best first.
    pub fn into_best(mut self, count: usize) -> Vec<Candidate> {
        if self.list.len() > count {
            self.list.select_nth_unstable_by_key(count, Candidate::rank);
            self.list.truncate(count);
        }
        self.list.sort_unstable_by_key(Candidate::rank);
        self.list
    }
}
