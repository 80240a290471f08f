//! The children of one state, offered to the buckets of later rounds.

use crate::bucket::{Bucket, Candidate};
use crate::field::Field;
use crate::path;
use crate::proposals::Proposals;
use crate::scene::Scene;
use crate::trail::Action;

/// Where the children of one state go.
pub struct Nursery<'a> {
    /// Buckets by turns used, from the parent's round on.
    pub buckets: &'a mut [Bucket],
    /// How many candidates a bucket must remember.
    pub room: usize,
    /// Index of the parent in its beam.
    pub parent: u32,
    /// Points the parent has scored.
    pub scored: u32,
    /// Multiplier of the parent's next turn, at least 1.
    pub multiplier: u32,
}

impl Nursery<'_> {
    /// Offers the children that lack one block. The scene is the parent's and
    /// stays so.
    pub fn offer_deliveries(&mut self, field: &Field, proposals: &Proposals, scene: &mut Scene) {
        for delivery in &proposals.deliveries {
            let (from, turns) = (delivery.from, usize::from(delivery.turns));
            if turns > self.multiplier as usize {
                continue;
            }
            let piece = scene.take(from);
            let levels = &proposals.levels;
            // Levels up to two are exact, see `reach`.
            let position = scene.position();
            if turns <= 2
                || path::delivery(field, position, levels, from, turns, &path::TURNS).is_some()
            {
                let gain = (self.multiplier - turns as u32 + 1) * (u32::from(piece.value) - 1);
                self.offer(Action::deliver(from, turns), scene, self.scored + gain);
            }
            scene.put(from, piece);
        }
    }

    /// Offers the children in which one block stands elsewhere. The scene is
    /// the parent's and stays so.
    pub fn offer_shifts(&mut self, proposals: &Proposals, scene: &mut Scene) {
        let mut shifts = proposals.shifts.iter().peekable();
        while let Some(&shift) = shifts.peek() {
            let from = shift.from;
            let piece = scene.take(from);
            while let Some(shift) = shifts.next_if(|next| next.from == from) {
                scene.put(shift.to, piece);
                self.offer(Action::shift(from, shift.to), scene, self.scored);
                scene.take(shift.to);
            }
            scene.put(from, piece);
        }
    }

    /// Offers the child that `scene` shows now.
    fn offer(&mut self, action: Action, scene: &Scene, scored: u32) {
        let multiplier = self.multiplier - action.turns() as u32;
        let rest = scene.schedule().promise(multiplier);
        let candidate = Candidate {
            score: i64::from(scored) + rest.points,
            hash: scene.position().hash,
            parent: self.parent,
            scored,
            action,
        };
        self.buckets[action.turns()].push(candidate, self.room);
    }
}
