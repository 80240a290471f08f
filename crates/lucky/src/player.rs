//! Chooses a strategy for the case and measures the time.

use std::time::Duration;

use common::clock::Budget;
use common::grid::Shape;
use common::lucky::{Action, Case, Symbol, ROUNDS, TURNS};

use crate::bid_price::BidPrice;
use crate::board::{GridSquare, Window};
use crate::clusters::Clusters;
use crate::matching::Matching;
use crate::rolling_plan::RollingPlan;
use crate::stopping::Stopping;
use crate::strategy::{Offer, Strategy};
use crate::timer::Timer;
use crate::tuning;

/// CPU time for a whole case: thinking and a hundred thousand exchanges. The limit is 2 s.
pub const CPU_TIME: Duration = Duration::from_millis(1700);

/// Plays one case.
///
/// ```
/// use common::clock::Budget;
/// use common::grid::Shape;
/// use common::lucky::{Action, Case, Symbol};
/// use lucky::player::CasePlayer;
/// let case = Case::new(Shape::square(1), vec![0, 9], vec![]).unwrap();
/// let mut player = CasePlayer::new(&case, Budget::Work(1000));
/// player.new_round();
/// assert_eq!(player.play_turn(Symbol::new(0)), Action::Discard);
/// assert_eq!(player.play_turn(Symbol::new(1)), Action::Place { row: 0, col: 0 });
/// ```
pub struct CasePlayer {
    shape: Shape,
    strategy: Box<dyn Strategy>,
    timer: Timer,
    rounds_left: usize,
    turns_left: usize,
}

impl CasePlayer {
    /// Prepares for `case`. A time budget is CPU time of the whole program. With a budget of work
    /// units, play depends only on the calls.
    pub fn new(case: &Case, budget: Budget) -> CasePlayer {
        let mut timer = Timer::start(budget);
        let strategy = choose_strategy(case, &mut timer);
        timer.pause();
        CasePlayer {
            shape: case.shape(),
            strategy,
            timer,
            rounds_left: ROUNDS,
            turns_left: TURNS,
        }
    }

    /// Starts the next round with an empty grid.
    pub fn new_round(&mut self) {
        self.timer.resume();
        self.timer.start_round();
        self.strategy.new_round();
        self.rounds_left = self.rounds_left.saturating_sub(1);
        self.turns_left = TURNS;
        self.timer.pause();
    }

    /// Plays a given `action` for `symbol`. Returns false if the square is off the grid. The caller
    /// ensures that the square is empty.
    pub fn repeat_turn(&mut self, symbol: Symbol, action: Action) -> bool {
        if let Action::Place { row, col } = action {
            if row >= self.shape.rows || col >= self.shape.cols {
                return false;
            }
            let square = GridSquare(row * self.shape.cols + col);
            self.strategy.place(symbol, square);
        }
        self.turns_left = self.turns_left.saturating_sub(1);
        true
    }

    /// Returns the action for `symbol`, which must be a symbol of the case.
    pub fn play_turn(&mut self, symbol: Symbol) -> Action {
        self.timer.resume();
        let square = self.strategy.choose(Offer {
            symbol,
            turns_left: self.turns_left,
            rounds_left: self.rounds_left + 1,
            timer: &mut self.timer,
        });
        if let Some(square) = square {
            self.strategy.place(symbol, square);
        }
        self.turns_left = self.turns_left.saturating_sub(1);
        self.timer.pause();
        match square.map(|GridSquare(square)| self.shape.position(square)) {
            Some((row, col)) => Action::Place { row, col },
            None => Action::Discard,
        }
    }
}

fn choose_strategy(case: &Case, timer: &mut Timer) -> Box<dyn Strategy> {
    let symbols = case.values().len();
    let squares = Window::new(case.shape()).area();
    if case.pairs().next().is_none() {
        return Box::new(Stopping::new(case));
    }
    if let Some(clusters) = Clusters::new(case) {
        return Box::new(clusters);
    }
    if symbols <= tuning::rolling_plan::MAX_SYMBOLS {
        return Box::new(RollingPlan::new(case, timer));
    }
    let worthless = case.values().iter().all(|&value| value == 0);
    if worthless && case.pairs().all(|pair| pair.x == pair.y) {
        return Box::new(Matching::new(case));
    }
    if symbols * squares <= tuning::bid_price::MAX_ENTRIES {
        return Box::new(BidPrice::new(case, timer));
    }
    // With so many symbols, partners rarely meet.
    Box::new(Stopping::new(case))
}
