//! The children of one state, offered to the buckets of later rounds.

use crate::bucket::{Bucket, Candidate};
use crate::evaluator::Evaluator;
use crate::history::Action;
use crate::layout::Layout;
use crate::moves::MoveGenerator;
use crate::path;

/// Where the children of one state go.
pub struct Successors<'a> {
    /// Buckets by turns used, from the parent's round on.
    pub buckets: &'a mut [Bucket],
    /// How many candidates a bucket must remember.
    pub capacity: usize,
    /// Index of the parent in its beam.
    pub parent: u32,
    /// Points the parent has scored.
    pub scored: u32,
    /// Multiplier of the parent's next turn, at least 1.
    pub multiplier: u32,
}

impl Successors<'_> {
    /// Offers the children that lack one block. The evaluator is the parent's and
    /// stays so.
    pub fn offer_deliveries(
        &mut self,
        layout: &Layout,
        moves: &MoveGenerator,
        evaluator: &mut Evaluator,
    ) {
        for delivery in &moves.deliveries {
            let (from, turns) = (delivery.from, usize::from(delivery.turns));
            if turns > self.multiplier as usize {
                continue;
            }
            let piece = evaluator.take(from);
            let layers = &moves.layers;
            // Layers up to two are exact, see `reach`.
            let position = evaluator.position();
            if turns <= 2
                || path::find_delivery(layout, position, layers, from, turns, &path::TURNS)
                    .is_some()
            {
                let gain = (self.multiplier - turns as u32 + 1) * (u32::from(piece.value) - 1);
                self.offer(Action::deliver(from, turns), evaluator, self.scored + gain);
            }
            evaluator.put(from, piece);
        }
    }

    /// Offers the children in which one block stands elsewhere. The evaluator is
    /// the parent's and stays so.
    pub fn offer_shifts(&mut self, moves: &MoveGenerator, evaluator: &mut Evaluator) {
        let mut shifts = moves.shifts.iter().peekable();
        while let Some(&shift) = shifts.peek() {
            let from = shift.from;
            let piece = evaluator.take(from);
            while let Some(shift) = shifts.next_if(|next| next.from == from) {
                evaluator.put(shift.to, piece);
                self.offer(Action::shift(from, shift.to), evaluator, self.scored);
                evaluator.take(shift.to);
            }
            evaluator.put(from, piece);
        }
    }

    /// Offers the child that `evaluator` shows now.
    fn offer(&mut self, action: Action, evaluator: &Evaluator, scored: u32) {
        let multiplier = self.multiplier - action.turns() as u32;
        let rest = evaluator.schedule().estimate(multiplier);
        let candidate = Candidate {
            score: i64::from(scored) + rest.points,
            hash: evaluator.position().hash,
            parent: self.parent,
            scored,
            action,
        };
        self.buckets[action.turns()].push(candidate, self.capacity);
    }
}
