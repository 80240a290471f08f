//! Move generation: the deliveries and single turns to try in a state.

use std::cmp::Reverse;

use common::grid::Direction;
use common::slider::board::Landing;
use common::slider::TurnKind;

use crate::access::Access;
use crate::bits;
use crate::evaluator::Evaluator;
use crate::layers::Layers;
use crate::layout::Layout;
use crate::path::{landing, nearest, Motion, Ray};
use crate::position::Position;
use crate::schedule::{DelayCosts, Priority};
use crate::square::{Axis, BySquare, Square};
use crate::stoppers;
use crate::tuning::moves::{
    APPROACHES, CLEARANCES, CLEARANCE_GAIN, COSTLY_BLOCKS, DELIVERIES, FEW_DELIVERIES,
    OBSTRUCTED_BLOCKS, STOPPERS, STOPPER_SQUARES,
};

#[derive(Clone, Copy)]
pub struct Delivery {
    priority: Priority,
    /// Number of turns, at least 1.
    pub turns: usize,
    pub from: Square,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shift {
    /// Expected gain, in eighths of a point.
    gain: i32,
    pub from: Square,
    pub to: Square,
}

/// The moves proposed in one state; the memory is reused for the next state.
#[derive(Default)]
pub struct MoveGenerator {
    pub deliveries: Vec<Delivery>,
    /// Single turns that deliver nothing, sorted by `from`, then by `to`.
    pub shifts: Vec<Shift>,
    pub layers: Layers,
    ranked: Vec<Shift>,
    /// Blocks with the costs of their durations, in eighths of a point.
    costly: Vec<(i32, Square)>,
    obstructed: Vec<(Priority, Square)>,
}

impl MoveGenerator {
    /// Replaces the moves by those proposed in the evaluated position.
    pub fn generate(&mut self, layout: &Layout, evaluator: &Evaluator) {
        self.shifts.clear();
        self.generate_deliveries(layout, evaluator);
        let delay_costs = evaluator.schedule().delay_costs();
        let ranking = Ranking {
            layout,
            evaluator,
            stopper_gains: stoppers::gains(layout, evaluator, &delay_costs),
            delay_costs,
        };
        self.classify_blocks(&ranking);
        self.generate_approaches(&ranking);
        self.generate_clearances(&ranking);
        self.generate_stoppers(&ranking);
        let order = |shift: &Shift| (shift.from, shift.to);
        self.shifts.sort_unstable_by_key(order);
        self.shifts.dedup_by_key(|shift| order(shift));
    }

    fn generate_deliveries(&mut self, layout: &Layout, evaluator: &Evaluator) {
        let blocks = evaluator.position().blocks(Axis::Row);
        let list = &mut self.deliveries;
        list.clear();
        self.layers = Layers::compute(layout, evaluator.position(), |turns, layers| {
            for row in 0..layout.side {
                for col in bits::ascending(blocks[row] & layers.exactly(turns, row)) {
                    let from = Square::at(row, col);
                    let priority = evaluator.job(from).priority;
                    if priority.is_scheduled() {
                        list.push(Delivery { priority, turns, from });
                    }
                }
            }
            turns >= 3 && list.len() >= FEW_DELIVERIES
        });
        keep_best(list, DELIVERIES, |delivery| {
            (delivery.priority, Reverse((delivery.turns, delivery.from)))
        });
    }

    fn classify_blocks(&mut self, ranking: &Ranking) {
        let evaluator = ranking.evaluator;
        self.costly.clear();
        self.obstructed.clear();
        for square in evaluator.position().squares() {
            let priority = evaluator.job(square).priority;
            if !priority.is_scheduled() {
                continue;
            }
            self.costly.push((ranking.cost(square), square));
            if evaluator.access(square) == Access::Obstructed {
                self.obstructed.push((priority, square));
            }
        }
        keep_best(&mut self.costly, COSTLY_BLOCKS, |&block| block);
        keep_best(&mut self.obstructed, OBSTRUCTED_BLOCKS, |&block| block);
    }

    /// Generates single turns after which costly blocks need fewer turns.
    fn generate_approaches(&mut self, ranking: &Ranking) {
        self.ranked.clear();
        for &(_, from) in &self.costly {
            ranking.add_turns_from(from, 0, &mut self.ranked);
        }
        self.keep_quota(APPROACHES);
    }

