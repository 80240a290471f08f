//! The turns of a finished play in a better order.
//!
//! Two turns may change places unless one needs what the other does to a
//! square. In any order that respects these needs the same blocks fall by the
//! same ways, only at other multipliers: unit jobs with weights and
//! precedence. A local search solves it: pull a turn forward with all it
//! needs, or push it back with all that need it. (Annealing over the same
//! steps found nothing better.)

use common::slider::{Kind, Turn};

use crate::layout::Layout;
use crate::path::{self, step, Landing};
use crate::position::{has, Axis, Position, Square, LINES};

/// The number of a turn in the play as it was.
type TurnIndex = u16;

/// The same turns in an order that scores at least as much: each turn is pulled
/// once and pushed once, over at most `window` others.
pub fn improve(layout: &Layout, start: &Position, turns: &[Turn], window: usize) -> Vec<Turn> {
    let jobs = JobGraph::of(layout, start, turns);
    let losses: Vec<i32> = jobs.worths.iter().map(|worth| -worth).collect();
    let successors = jobs.predecessors.reversed();
    let mut order: Vec<TurnIndex> = (0..turns.len() as TurnIndex).collect();
    Advancer::new(&jobs.worths, &jobs.predecessors, window).improve(&mut order);
    // A push is a pull in the reversed order.
    order.reverse();
    Advancer::new(&losses, &successors, window).improve(&mut order);
    let turn = |&number: &TurnIndex| turns[usize::from(number)];
    order.iter().rev().map(turn).collect()
}

/// The turns of a play as jobs of one turn each.
struct JobGraph {
    /// Points per unit of the multiplier.
    worths: Vec<i32>,
    /// The earlier turns that each one needs.
    predecessors: Adjacency,
}

impl JobGraph {
    fn of(layout: &Layout, start: &Position, turns: &[Turn]) -> JobGraph {
        let mut position = start.clone();
        let mut tracker = DependencyTracker::new();
        let mut worths = Vec::with_capacity(turns.len());
        for (number, &turn) in turns.iter().enumerate() {
            tracker.record_path(layout, &position, turn, number as TurnIndex);
            let from = turn.row * LINES + turn.col;
            tracker.record_change(from, number as TurnIndex);
            let worth = i32::from(position.values[from]) - 1;
            let end = path::play(layout, &mut position, turn);
            if let Landing::Square(to) = end {
                tracker.record_change(to, number as TurnIndex);
            }
            worths.push(if end == Landing::Hole { worth } else { 0 });
            tracker.predecessors.finish_list();
        }
        JobGraph {
            worths,
            predecessors: tracker.predecessors,
        }
    }
}

/// For each turn a list of turns.
struct Adjacency {
    ends: Vec<TurnIndex>,
    /// Where each turn's list starts, and where the last one ends.
    starts: Vec<usize>,
}

impl Adjacency {
    /// No turn yet.
    fn new() -> Adjacency {
        Adjacency {
            ends: Vec::new(),
            starts: vec![0],
        }
    }

    /// The list of the next turn is complete.
    fn finish_list(&mut self) {
        self.starts.push(self.ends.len());
    }

    fn of(&self, turn: usize) -> &[TurnIndex] {
        &self.ends[self.starts[turn]..self.starts[turn + 1]]
    }

    /// The same arcs the other way round.
    fn reversed(&self) -> Adjacency {
        let count = self.starts.len() - 1;
        let mut starts = vec![0; count + 1];
        for &end in &self.ends {
            starts[usize::from(end) + 1] += 1;
        }
        for turn in 0..count {
            starts[turn + 1] += starts[turn];
        }
        let mut free = starts.clone();
        let mut ends = vec![0; self.ends.len()];
        for turn in 0..count {
            for &end in self.of(turn) {
                let slot = &mut free[usize::from(end)];
                ends[*slot] = turn as TurnIndex;
                *slot += 1;
            }
        }
        Adjacency { ends, starts }
    }
}

/// What the turns so far have to do with each square.
struct DependencyTracker {
    /// The turn that filled or emptied it last.
    changed: [Option<TurnIndex>; LINES * LINES],
    /// The turns that have relied on it since.
    used: Vec<Vec<TurnIndex>>,
    predecessors: Adjacency,
}

