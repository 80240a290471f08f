//! Chooses a strategy for the case and measures the time.

use std::time::Duration;

use common::clock::Budget;
use common::grid::Shape;
use common::lucky::{Action, Case, Symbol, ROUNDS, TURNS};

use crate::bid_price::BidPrice;
use crate::board::{window, Square};
use crate::clusters::Clusters;
use crate::matching::Matching;
use crate::rolling_plan::RollingPlan;
use crate::stopping::Stopping;
use crate::strategy::Strategy;
use crate::timer::Timer;
use crate::tuning;

/// CPU time for a whole case: thinking and a hundred thousand exchanges. The limit is 2 s.
pub const CPU_TIME: Duration = Duration::from_millis(1700);

/// Plays one case.
pub struct CasePlayer {
    /// Shape of the strategy's board, which is the top left corner of the grid.
    shape: Shape,
    strategy: Box<dyn Strategy>,
    timer: Timer,
    rounds_left: usize,
    turns_left: usize,
}

impl CasePlayer {
    /// Prepares for `case` within a budget ([`Timer::start`]).
    pub fn new(case: &Case, budget: Budget) -> CasePlayer {
        let mut timer = Timer::start(budget);
        let (shape, strategy) = choose_strategy(case, &mut timer);
        CasePlayer { shape, strategy, timer, rounds_left: ROUNDS, turns_left: TURNS }
    }

    /// Starts the next round with an empty grid.
    pub fn new_round(&mut self) {
        let rounds_left = self.rounds_left.max(1);
        self.strategy.new_round(rounds_left, &mut self.timer);
        self.rounds_left = rounds_left - 1;
        self.turns_left = TURNS;
    }

    /// Plays a given `action` for `symbol`. The caller ensures that the square is empty.
    pub fn repeat_turn(&mut self, symbol: Symbol, action: Action) {
        if let Action::Place { row, col } = action {
            if row < self.shape.rows && col < self.shape.cols {
                let square = Square(row * self.shape.cols + col);
                self.strategy.place(symbol, square);
            }
        }
        self.turns_left = self.turns_left.saturating_sub(1);
    }

    /// Returns the action for `symbol`, which must be a symbol of the case.
    pub fn play_turn(&mut self, symbol: Symbol) -> Action {
        let square = self.strategy.choose(symbol, self.turns_left);
        if let Some(square) = square {
            self.strategy.place(symbol, square);
        }
        self.turns_left = self.turns_left.saturating_sub(1);
        match square.map(|square| self.shape.position(square.index())) {
            Some((row, col)) => Action::Place { row, col },
            None => Action::Discard,
        }
    }
}

/// Returns a strategy for the case, and the shape of its board.
fn choose_strategy(case: &Case, timer: &mut Timer) -> (Shape, Box<dyn Strategy>) {
    if let Some(clusters) = Clusters::new(case) {
        return (case.shape(), Box::new(clusters));
    }
    let symbols = case.values().len();
    let shape = window(case.shape());
    let case = &case.with_shape(shape);
    let worthless = case.values().iter().all(|&value| value == 0);
    let strategy: Box<dyn Strategy> = if case.pairs().next().is_none() {
        Box::new(Stopping::new(case))
    } else if symbols <= tuning::rolling_plan::MAX_SYMBOLS {
        Box::new(RollingPlan::new(case, timer))
    } else if worthless && case.pairs().all(|pair| pair.x == pair.y) {
        Box::new(Matching::new(case))
    } else if symbols * shape.area() <= tuning::bid_price::MAX_ENTRIES {
        Box::new(BidPrice::new(case, timer))
    } else {
        // With so many symbols, partners rarely meet.
        Box::new(Stopping::new(case))
    };
    (shape, strategy)
}
