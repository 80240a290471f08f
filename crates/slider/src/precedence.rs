//! The precedence constraints between the turns of a play.
//!
//! Two turns may change places unless one of them fills or empties a square that the other depends
//! on. A turn depends on the squares that it starts from, passes and ends on, and on the square
//! that stops it. In any order that respects these constraints, the same blocks fall by the same
//! routes.

use common::slider::board::Landing;
use common::slider::{Turn, TurnKind};

use crate::layout::Layout;
use crate::path::{self, Ray, RayEnd};
use crate::position::Position;
use crate::square::{BySquare, Square, SQUARES};

/// A turn, by its index in the original play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnId(u16);

impl TurnId {
    /// Returns the first `count` turns, at most 65 536.
    pub fn first(count: usize) -> impl Iterator<Item = TurnId> {
        (0..count).map(|index| TurnId(index as u16))
    }

    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// Returns the turns of a play as jobs of one turn each: the worth of each job, and the earlier
/// turns that it must follow. Constraints that follow from others may be missing.
pub fn jobs(layout: &Layout, start: &Position, turns: &[Turn]) -> (Vec<i32>, Adjacency) {
    let mut position = start.clone();
    let mut uses = SquareUses {
        changed_by: BySquare::filled(None),
        relied_on_by: vec![Vec::new(); SQUARES],
        predecessors: Adjacency { ends: Vec::new(), starts: vec![0] },
    };
    let mut worths = Vec::with_capacity(turns.len());
    for (id, &turn) in TurnId::first(turns.len()).zip(turns) {
        uses.record_path(layout, &position, turn, id);
        let from = Square::of_turn(turn);
        uses.record_change(from, id);
        let worth = i32::from(position.worth(from));
        let end = path::play(layout, &mut position, turn);
        if let Landing::Square(to) = end {
            uses.record_change(to, id);
        }
        worths.push(if let Landing::Hole(_) = end { worth } else { 0 });
        uses.predecessors.starts.push(uses.predecessors.ends.len());
    }
    (worths, uses.predecessors)
}

/// By turn, a list of turns. All lists are in one vector.
pub struct Adjacency {
    ends: Vec<TurnId>,
    /// Start of each turn's list, then the end of the last list.
    starts: Vec<usize>,
}

impl Adjacency {
    #[inline]
    pub fn of(&self, turn: TurnId) -> &[TurnId] {
        &self.ends[self.starts[turn.index()]..self.starts[turn.index() + 1]]
    }

    /// Returns the lists with every arc reversed (a counting sort).
    pub fn reversed(&self) -> Adjacency {
        let count = self.starts.len() - 1;
        let mut starts = vec![0; count + 1];
        for end in &self.ends {
            starts[end.index() + 1] += 1;
        }
        for turn in 0..count {
            starts[turn + 1] += starts[turn];
        }
        let mut free = starts.clone();
        let mut ends = vec![TurnId(0); self.ends.len()];
        for turn in TurnId::first(count) {
            for end in self.of(turn) {
                let slot = &mut free[end.index()];
                ends[*slot] = turn;
                *slot += 1;
            }
        }
        Adjacency { ends, starts }
    }
}

/// The last uses of each square by the turns so far, and the resulting arcs.
struct SquareUses {
    changed_by: BySquare<Option<TurnId>>,
    /// By index of a square, the turns since its last change that rely on its state.
    relied_on_by: Vec<Vec<TurnId>>,
    predecessors: Adjacency,
}

impl SquareUses {
    /// Records that a turn relies on the squares that it passes and on the block that stops it.
    fn record_path(&mut self, layout: &Layout, position: &Position, turn: Turn, id: TurnId) {
        let ray = Ray::new(layout, position, Square::of_turn(turn), turn.direction);
        for square in ray.free_squares() {
            self.rely_on(square, id);
            if turn.kind == TurnKind::Move {
                return;
            }
        }
        if let RayEnd::Block(stopper) = ray.end() {
            self.rely_on(stopper, id);
        }
    }

    fn rely_on(&mut self, square: Square, id: TurnId) {
        self.predecessors.ends.extend(self.changed_by[square]);
        self.relied_on_by[square.index()].push(id);
    }

    fn record_change(&mut self, square: Square, id: TurnId) {
        let before = self.changed_by[square].replace(id);
        let users = self.relied_on_by[square.index()].drain(..);
        let others = users.filter(|&user| user != id);
        self.predecessors.ends.extend(before.into_iter().chain(others));
    }
}