impl DependencyTracker {
    fn new() -> DependencyTracker {
        DependencyTracker {
            changed: [None; LINES * LINES],
            used: vec![Vec::new(); LINES * LINES],
            predecessors: Adjacency::new(),
        }
    }

    /// A turn relies on the squares it passes, and on the block that stops it.
    fn record_path(&mut self, layout: &Layout, position: &Position, turn: Turn, number: TurnIndex) {
        let mut at = turn.row * LINES + turn.col;
        while let Some(next) = step(layout, at, turn.direction) {
            if has(&layout.holes[Axis::Row as usize], next) {
                return;
            }
            self.record_use(next, number);
            if turn.kind == Kind::Move || has(&position.blocks[Axis::Row as usize], next) {
                return;
            }
            at = next;
        }
    }

    fn record_use(&mut self, square: Square, number: TurnIndex) {
        self.predecessors.ends.extend(self.changed[square]);
        self.used[square].push(number);
    }

    fn record_change(&mut self, square: Square, number: TurnIndex) {
        let before = self.changed[square].replace(number);
        let successors = self.used[square].drain(..);
        let others = successors.filter(|&user| user != number);
        self.predecessors
            .ends
            .extend(before.into_iter().chain(others));
    }
}

/// Pulls turns forward, each with all it needs.
struct Advancer<'a> {
    worths: &'a [i32],
    predecessors: &'a Adjacency,
    /// How many places a turn is pulled at most.
    window: usize,
    /// For each turn, the last pull in which it was needed.
    closure: Vec<u32>,
    closures: u32,
    advanced: Vec<TurnIndex>,
}

impl<'a> Advancer<'a> {
    fn new(worths: &'a [i32], predecessors: &'a Adjacency, window: usize) -> Advancer<'a> {
        Advancer {
            worths,
            predecessors,
            window,
            closure: vec![0; worths.len()],
            closures: 0,
            advanced: Vec::new(),
        }
    }

    /// Pulls every turn once to where it gains most. One of the least worth
    /// gains nothing itself, so it is left to those that need it.
    fn improve(&mut self, order: &mut [TurnIndex]) {
        let least = self.worths.iter().min().copied();
        for place in 1..order.len() {
            if Some(self.worths[usize::from(order[place])]) == least {
                continue;
            }
            if let Some(first) = self.best_target(order, place) {
                self.advance(&mut order[first..=place]);
            }
        }
    }

    /// Where to pull the turn at `place` and what it needs, if it gains anything.
    fn best_target(&mut self, order: &[TurnIndex], place: usize) -> Option<usize> {
        self.start_closure(order[place]);
        let (mut worth, mut count, mut gain) = (0, 0, 0);
        let mut best = (0, None);
        for at in (place.saturating_sub(self.window)..=place).rev() {
            let turn = usize::from(order[at]);
            if self.in_closure(turn) {
                worth += self.worths[turn];
                count += 1;
            } else {
                gain += worth - count * self.worths[turn];
                if gain > best.0 {
                    best = (gain, Some(at));
                }
            }
        }
        best.1
    }

    /// Puts the last turn and what it needs before all others.
    fn advance(&mut self, order: &mut [TurnIndex]) {
        let Some(&last) = order.last() else { return };
        self.start_closure(last);
        self.advanced.clear();
        let mut free = order.len();
        for at in (0..order.len()).rev() {
            let turn = order[at];
            if self.in_closure(usize::from(turn)) {
                self.advanced.push(turn);
            } else {
                free -= 1;
                order[free] = turn;
            }
        }
        self.advanced.reverse();
        order[..free].copy_from_slice(&self.advanced);
    }

    fn start_closure(&mut self, turn: TurnIndex) {
        self.closures += 1;
        self.closure[usize::from(turn)] = self.closures;
    }

    /// Whether a turn is part of this pull; if so, what it needs is as well.
    #[inline]
    fn in_closure(&mut self, turn: usize) -> bool {
        let member = self.closure[turn] == self.closures;
        if member {
            for &other in self.predecessors.of(turn) {
                self.closure[usize::from(other)] = self.closures;
            }
        }
        member
    }
}
