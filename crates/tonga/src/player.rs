//! The contestant in one game. It distributes the time over the moves, and searches or solves.

use common::clock::{Budget, Clock};
use common::tonga::{Player, Side, Square};

use crate::endgame::Solver;
use crate::position::Position;
use crate::tree::Tree;
use crate::tuning::{ENDGAME_WORK, EXACT_EMPTY};

pub struct GamePlayer {
    position: Position,
    tree: Tree,
    /// `None` before the first position that is solved.
    endgame: Option<Solver>,
    clock: Clock,
}

impl GamePlayer {
    /// Returns an empty board with a running clock. A unit of work is one simulation.
    pub fn new(side: Side, budget: Budget) -> GamePlayer {
        GamePlayer {
            position: Position::new(side),
            tree: Tree::for_side(side),
            endgame: None,
            clock: Clock::start(budget),
        }
    }

    /// Returns the square with these coordinates, or `None` if it is not an empty square.
    pub fn empty_square(&self, row: i64, col: i64) -> Option<Square> {
        let board = self.position.board();
        let square = board.side().square(row, col);
        square.filter(|&square| board.empty().has(square))
    }

    pub fn squares_left(&self) -> u32 {
        self.position.board().empty().len()
    }

    /// Returns the number of our moves before the endgame is solved.
    pub fn searches_left(&self) -> u32 {
        self.squares_left().saturating_sub(EXACT_EMPTY).div_ceil(2)
    }

    /// Plays a stone of the server and starts the clock.
    pub fn apply_server_move(&mut self, square: Square) {
        self.clock.resume();
        self.position.play(Player::Server, square);
        if let Some(last) = self.position.last(Player::Contestant) {
            self.tree.advance(last, square);
        }
    }

    /// Chooses a stone, plays it and stops the clock. A search may use the budget's rest divided by
    /// `searches`.
    pub fn choose_move(&mut self, searches: u32) -> Square {
        let square = if self.squares_left() <= EXACT_EMPTY {
            let deltas = self.position.deltas();
            let solver = self.endgame.get_or_insert_with(|| Solver::new(deltas));
            solver.best_move(deltas).0
        } else {
            self.search(searches)
        };
        self.repeat_move(square);
        square
    }

    /// Plays a stone on `square`, which must be empty, and stops the clock.
    pub fn repeat_move(&mut self, square: Square) {
        self.position.play(Player::Contestant, square);
        self.clock.pause();
    }

    /// Searches with a part of the remaining budget, from which the endgame's share is kept back.
    /// Returns the most visited move.
    fn search(&mut self, searches: u32) -> Square {
        let spent = self.clock.progress();
        let area = self.position.board().side().area() as u64;
        let endgame = self.clock.expected_share(ENDGAME_WORK / area);
        let share = (1.0 - spent - endgame).max(0.0) / f64::from(searches);
        let until = spent + share;
        loop {
            self.tree.simulate(&self.position);
            self.clock.work(1);
            match self.tree.best() {
                Some(square) if self.clock.progress() >= until => return square,
                _ => {}
            }
        }
    }
}
