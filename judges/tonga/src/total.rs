//! The official result of a run.

use std::fmt;

use game::{CaseResult, Total};

/// Sum of the scores, and the numbers of games won, tied and lost.
#[derive(Default)]
pub struct TongaTotal {
    sum: f64,
    won: usize,
    tied: usize,
    lost: usize,
}

impl Total for TongaTotal {
    fn add(&mut self, result: &CaseResult) {
        self.sum += result.scored.score;
        let count = match result.scored.score {
            score if score > 0.0 => &mut self.won,
            score if score < 0.0 => &mut self.lost,
            _ => &mut self.tied,
        };
        *count += 1;
    }
}

impl fmt::Display for TongaTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (won, tied, lost) = (self.won, self.tied, self.lost);
        write!(f, "{:.3}, the sum of signed roots; ", self.sum)?;
        write!(f, "{won} won, {tied} tied, {lost} lost")
    }
}
