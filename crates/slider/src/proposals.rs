//! Which turns are worth a closer look in a state.

use common::grid::Direction;

use crate::field::Field;
use crate::path::{landing, nearest, Landing, TURNS};
use crate::position::{bits, has, Axis, Position, Square, LINES};
use crate::reach::{self, Levels, LEVELS};
use crate::scene::{Access, Scene};
use crate::schedule::{Key, KEYS, TURN};
use crate::stoppers::{self, Gains};

/// Deliveries proposed per state.
const DELIVERIES: usize = 24;
/// Deliveries of more than three turns are looked for while there are fewer
/// than this.
const FEW: usize = 8;
/// Urgent blocks whose single turns are considered.
const MOVERS: usize = 30;
/// Single turns of those proposed per state.
const MOVES: usize = 6;
/// Shut-in blocks whose neighbours are considered.
const SHUT_IN: usize = 12;
/// Turns out of the way proposed per state.
const CLEARANCES: usize = 4;
/// Worth of a turn out of the way of one shut-in block, in units of 1/8 turn
/// of its charge.
const CLEARANCE_GAIN: i32 = 4;
/// Squares considered for a stopper.
const STOPPER_SQUARES: usize = 8;
/// Turns to such squares proposed per state.
const STOPPERS: usize = 4;

/// Bring the block on a square into a hole.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Delivery {
    /// How urgent the block is.
    pub key: Key,
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
pub struct Proposals {
    /// Whole deliveries.
    pub deliveries: Vec<Delivery>,
    /// Single turns that deliver nothing, by their square of departure.
    pub shifts: Vec<Shift>,
    /// The levels the deliveries rest on.
    pub levels: Levels,
    ranked: Vec<Shift>,
    movers: Vec<(i32, Square)>,
    shut_in: Vec<(Key, Square)>,
    gains: Gains,
}

impl Proposals {
    /// Nothing proposed yet.
    pub fn new() -> Proposals {
        Proposals {
            deliveries: Vec::new(),
            shifts: Vec::new(),
            levels: [[0; LINES]; LEVELS],
            ranked: Vec::new(),
            movers: Vec::new(),
            shut_in: Vec::new(),
            gains: [0; LINES * LINES],
        }
    }

    /// Fills in what to try in `scene`.
    pub fn collect(&mut self, field: &Field, scene: &Scene) {
        self.shifts.clear();
        self.collect_deliveries(field, scene);
        let sums = scene.schedule().worth_up_to();
        let ranking = Ranking {
            field,
            scene,
            sums: &sums,
        };
        stoppers::find(field, scene, &sums, &mut self.gains);
        self.survey(&ranking);
        self.collect_moves(&ranking);
        self.collect_clearances(&ranking);
        self.collect_stoppers(&ranking);
        let order = |shift: &Shift| (shift.from, shift.to);
        self.shifts.sort_unstable_by_key(order);
        self.shifts.dedup_by_key(|shift| order(shift));
    }

    /// The most urgent blocks that can be delivered.
    fn collect_deliveries(&mut self, field: &Field, scene: &Scene) {
        let blocks = &scene.position().blocks[Axis::Row as usize];
        let list = &mut self.deliveries;
        list.clear();
        self.levels = reach::levels(field, scene.position(), |count, levels| {
            for row in 0..field.side {
                let nearer = if count > 1 { levels[count - 2][row] } else { 0 };
                for col in bits(blocks[row] & levels[count - 1][row] & !nearer) {
                    let from = row * LINES + col;
                    let key = scene.job(from).key;
                    if key > 0 {
                        let turns = count as u8;
                        list.push(Delivery { key, turns, from });
                    }
                }
            }
            count >= 3 && list.len() >= FEW
        });
        keep_best(list, DELIVERIES, |delivery| {
            (
                delivery.key,
                std::cmp::Reverse((delivery.turns, delivery.from)),
            )
        });
    }

