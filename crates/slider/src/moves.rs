//! Which turns are worth a closer look in a state.

use common::grid::Direction;

use crate::evaluator::{Access, Evaluator};
use crate::layers::{self, Layers, MAX_TURNS};
use crate::layout::Layout;
use crate::path::{landing, nearest, Landing, TURNS};
use crate::position::{bits, has, Axis, Position, Square, LINES};
use crate::schedule::{Priority, PRIORITIES, TURN};
use crate::stoppers::{self, Gains};

/// Deliveries proposed per state.
const DELIVERIES: usize = 24;
/// Deliveries of more than three turns are looked for while there are fewer
/// than this.
const FEW_DELIVERIES: usize = 8;
/// Urgent blocks whose single turns are considered.
const URGENT_BLOCKS: usize = 30;
/// Single turns of those proposed per state.
const APPROACHES: usize = 6;
/// Shut-in blocks whose neighbours are considered.
const OBSTRUCTED_BLOCKS: usize = 12;
/// Turns out of the way proposed per state.
const CLEARANCES: usize = 4;
/// Worth of a turn out of the way of one shut-in block, in units of 1/8 turn
/// of its duration.
const CLEARANCE_GAIN: i32 = 4;
/// Squares considered for a stopper.
const STOPPER_SQUARES: usize = 8;
/// Turns to such squares proposed per state.
const STOPPER_TURNS: usize = 4;

/// Bring the block on a square into a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Delivery {
    /// How urgent the block is.
    pub priority: Priority,
    /// Turns it takes.
    pub turns: u8,
    /// Where the block is.
    pub from: Square,
}

/// Move the block on `from` to `to` in one turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Shift {
    /// Expected gain in points, in units of 1/8.
    gain: i32,
    /// Where the block is.
    pub from: Square,
    /// Where it goes.
    pub to: Square,
}

/// The turns proposed in one state; the memory is used again for the next.
pub struct MoveGenerator {
    /// Whole deliveries.
    pub deliveries: Vec<Delivery>,
    /// Single turns that deliver nothing, by their square of departure.
    pub shifts: Vec<Shift>,
    /// The layers the deliveries rest on.
    pub layers: Layers,
    ranked: Vec<Shift>,
    urgent: Vec<(i32, Square)>,
    obstructed: Vec<(Priority, Square)>,
    gains: Gains,
}

impl MoveGenerator {
    /// Nothing proposed yet.
    pub fn new() -> MoveGenerator {
        MoveGenerator {
            deliveries: Vec::new(),
            shifts: Vec::new(),
            layers: [[0; LINES]; MAX_TURNS],
            ranked: Vec::new(),
            urgent: Vec::new(),
            obstructed: Vec::new(),
            gains: [0; LINES * LINES],
        }
    }

    /// Fills in what to try in `evaluator`.
    pub fn generate(&mut self, layout: &Layout, evaluator: &Evaluator) {
        self.shifts.clear();
        self.generate_deliveries(layout, evaluator);
        let delay_costs = evaluator.schedule().delay_costs();
        let ranking = Ranking {
            layout,
            evaluator,
            delay_costs: &delay_costs,
        };
        stoppers::find(layout, evaluator, &delay_costs, &mut self.gains);
        self.classify_blocks(&ranking);
        self.generate_approaches(&ranking);
        self.generate_clearances(&ranking);
        self.generate_stoppers(&ranking);
        let order = |shift: &Shift| (shift.from, shift.to);
        self.shifts.sort_unstable_by_key(order);
        self.shifts.dedup_by_key(|shift| order(shift));
    }

    /// The most urgent blocks that can be delivered.
    fn generate_deliveries(&mut self, layout: &Layout, evaluator: &Evaluator) {
        let blocks = &evaluator.position().blocks[Axis::Row as usize];
        let list = &mut self.deliveries;
        list.clear();
        self.layers = layers::layers(layout, evaluator.position(), |count, layers| {
            for row in 0..layout.side {
                let nearer = if count > 1 { layers[count - 2][row] } else { 0 };
                for col in bits(blocks[row] & layers[count - 1][row] & !nearer) {
                    let from = row * LINES + col;
                    let priority = evaluator.job(from).priority;
                    if priority > 0 {
                        let turns = count as u8;
                        list.push(Delivery {
                            priority,
                            turns,
                            from,
                        });
                    }
                }
            }
            count >= 3 && list.len() >= FEW_DELIVERIES
        });
        keep_best(list, DELIVERIES, |delivery| {
            (
                delivery.priority,
                std::cmp::Reverse((delivery.turns, delivery.from)),
            )
        });
    }

    /// Notes which blocks are urgent and which are shut in.
    fn classify_blocks(&mut self, ranking: &Ranking) {
        self.urgent.clear();
        self.obstructed.clear();
        for square in ranking.evaluator.position().squares() {
            let priority = ranking.evaluator.job(square).priority;
            if priority == 0 {
                continue;
            }
            self.urgent.push((ranking.cost_of(square), square));
            if !ranking.layout.on_hole_line(square)
                && ranking.evaluator.access(square) == Access::Obstructed
            {
                self.obstructed.push((priority, square));
            }
        }
        keep_best(&mut self.urgent, URGENT_BLOCKS, |&block| block);
        keep_best(&mut self.obstructed, OBSTRUCTED_BLOCKS, |&block| block);
    }

