//! The turns of a finished play in a better order.
//!
//! Two turns may change places unless one needs what the other does to a
//! square. In any order that respects these needs the same blocks fall by the
//! same ways, only at other multipliers: unit jobs with weights and
//! precedence. A local search solves it: pull a turn forward with all it
//! needs, or push it back with all that need it. (Annealing over the same
//! steps found nothing better.)

use common::slider::{Kind, Turn};

use crate::field::Field;
use crate::path::{self, step, Landing};
use crate::position::{has, Axis, Position, Square, LINES};

/// The number of a turn in the play as it was.
type Number = u16;

/// The same turns in an order that scores at least as much: each turn is pulled
/// once and pushed once, over at most `reach` others.
pub fn improve(field: &Field, start: &Position, turns: &[Turn], reach: usize) -> Vec<Turn> {
    let jobs = Jobs::of(field, start, turns);
    let losses: Vec<i32> = jobs.worths.iter().map(|worth| -worth).collect();
    let users = jobs.needs.reversed();
    let mut order: Vec<Number> = (0..turns.len() as Number).collect();
    Puller::new(&jobs.worths, &jobs.needs, reach).improve(&mut order);
    // A push is a pull in the reversed order.
    order.reverse();
    Puller::new(&losses, &users, reach).improve(&mut order);
    let turn = |&number: &Number| turns[usize::from(number)];
    order.iter().rev().map(turn).collect()
}

/// The turns of a play as jobs of one turn each.
struct Jobs {
    /// Points per unit of the multiplier.
    worths: Vec<i32>,
    /// The earlier turns that each one needs.
    needs: Arcs,
}

impl Jobs {
    fn of(field: &Field, start: &Position, turns: &[Turn]) -> Jobs {
        let mut position = start.clone();
        let mut uses = Uses::new();
        let mut worths = Vec::with_capacity(turns.len());
        for (number, &turn) in turns.iter().enumerate() {
            uses.of_way(field, &position, turn, number as Number);
            let from = turn.row * LINES + turn.col;
            uses.change(from, number as Number);
            let worth = i32::from(position.values[from]) - 1;
            let end = path::play(field, &mut position, turn);
            if let Landing::Square(to) = end {
                uses.change(to, number as Number);
            }
            worths.push(if end == Landing::Hole { worth } else { 0 });
            uses.needs.close();
        }
        Jobs {
            worths,
            needs: uses.needs,
        }
    }
}

/// For each turn a list of turns.
struct Arcs {
    ends: Vec<Number>,
    /// Where each turn's list starts, and where the last one ends.
    starts: Vec<usize>,
}

impl Arcs {
    /// No turn yet.
    fn new() -> Arcs {
        Arcs {
            ends: Vec::new(),
            starts: vec![0],
        }
    }

    /// The list of the next turn is complete.
    fn close(&mut self) {
        self.starts.push(self.ends.len());
    }

    fn of(&self, turn: usize) -> &[Number] {
        &self.ends[self.starts[turn]..self.starts[turn + 1]]
    }

    /// The same arcs the other way round.
    fn reversed(&self) -> Arcs {
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
                ends[*slot] = turn as Number;
                *slot += 1;
            }
        }
        Arcs { ends, starts }
    }
}

/// What the turns so far have to do with each square.
struct Uses {
    /// The turn that filled or emptied it last.
    changed: [Option<Number>; LINES * LINES],
    /// The turns that have relied on it since.
    relying: Vec<Vec<Number>>,
    needs: Arcs,
}

impl Uses {
    fn new() -> Uses {
        Uses {
            changed: [None; LINES * LINES],
            relying: vec![Vec::new(); LINES * LINES],
            needs: Arcs::new(),
        }
    }

    /// A turn relies on the squares it passes, and on the block that stops it.
    fn of_way(&mut self, field: &Field, position: &Position, turn: Turn, number: Number) {
        let mut at = turn.row * LINES + turn.col;
        while let Some(next) = step(field, at, turn.direction) {
            if has(&field.holes[Axis::Row as usize], next) {
                return;
            }
            self.rely(next, number);
            if turn.kind == Kind::Move || has(&position.blocks[Axis::Row as usize], next) {
                return;
            }
            at = next;
        }
    }

    fn rely(&mut self, square: Square, number: Number) {
        self.needs.ends.extend(self.changed[square]);
        self.relying[square].push(number);
    }

    fn change(&mut self, square: Square, number: Number) {
        let before = self.changed[square].replace(number);
        let users = self.relying[square].drain(..);
        let others = users.filter(|&user| user != number);
        self.needs.ends.extend(before.into_iter().chain(others));
    }
}

/// Pulls turns forward, each with all it needs.
struct Puller<'a> {
    worths: &'a [i32],
    needs: &'a Arcs,
    /// How many places a turn is pulled at most.
    reach: usize,
    /// For each turn, the last pull in which it was needed.
    needed: Vec<u32>,
    pulls: u32,
    pulled: Vec<Number>,
}

impl<'a> Puller<'a> {
    fn new(worths: &'a [i32], needs: &'a Arcs, reach: usize) -> Puller<'a> {
        Puller {
            worths,
            needs,
            reach,
            needed: vec![0; worths.len()],
            pulls: 0,
            pulled: Vec::new(),
        }
    }

    /// Pulls every turn once to where it gains most. One of the least worth
    /// gains nothing itself, so it is left to those that need it.
    fn improve(&mut self, order: &mut [Number]) {
        let least = self.worths.iter().min().copied();
        for place in 1..order.len() {
            if Some(self.worths[usize::from(order[place])]) == least {
                continue;
            }
            if let Some(first) = self.best_place(order, place) {
                self.pull(&mut order[first..=place]);
            }
        }
    }

    /// Where to pull the turn at `place` and what it needs, if it gains anything.
    fn best_place(&mut self, order: &[Number], place: usize) -> Option<usize> {
        self.start_with(order[place]);
        let (mut worth, mut count, mut gain) = (0, 0, 0);
        let mut best = (0, None);
        for at in (place.saturating_sub(self.reach)..=place).rev() {
            let turn = usize::from(order[at]);
            if self.is_needed(turn) {
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
    fn pull(&mut self, order: &mut [Number]) {
        let Some(&last) = order.last() else { return };
        self.start_with(last);
        self.pulled.clear();
        let mut free = order.len();
        for at in (0..order.len()).rev() {
            let turn = order[at];
            if self.is_needed(usize::from(turn)) {
                self.pulled.push(turn);
            } else {
                free -= 1;
                order[free] = turn;
            }
        }
        self.pulled.reverse();
        order[..free].copy_from_slice(&self.pulled);
    }

    fn start_with(&mut self, turn: Number) {
        self.pulls += 1;
        self.needed[usize::from(turn)] = self.pulls;
    }

    /// Whether a turn is part of this pull; if so, what it needs is as well.
    #[inline]
    fn is_needed(&mut self, turn: usize) -> bool {
        let needed = self.needed[turn] == self.pulls;
        if needed {
            for &other in self.needs.of(turn) {
                self.needed[usize::from(other)] = self.pulls;
            }
        }
        needed
    }
}