    /// Notes which blocks are urgent and which are shut in.
    fn survey(&mut self, ranking: &Ranking) {
        self.movers.clear();
        self.shut_in.clear();
        for square in ranking.scene.position().squares() {
            let key = ranking.scene.job(square).key;
            if key == 0 {
                continue;
            }
            self.movers.push((ranking.cost_of(square), square));
            if !ranking.field.on_hole_line(square) && ranking.scene.access(square) == Access::ShutIn
            {
                self.shut_in.push((key, square));
            }
        }
        keep_best(&mut self.movers, MOVERS, |&mover| mover);
        keep_best(&mut self.shut_in, SHUT_IN, |&block| block);
    }

    /// Turns that bring urgent blocks nearer to a hole.
    fn collect_moves(&mut self, ranking: &Ranking) {
        self.ranked.clear();
        for &(_, from) in &self.movers {
            ranking.turns_of(from, 0, &self.gains, &mut self.ranked);
        }
        self.choose(MOVES);
    }

    /// Turns of the blocks around those shut in, and their deliveries.
    fn collect_clearances(&mut self, ranking: &Ranking) {
        let mut blockers: Vec<(Square, i32)> = Vec::with_capacity(4 * SHUT_IN);
        for &(key, square) in &self.shut_in {
            let gain = ranking.sums[key as usize] * CLEARANCE_GAIN;
            for direction in Direction::ALL {
                let position = ranking.scene.position();
                let Some(blocker) = nearest(ranking.field, position, square, direction) else {
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
        self.choose(CLEARANCES);
    }

    /// A block worth nothing is delivered only to clear a way.
    fn deliver_worthless(&mut self, ranking: &Ranking, from: Square) {
        if ranking.scene.job(from).key > 0 {
            return;
        }
        if let Some(turns) = (1..=2).find(|&turns| has(&self.levels[turns - 1], from)) {
            let turns = turns as u8;
            self.deliveries.push(Delivery {
                key: 0,
                turns,
                from,
            });
        }
    }

    /// Turns that put a stopper where it serves most.
    fn collect_stoppers(&mut self, ranking: &Ranking) {
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
        self.choose(STOPPERS);
    }

    fn choose(&mut self, count: usize) {
        keep_best(&mut self.ranked, count, |&shift| shift);
        self.shifts.append(&mut self.ranked);
    }
}

impl Default for Proposals {
    fn default() -> Proposals {
        Proposals::new()
    }
}

/// Ranks single turns by a rough guess of what they gain.
struct Ranking<'a> {
    field: &'a Field,
    scene: &'a Scene<'a>,
    /// Worth of the jobs up to each key.
    sums: &'a [i32; KEYS],
}

impl Ranking<'_> {
    fn position(&self) -> &Position {
        self.scene.position()
    }

    /// What the block's charge costs all that comes after it.
    fn cost_of(&self, square: Square) -> i32 {
        let job = self.scene.job(square);
        self.sums[job.key as usize] * job.charge as i32
    }

    /// The gain of a turn, apart from what it does to other blocks: the block
    /// gets cheaper or dearer, and everything comes one turn later.
    fn gain(&self, from: Square, to: Square) -> i32 {
        let job = self.scene.job_at(to, from);
        let cost = self.sums[job.key as usize] * job.charge as i32;
        self.cost_of(from) - cost - self.sums[KEYS - 1] * TURN as i32
    }

    /// All turns of one block that end on the board.
    fn turns_of(&self, from: Square, bonus: i32, gains: &Gains, list: &mut Vec<Shift>) {
        for (kind, direction) in TURNS {
            let end = landing(self.field, self.position(), from, kind, direction);
            if let Landing::Square(to) = end {
                let gain = self.gain(from, to) + bonus + gains[to];
                list.push(Shift { gain, from, to });
            }
        }
    }

    /// All turns that end on one square.
    fn turns_to(&self, to: Square, bonus: i32, list: &mut Vec<Shift>) {
        for (kind, direction) in TURNS {
            let Some(from) = nearest(self.field, self.position(), to, direction) else {
                continue;
            };
            let back = direction.opposite();
            if landing(self.field, self.position(), from, kind, back) == Landing::Square(to) {
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