    /// Generates turns of the blocks around obstructed blocks; delivers the worthless ones.
    fn generate_clearances(&mut self, ranking: &Ranking) {
        let mut blockers: Vec<(Square, i32)> = Vec::with_capacity(4 * OBSTRUCTED_BLOCKS);
        for &(priority, square) in &self.obstructed {
            let gain = ranking.delay_costs.per_turn(priority) * CLEARANCE_GAIN;
            for direction in Direction::ALL {
                let Some(blocker) = nearest(ranking.layout, ranking.position(), square, direction)
                else {
                    continue;
                };
                match blockers.iter_mut().find(|(known, _)| *known == blocker) {
                    Some((_, sum)) => *sum += gain,
                    None => blockers.push((blocker, gain)),
                }
            }
        }
        self.ranked.clear();
        for (from, gain) in blockers {
            ranking.add_turns_from(from, gain, &mut self.ranked);
            self.deliver_worthless(ranking, from);
        }
        self.keep_quota(CLEARANCES);
    }

    /// Adds the delivery of a blocker that is not scheduled itself.
    fn deliver_worthless(&mut self, ranking: &Ranking, from: Square) {
        let priority = ranking.evaluator.job(from).priority;
        if priority.is_scheduled() {
            return;
        }
        if let Some(turns) = self.layers.least_turns(from, 2) {
            self.deliveries.push(Delivery { priority, turns, from });
        }
    }

    /// Generates turns that put a stopper where it gains most.
    fn generate_stoppers(&mut self, ranking: &Ranking) {
        let next_to_lines = ranking.layout.next_to_hole_lines.squares();
        let gains = next_to_lines.map(|square| (ranking.stopper_gains[square], square));
        let mut squares: Vec<(i32, Square)> = gains.filter(|&(gain, _)| gain > 0).collect();
        keep_best(&mut squares, STOPPER_SQUARES, |&square| square);
        self.ranked.clear();
        for (gain, to) in squares {
            ranking.add_turns_to(to, gain, &mut self.ranked);
        }
        self.keep_quota(STOPPERS);
    }

    fn keep_quota(&mut self, count: usize) {
        keep_best(&mut self.ranked, count, |&shift| shift);
        self.shifts.append(&mut self.ranked);
    }
}

/// A rough estimate of the gain of single turns.
struct Ranking<'a> {
    layout: &'a Layout,
    evaluator: &'a Evaluator<'a>,
    delay_costs: DelayCosts,
    /// Gain of a stopper by square, in eighths of a point.
    stopper_gains: BySquare<i32>,
}

impl Ranking<'_> {
    fn position(&self) -> &Position {
        self.evaluator.position()
    }

    /// Returns the cost of the duration of a block's job, in eighths of a point.
    fn cost(&self, square: Square) -> i32 {
        self.delay_costs.of(self.evaluator.job(square))
    }

    /// Returns a function from the end square of a turn of the block on `from` to the turn's gain,
    /// in eighths of a point. The gain has two parts: the block's job gets shorter or longer, and
    /// everything is delayed by one turn. Effects on the access of other blocks are ignored.
    #[inline]
    fn gains(&self, from: Square) -> impl Fn(Square) -> i32 + '_ {
        let stays = self.cost(from) - self.delay_costs.of_all();
        move |to| stays - self.delay_costs.of(self.evaluator.job_at(to, from))
    }

    /// Adds all turns of one block that end on the board. Each gain includes `bonus` and the gain
    /// of a stopper on the end square.
    fn add_turns_from(&self, from: Square, bonus: i32, list: &mut Vec<Shift>) {
        let gain_at = self.gains(from);
        let shift = |to| Shift { gain: gain_at(to) + bonus + self.stopper_gains[to], from, to };
        for direction in Direction::ALL {
            let ray = Ray::new(self.layout, self.position(), from, direction);
            let Landing::Square(next) = ray.landing(TurnKind::Move) else {
                continue;
            };
            let step = shift(next);
            list.push(step);
            // A slide over one square is the same as the move; it must not fill the quota.
            match ray.landing(TurnKind::Slide) {
                Landing::Square(end) if end == next => list.push(step),
                Landing::Square(end) => list.push(shift(end)),
                Landing::Hole(_) | Landing::Blocked => {}
            }
        }
    }

    /// Adds all turns that end on one square; `bonus` is added to the gain of each.
    fn add_turns_to(&self, to: Square, bonus: i32, list: &mut Vec<Shift>) {
        for Motion { kind, direction } in Motion::ALL {
            let Some(from) = nearest(self.layout, self.position(), to, direction) else {
                continue;
            };
            let back = Motion::new(kind, direction.opposite());
            if landing(self.layout, self.position(), from, back) == Landing::Square(to) {
                let gain = self.gains(from)(to) + bonus;
                list.push(Shift { gain, from, to });
            }
        }
    }
}

/// Keeps the `count` items with the highest rank, in no particular order.
fn keep_best<T, R: Ord>(list: &mut Vec<T>, count: usize, rank: impl Fn(&T) -> R) {
    if list.len() > count {
        list.select_nth_unstable_by(count, |a, b| rank(b).cmp(&rank(a)));
        list.truncate(count);
    }
}
