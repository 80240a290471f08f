//! The contestant over one game.

use common::clock::{Budget, Clock};
use common::tonga::{Player, Side, Square};

use crate::endgame;
use crate::policy::Policy;
use crate::position::Position;
use crate::tree::Tree;
use crate::value::Value;

/// From so few empty squares on the game is solved: a fifth of a second.
const EXACT_EMPTY: u32 = 13;

/// A game in progress.
pub struct Contestant {
    position: Position,
    tree: Tree,
    clock: Clock,
    last: Option<Square>,
}

impl Contestant {
    /// An empty board; the clock runs. A unit of work is one simulation.
    pub fn new(side: Side, budget: Budget) -> Contestant {
        Contestant {
            position: Position::new(side),
            tree: Tree::new(Policy::fitted(side), Value::fitted(side)),
            clock: Clock::start(budget),
            last: None,
        }
    }

    /// Whether the square is on the board and empty.
    pub fn is_empty(&self, square: Square) -> bool {
        self.position.board().empty().has(square)
    }

    /// Whether the game is over.
    pub fn is_over(&self) -> bool {
        self.position.board().empty().is_empty()
    }

    /// Puts down the server's stone.
    pub fn apply_server_move(&mut self, square: Square) {
        self.clock.resume();
        self.position.play(Player::Server, square);
        if let Some(last) = self.last {
            self.tree.advance(last, square);
        }
    }

    /// Chooses the next stone, puts it down and stops the clock.
    pub fn choose_move(&mut self) -> Square {
        let empty = self.position.board().empty().len();
        let square = if empty <= EXACT_EMPTY {
            endgame::solve(self.position.outlook()).0
        } else {
            self.search(empty)
        };
        self.position.play(Player::Contestant, square);
        self.last = Some(square);
        self.clock.pause();
        square
    }

    /// Spends an even share of what is left of the budget.
    fn search(&mut self, empty: u32) -> Square {
        let moves = f64::from((empty - EXACT_EMPTY).div_ceil(2));
        let spent = self.clock.progress();
        let until = spent + (1.0 - spent).max(0.0) / moves;
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
