//! Candidates for the states after some number of turns.

use crate::trail::Action;

/// A state that might be: its parent and what leads to it.
#[derive(Clone, Copy, Debug)]
pub struct Candidate {
    /// Points scored and promised.
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
    floor: Option<i64>,
}

impl Bucket {
    /// Adds a candidate; at least the best `room` are remembered.
    #[inline]
    pub fn push(&mut self, candidate: Candidate, room: usize) {
        if self.floor.is_some_and(|floor| candidate.score < floor) {
            return;
        }
        self.list.push(candidate);
        if self.list.len() >= 2 * room {
            self.list
                .select_nth_unstable_by_key(room - 1, Candidate::rank);
            self.floor = Some(self.list[room - 1].score);
            self.list.truncate(room);
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