    /// Turns that bring urgent blocks nearer to a hole.
    fn generate_approaches(&mut self, ranking: &Ranking) {
        self.ranked.clear();
        for &(_, from) in &self.urgent {
            ranking.turns_of(from, 0, &self.gains, &mut self.ranked);
        }
        self.keep_quota(APPROACHES);
    }

    /// Turns of the blocks around those shut in, and their deliveries.
    fn generate_clearances(&mut self, ranking: &Ranking) {
        let mut blockers: Vec<(Square, i32)> = Vec::with_capacity(4 * OBSTRUCTED_BLOCKS);
        for &(priority, square) in &self.obstructed {
            let gain = ranking.delay_costs[priority as usize] * CLEARANCE_GAIN;
            for direction in Direction::ALL {
                let position = ranking.evaluator.position();
                let Some(blocker) = nearest(ranking.layout, position, square, direction) else {
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
            ranking.turns_of(from, gain, &self.gains, &mut self.ranked);
            self.deliver_worthless(ranking, from);
        }
        self.keep_quota(CLEARANCES);
    }

    /// A block worth nothing is delivered only to clear a way.
    fn deliver_worthless(&mut self, ranking: &Ranking, from: Square) {
        if ranking.evaluator.job(from).priority > 0 {
            return;
        }
        if let Some(turns) = (1..=2).find(|&turns| has(&self.layers[turns - 1], from)) {
            let turns = turns as u8;
            self.deliveries.push(Delivery {
                priority: 0,
                turns,
                from,
            });
        }
    }

    /// Turns that put a stopper where it serves most.
    fn generate_stoppers(&mut self, ranking: &Ranking) {
        let mut squares: Vec<(i32, Square)> = Vec::new();
        for (square, &gain) in self.gains.iter().enumerate() {
            if gain > 0 {
                squares.push((gain, square));
            }
        }
        keep_best(&mut squares, STOPPER_SQUARES, |&square| square);
        self.ranked.clear();
        for (gain, to) in squares {
            ranking.turns_to(to, gain, &mut self.ranked);
        }
        self.keep_quota(STOPPER_TURNS);
    }

    fn keep_quota(&mut self, count: usize) {
        keep_best(&mut self.ranked, count, |&shift| shift);
        self.shifts.append(&mut self.ranked);
    }
}

impl Default for MoveGenerator {
    fn default() -> MoveGenerator {
        MoveGenerator::new()
    }
}

/// Ranks single turns by a rough guess of what they gain.
struct Ranking<'a> {
    layout: &'a Layout,
    evaluator: &'a Evaluator<'a>,
    /// Worth of the jobs up to each priority.
    delay_costs: &'a [i32; PRIORITIES],
}

impl Ranking<'_> {
    fn position(&self) -> &Position {
        self.evaluator.position()
    }

    /// What the block's duration costs all that comes after it.
    fn cost_of(&self, square: Square) -> i32 {
        let job = self.evaluator.job(square);
        self.delay_costs[job.priority as usize] * job.duration as i32
    }

    /// The gain of a turn, apart from what it does to other blocks: the block
    /// gets cheaper or dearer, and everything comes one turn later.
    fn gain(&self, from: Square, to: Square) -> i32 {
        let job = self.evaluator.job_at(to, from);
        let cost = self.delay_costs[job.priority as usize] * job.duration as i32;
        self.cost_of(from) - cost - self.delay_costs[PRIORITIES - 1] * TURN as i32
    }

    /// All turns of one block that end on the board.
    fn turns_of(&self, from: Square, bonus: i32, gains: &Gains, list: &mut Vec<Shift>) {
        for (kind, direction) in TURNS {
            let end = landing(self.layout, self.position(), from, kind, direction);
            if let Landing::Square(to) = end {
                let gain = self.gain(from, to) + bonus + gains[to];
                list.push(Shift { gain, from, to });
            }
        }
    }

    /// All turns that end on one square.
    fn turns_to(&self, to: Square, bonus: i32, list: &mut Vec<Shift>) {
        for (kind, direction) in TURNS {
            let Some(from) = nearest(self.layout, self.position(), to, direction) else {
                continue;
            };
            let back = direction.opposite();
            if landing(self.layout, self.position(), from, kind, back) == Landing::Square(to) {
                let gain = self.gain(from, to) + bonus;
                list.push(Shift { gain, from, to });
            }
        }
    }
}

/// Keeps the `count` items with the greatest ranks, in no particular order.
fn keep_best<T, R: Ord>(list: &mut Vec<T>, count: usize, rank: impl Fn(&T) -> R) {
    if list.len() > count {
        list.select_nth_unstable_by(count, |a, b| rank(b).cmp(&rank(a)));
        list.truncate(count);
    }
}
