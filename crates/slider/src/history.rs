//! The moves that led to each state of a search, as a tree of parent pointers, and their turns.

use common::slider::Turn;

use crate::layers::Layers;
use crate::layout::Layout;
use crate::path::{self, Motion};
use crate::position::Position;
use crate::square::Square;

/// A move of the search: one turn, or several that belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchMove {
    /// Bring the block on `from` into a hole.
    Deliver {
        from: Square,
        /// Number of turns, at least 1.
        turns: u8,
    },
    /// Move the block on `from` to `to` in one turn.
    Shift { from: Square, to: Square },
}

impl SearchMove {
    #[inline]
    pub fn duration(self) -> usize {
        match self {
            SearchMove::Deliver { turns, .. } => usize::from(turns),
            SearchMove::Shift { .. } => 1,
        }
    }

    pub fn apply(self, position: &mut Position) {
        match self {
            SearchMove::Deliver { from, .. } => {
                position.take(from);
            }
            SearchMove::Shift { from, to } => {
                let block = position.take(from);
                position.put(to, block);
            }
        }
    }

    /// Returns the turns, or `None` if the move cannot be played.
    fn turns(self, layout: &Layout, position: &Position) -> Option<Vec<Turn>> {
        match self {
            SearchMove::Deliver { from, turns } => {
                let turns = usize::from(turns);
                let layers = Layers::compute(layout, position, |known, _| known >= turns);
                let mut without = position.clone();
                without.take(from);
                path::find_delivery(layout, &without, &layers, from, turns, &Motion::ALL)
            }
            SearchMove::Shift { from, to } => {
                path::find_shift(layout, position, from, to).map(|turn| vec![turn])
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeId(u32);

#[derive(Default)]
pub struct History {
    /// Parent and action of each node but the root; node n is at index n - 1.
    nodes: Vec<(NodeId, SearchMove)>,
}

impl History {
    pub const ROOT: NodeId = NodeId(0);

    pub fn push(&mut self, parent: NodeId, action: SearchMove) -> NodeId {
        self.nodes.push((parent, action));
        NodeId(self.nodes.len() as u32)
    }

    pub fn turns(&self, layout: &Layout, start: &Position, node: NodeId) -> Vec<Turn> {
        let mut actions = Vec::new();
        let mut at = node;
        while at != History::ROOT {
            let (parent, action) = self.nodes[at.0 as usize - 1];
            actions.push(action);
            at = parent;
        }
        let mut position = start.clone();
        let mut turns = Vec::new();
        for action in actions.into_iter().rev() {
            // All moves were checked when they were generated.
            let Some(route) = action.turns(layout, &position) else {
                break;
            };
            turns.extend(route);
            action.apply(&mut position);
        }
        turns
    }
}
