//! The official result of a run.

use std::fmt;

use game::{CaseResult, Total};

/// Number of games answered correctly, and of all games.
#[derive(Default)]
pub struct YahtzeeTotal {
    right: f64,
    games: f64,
}

impl Total for YahtzeeTotal {
    fn add(&mut self, result: &CaseResult) {
        self.right += result.scored.score;
        self.games += result.scored.most().unwrap_or(0.0);
    }
}

impl fmt::Display for YahtzeeTotal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of {} games", self.right, self.games)
    }
}
