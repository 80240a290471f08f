//! A better order for the turns of a finished play.
//!
//! The turns are jobs of one turn each, with weights (their worths) and precedence constraints. The
//! goal is a minimum sum of weighted completion times. This problem is NP-hard (Lawler, 1978), so a
//! local search is used: each turn is moved forward together with the predecessors in between, then
//! each turn is moved back together with its successors. Annealing over the same steps found
//! nothing better.

use common::slider::Turn;

use crate::layout::Layout;
use crate::position::Position;
use crate::precedence::{self, Adjacency, TurnId};

/// Returns the same turns in an order that scores at least as much. Each turn is moved forward once
/// and back once, past at most `window` others.
pub fn improve(layout: &Layout, start: &Position, turns: &[Turn], window: usize) -> Vec<Turn> {
    let (worths, predecessors) = precedence::jobs(layout, start, turns);
    let losses: Vec<i32> = worths.iter().map(|worth| -worth).collect();
    let successors = predecessors.reversed();
    let mut order: Vec<TurnId> = TurnId::first(turns.len()).collect();
    Insertion::new(&worths, &predecessors, window).improve(&mut order);
    // A move back is a move forward in the reversed order.
    order.reverse();
    Insertion::new(&losses, &successors, window).improve(&mut order);
    let turn = |id: &TurnId| turns[id.index()];
    order.iter().rev().map(turn).collect()
}

/// A local search that moves turns forward, each with its predecessors.
struct Insertion<'a> {
    worths: &'a [i32],
    predecessors: &'a Adjacency,
    window: usize,
    /// By turn, the number of the last closure to which it belonged.
    closures: Vec<u32>,
    /// Number of the current closure, which contains a turn and its predecessors.
    closure: u32,
    moved: Vec<TurnId>,
}

impl<'a> Insertion<'a> {
    fn new(worths: &'a [i32], predecessors: &'a Adjacency, window: usize) -> Insertion<'a> {
        Insertion {
            worths,
            predecessors,
            window,
            closures: vec![0; worths.len()],
            closure: 0,
            moved: Vec::new(),
        }
    }

    /// Moves every turn once to the place where it gains most. A turn of minimum worth gains
    /// nothing itself, so it moves only as a predecessor of others.
    fn improve(&mut self, order: &mut [TurnId]) {
        let least = self.worths.iter().min().copied();
        for place in 1..order.len() {
            if Some(self.worths[order[place].index()]) == least {
                continue;
            }
            if let Some(first) = self.best_place(order, place) {
                self.move_forward(&mut order[first..=place]);
            }
        }
    }

    /// Returns the place where the turn at `place` and its predecessors gain most, if any gains.
    fn best_place(&mut self, order: &[TurnId], place: usize) -> Option<usize> {
        self.start_closure(order[place]);
        let (mut worth, mut count, mut gain) = (0, 0, 0);
        let mut best = (0, None);
        for at in (place.saturating_sub(self.window)..=place).rev() {
            let turn = order[at];
            if self.extend_closure(turn) {
                worth += self.worths[turn.index()];
                count += 1;
            } else {
                gain += worth - count * self.worths[turn.index()];
                if gain > best.0 {
                    best = (gain, Some(at));
                }
            }
        }
        best.1
    }

    fn move_forward(&mut self, order: &mut [TurnId]) {
        self.start_closure(order[order.len() - 1]);
        self.moved.clear();
        let mut free = order.len();
        for at in (0..order.len()).rev() {
            let turn = order[at];
            if self.extend_closure(turn) {
                self.moved.push(turn);
            } else {
                free -= 1;
                order[free] = turn;
            }
        }
        self.moved.reverse();
        order[..free].copy_from_slice(&self.moved);
    }

    fn start_closure(&mut self, turn: TurnId) {
        self.closure += 1;
        self.closures[turn.index()] = self.closure;
    }

    /// Returns true if `turn` is in the closure, after adding its predecessors.
    #[inline]
    fn extend_closure(&mut self, turn: TurnId) -> bool {
        let belongs = self.closures[turn.index()] == self.closure;
        if belongs {
            for other in self.predecessors.of(turn) {
                self.closures[other.index()] = self.closure;
            }
        }
        belongs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer;
    use crate::path::Motion;
    use crate::square::Square;
    use crate::testing::{case, random_play};
    use common::grid::Direction;
    use common::slider::answer::score;
    use common::slider::TurnKind;
    use proptest::prelude::*;

    fn sorted(turns: &[Turn]) -> Vec<String> {
        let mut lines: Vec<String> = turns.iter().map(Turn::to_string).collect();
        lines.sort();
        lines
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(64))]

        #[test]
        fn a_better_order_has_the_same_turns_and_the_same_blocks_fall(seed in any::<u64>()) {
            let played = random_play(seed, 100);
            let before = score(&played.case, &answer(&played.turns)).unwrap();
            for window in [10, usize::MAX] {
                let better = improve(&played.layout, &played.start, &played.turns, window);
                let after = score(&played.case, &answer(&better)).unwrap();
                prop_assert_eq!(sorted(&played.turns), sorted(&better));
                prop_assert_eq!((after.fallen, after.wasted), (before.fallen, 0));
                prop_assert!(after.points >= before.points);
            }
        }
    }

    #[test]
    fn worked_examples() {
        let (left, right) = (Direction::Left, Direction::Right);
        // The top row, the columns from which its blocks slide, and their best order.
        for (row, slides, best) in [
            // The block of higher value falls first.
            ([-1, 2, 0, 0, 9, -1, 0, 0, 0, 0], vec![(1, left), (4, right)], vec![4, 1]),
            // A worthless block in the way leaves first: nine in two turns beat three in one.
            (
                [-1, 1, 9, 0, 0, 0, 0, 0, 3, -1],
                vec![(8, right), (1, left), (2, left)],
                vec![1, 2, 8],
            ),
            // The seven stops next to the nine, so the nine must not fall before that.
            ([-1, 0, 0, 9, 0, 0, 7, 0, 0, 0], vec![(6, left), (3, left), (4, left)], vec![6, 3, 4]),
        ] {
            let mut cells = vec![0; 100];
            cells[..10].copy_from_slice(&row);
            let (layout, start) = Layout::new(&case(10, &cells));
            let slide =
                |(col, direction)| Motion::new(TurnKind::Slide, direction).turn(Square::at(0, col));
            let turns: Vec<Turn> = slides.into_iter().map(slide).collect();
            let better = improve(&layout, &start, &turns, usize::MAX);
            let columns: Vec<usize> = better.iter().map(|turn| turn.col).collect();
            assert_eq!(columns, best);
        }
    }
}
