//! The beam width controller. It divides the time left by the turns left.

use crate::tuning::beam::MAX_WIDTH;
use crate::tuning::width::{BEFORE, EXTRA_TURNS, MIN_COST, NEWEST, TURNS_RATIO};

/// Chooses the width of each round from the measured cost of a state and the play's length.
#[derive(Default)]
pub struct WidthController {
    /// Expected number of turns of the play.
    pub expected_end: f64,
    /// Moving average of the cost of a state, as a share of the budget; 0 if unknown.
    cost: f64,
}

impl WidthController {
    /// Returns the number of states to expand after `turn` turns; `left` is the unspent budget.
    pub fn width(&self, turn: usize, left: f64) -> usize {
        let turns = (self.expected_end - turn as f64) * TURNS_RATIO;
        let rounds = turns.max(0.0) + EXTRA_TURNS;
        let width = left.max(0.0) / rounds / self.cost.max(MIN_COST);
        width.clamp(1.0, MAX_WIDTH as f64) as usize
    }

    pub fn record(&mut self, states: usize, spent: f64) {
        if states > 0 {
            let cost = spent / states as f64;
            self.cost = if self.cost == 0.0 { cost } else { BEFORE * self.cost + NEWEST * cost };
        }
    }
}
