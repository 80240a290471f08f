//! The parts of the solver that benchmarks measure, with and without incremental evaluation.

use std::hint::black_box;

use common::clock::{Budget, Clock};
use common::slider::board::Landing;
use common::slider::Case;

use crate::beam;
use crate::evaluator::Evaluator;
use crate::layout::Layout;
use crate::path::{self, Motion};
use crate::play::Play;
use crate::position::Position;
use crate::square::Square;

const MULTIPLIER: u32 = 500;

/// A case. Its first position is searched and evaluated.
pub struct Benchmark {
    layout: Layout,
    start: Position,
}

impl Benchmark {
    /// Prepares a case.
    pub fn new(case: &Case) -> Benchmark {
        let (layout, start) = Layout::new(case);
        Benchmark { layout, start }
    }

    /// Returns the number of blocks.
    pub fn blocks(&self) -> usize {
        self.start.squares().count()
    }

    /// Searches with a budget of `states` states; returns the number of turns found.
    pub fn search(&self, states: u64) -> usize {
        let mut clock = Clock::start(Budget::Work(states));
        let none = Play::replay(&self.layout, &self.start, &[]);
        beam::search(&self.layout, &none, 0, None, 1.0, &mut clock).len()
    }

    /// Evaluates the position after every possible turn, each from scratch.
    pub fn evaluate_every_turn(&self) {
        for from in self.start.squares() {
            for motion in Motion::ALL {
                let mut child = self.start.clone();
                let end = path::play(&self.layout, &mut child, motion.turn(from));
                if end != Landing::Blocked {
                    estimate(&Evaluator::new(&self.layout, &child, None));
                }
            }
        }
    }

    /// Returns a function that evaluates the position without each block, with one evaluator.
    pub fn update_children(&self) -> impl FnMut() + '_ {
        let squares: Vec<Square> = self.start.squares().collect();
        let mut evaluator = Evaluator::new(&self.layout, &self.start, None);
        move || {
            for &square in &squares {
                evaluator.without(square, |evaluator, _| estimate(evaluator));
            }
        }
    }

    /// Returns a function that evaluates the same positions, each from scratch.
    pub fn evaluate_children(&self) -> impl FnMut() + '_ {
        let squares: Vec<Square> = self.start.squares().collect();
        let mut child = self.start.clone();
        move || {
            for &square in &squares {
                let block = child.take(square);
                estimate(&Evaluator::new(&self.layout, &child, None));
                child.put(square, block);
            }
        }
    }
}

fn estimate(evaluator: &Evaluator) {
    black_box(evaluator.schedule().estimate(MULTIPLIER));
}
