//! How each state came about, and the turns that lead to it.

use common::slider::Turn;

use crate::layers;
use crate::layout::Layout;
use crate::path;
use crate::position::{Position, Square};

/// A step of the search: a whole delivery or a single turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Action {
    from: u16,
    to: u16,
    turns: u8,
}

impl Action {
    /// Stands for a hole as the destination.
    const FALL: u16 = u16::MAX;

    /// Bring the block on `from` into a hole within `turns` turns.
    pub fn deliver(from: Square, turns: usize) -> Action {
        Action {
            from: from as u16,
            to: Action::FALL,
            turns: turns as u8,
        }
    }

    /// Bring the block on `from` to `to` in one turn.
    pub fn shift(from: Square, to: Square) -> Action {
        Action {
            from: from as u16,
            to: to as u16,
            turns: 1,
        }
    }

    /// Turns it takes.
    #[inline]
    pub fn turns(self) -> usize {
        usize::from(self.turns)
    }

    /// What it does to the blocks.
    pub fn apply(self, position: &mut Position) {
        let piece = position.take(usize::from(self.from));
        if self.to != Action::FALL {
            position.put(usize::from(self.to), piece);
        }
    }

    /// Its turns; `None` if it cannot be played.
    fn to_turns(self, layout: &Layout, position: &Position) -> Option<Vec<Turn>> {
        let from = usize::from(self.from);
        if self.to != Action::FALL {
            return path::find_shift(layout, position, from, usize::from(self.to))
                .map(|turn| vec![turn]);
        }
        let layers = layers::layers(layout, position, |count, _| count >= self.turns());
        let mut without = position.clone();
        without.take(from);
        path::find_delivery(layout, &without, &layers, from, self.turns(), &path::TURNS)
    }
}

/// The tree of all states ever chosen.
#[derive(Default)]
pub struct History {
    nodes: Vec<(u32, Action)>,
}

impl History {
    /// The start; it has no action.
    pub const ROOT: u32 = 0;

    /// Adds a child and returns its number.
    pub fn push(&mut self, parent: u32, action: Action) -> u32 {
        self.nodes.push((parent, action));
        self.nodes.len() as u32
    }

    /// The turns from `start` to a node.
    pub fn turns(&self, layout: &Layout, start: &Position, node: u32) -> Vec<Turn> {
        let mut actions = Vec::new();
        let mut at = node;
        while at != History::ROOT {
            let (parent, action) = self.nodes[at as usize - 1];
            actions.push(action);
            at = parent;
        }
        let mut position = start.clone();
        let mut turns = Vec::new();
        for action in actions.into_iter().rev() {
            // Every action was checked when it was proposed.
            let Some(way) = action.to_turns(layout, &position) else {
                break;
            };
            turns.extend(way);
            action.apply(&mut position);
        }
        turns
    }
}
