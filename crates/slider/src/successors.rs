//! Evaluates the children of one state and puts them into the buckets of later rounds.

use crate::bucket::{Bucket, Candidate};
use crate::evaluator::Evaluator;
use crate::history::SearchMove;
use crate::layout::Layout;
use crate::moves::{MoveGenerator, Shift};
use crate::path::{self, Motion};

pub struct Successors<'a> {
    pub buckets: &'a mut [Bucket],
    /// Minimum number of candidates that a bucket keeps.
    pub capacity: usize,
    pub parent: u32,
    pub scored: u32,
    /// Multiplier of the parent's next turn, at least 1.
    pub multiplier: u32,
}

impl Successors<'_> {
    /// Adds children with one block delivered. Leaves the parent's evaluator unchanged.
    pub fn add_deliveries(
        &mut self,
        layout: &Layout,
        moves: &MoveGenerator,
        evaluator: &mut Evaluator,
    ) {
        for delivery in &moves.deliveries {
            let (from, turns) = (delivery.from, delivery.turns);
            if turns as u32 > self.multiplier {
                continue;
            }
            evaluator.without(from, |evaluator, block| {
                let (without, layers) = (evaluator.position(), &moves.layers);
                let all = &Motion::ALL;
                let route = || path::find_delivery(layout, without, layers, from, turns, all);
                // For more than two turns the layers can be wrong, so the route is checked.
                if turns <= 2 || route().is_some() {
                    let multiplier = self.multiplier - turns as u32 + 1;
                    let gain = multiplier * u32::from(block.worth);
                    let turns = turns as u8;
                    let action = SearchMove::Deliver { from, turns };
                    self.add(action, evaluator, self.scored + gain);
                }
            });
        }
    }

    /// Adds children with one block moved. Leaves the parent's evaluator unchanged.
    pub fn add_shifts(&mut self, moves: &MoveGenerator, evaluator: &mut Evaluator) {
        let mut shifts = moves.shifts.iter().peekable();
        while let Some(&&Shift { from, .. }) = shifts.peek() {
            evaluator.without(from, |evaluator, block| {
                while let Some(&Shift { to, .. }) = shifts.next_if(|next| next.from == from) {
                    let action = SearchMove::Shift { from, to };
                    evaluator.with(to, block, |evaluator| {
                        self.add(action, evaluator, self.scored);
                    });
                }
            });
        }
    }

    fn add(&mut self, action: SearchMove, evaluator: &Evaluator, scored: u32) {
        let multiplier = self.multiplier - action.duration() as u32;
        let rest = evaluator.schedule().estimate(multiplier);
        let candidate = Candidate {
            score: i64::from(scored) + rest.points,
            hash: evaluator.position().hash(),
            parent: self.parent,
            scored,
            action,
        };
        self.buckets[action.duration()].push(candidate, self.capacity);
    }
}
