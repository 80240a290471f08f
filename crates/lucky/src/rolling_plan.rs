//! Planning: for cases with few symbols. Every open square has a target
//! symbol; the plan is annealed before the first round and kept up to date
//! while the symbols come.

use common::clock::Clock;
use common::lucky::{Case, Symbol, ROUNDS, TURNS};
use common::rng::Rng;

use crate::arrivals::Arrivals;
use crate::board::Window;
use crate::strategy::{Strategy, Turn};

/// Most symbols for which a plan is worth making: with more of them, too few
/// of a symbol come in a round to plan with.
pub const MAX_SYMBOLS: usize = 300;

/// Share of the budget for the plan that all rounds start from.
const INITIAL_SHARE: f64 = 0.5;
/// Share of the budget that is used up at the end of the last round.
const CLOSING_SHARE: f64 = 0.95;
/// Moves between two looks at the clock.
const BLOCK_MOVES: u64 = 200;
/// Most blocks in a turn.
const MAX_BLOCKS: usize = 10;

// Points below are shares of twice the mean bonus.

/// Temperature at the start and at the end of the opening's slow cooling, and
/// in a round.
const START_TEMPERATURE: f32 = 0.4;
const SLOW_END_TEMPERATURE: f32 = 0.12;
const PLAY_TEMPERATURE: f32 = 0.02;
/// Share of the opening after the slow cooling, down to the round's temperature.
const QUENCH_SHARE: f32 = 0.1;
/// What a target that never arrives costs.
const ABSENCE_PENALTY: f32 = 1.5;
/// What it is worth, with a whole round left, not to have used an arrival:
/// better ones than the plan knows of may come.
const OPPORTUNITY_COST: f32 = 0.75;

/// Every how many moves two squares swap targets.
const SWAP_SHARE: f32 = 0.1;

/// Plays by a plan.
pub struct RollingPlan {
    board: Window,
    bonuses: Bonuses,
    values: Vec<f32>,
    arrivals: Arrivals,
    /// Twice the mean bonus.
    scale: f32,
    /// The targets that every round starts with.
    initial_targets: Vec<u32>,
    /// What is on a square or, if it is open, its target; the border too.
    targets: Vec<u32>,
    open: OpenSquares,
    /// Open squares with each target.
    counts: Vec<usize>,
    /// Worth of the next arrivals of each symbol, `arrivals.max_arrivals()` of each.
    arrival_value: Vec<f32>,
    minus_log: Vec<f32>,
    rng: Rng,
}

impl RollingPlan {
    /// Anneals the plan that every round starts from.
    pub fn new(case: &Case, clock: &mut Clock) -> RollingPlan {
        let board = Window::new(case.shape());
        let symbols = case.values().len();
        let (pairs, points) = case.pairs().fold((0u32, 0.0), |(pairs, points), pair| {
            (pairs + 1, points + pair.points as f32)
        });
        let mut rng = Rng::new(1);
        let mut targets: Vec<u32> = (0..board.area())
            .map(|_| rng.below(symbols as u32))
            .collect();
        targets.push(symbols as u32);
        let arrivals = Arrivals::new(symbols, board.area());
        let mut plan = RollingPlan {
            bonuses: Bonuses::new(case),
            values: case.values().iter().map(|&value| value as f32).collect(),
            scale: 2.0 * points / pairs.max(1) as f32,
            initial_targets: targets,
            targets: vec![],
            open: OpenSquares::new(0),
            counts: vec![0; symbols],
            arrival_value: vec![0.0; symbols * arrivals.max_arrivals()],
            // A step down is taken if it is smaller than an exponential draw.
            minus_log: (0..1024)
                .map(|i| -((i as f32 + 0.5) / 1024.0).ln())
                .collect(),
            arrivals,
            board,
            rng,
        };
        plan.new_round();
        plan.update_arrival_values(TURNS);
        loop {
            let progress = (clock.progress() / INITIAL_SHARE) as f32;
            if progress >= 1.0 {
                break;
            }
            plan.anneal(10 * BLOCK_MOVES, plan.scale * initial_temperature(progress));
            clock.work(10 * BLOCK_MOVES);
        }
        plan.initial_targets.clone_from(&plan.targets);
        plan
    }

    /// Values the next arrivals of every symbol with `turns` turns left.
    fn update_arrival_values(&mut self, turns: usize) {
        let arrivals = self.arrivals.with_turns_left(turns);
        let penalty = ABSENCE_PENALTY * self.scale;
        for (arrival_value, value) in self
            .arrival_value
            .chunks_mut(arrivals.len())
            .zip(&self.values)
        {
            for (arrival_value, arrival) in arrival_value.iter_mut().zip(arrivals) {
                *arrival_value = value * arrival.turns_paid - penalty * arrival.absent;
            }
        }
    }

    /// Worth of an arrival of `symbol`: 0 is the next one.
    #[inline]
    fn arrival_value(&self, symbol: usize, arrival: usize) -> f32 {
        let max_arrivals = self.arrivals.max_arrivals();
        self.arrival_value[symbol * max_arrivals + arrival.min(max_arrivals - 1)]
    }

    /// Bonuses of `symbol` on a square.
    #[inline]
    fn bonus(&self, square: usize, symbol: usize) -> f32 {
        let row = self.bonuses.row(symbol);
        let [up, down, left, right] = self.board.neighbours(square);
        let of = |square: usize| row[self.targets[square] as usize];
        of(up) + of(down) + of(left) + of(right)
    }

    fn anneal(&mut self, moves: u64, temperature: f32) {
        for _ in 0..moves {
            let bits = self.rng.next_u64();
            let square = self.open.pick(bits & 0xffff, 16);
            let least = -temperature * self.minus_log[(bits >> 16) as usize & 1023];
            let swap = ((bits >> 26) & 0xffff) as f32 <= SWAP_SHARE * 65536.0;
            if swap {
                let other = self.open.pick(bits >> 42, 22);
                self.try_swap(square, other, least);
            } else if let Some(new) = self.propose(square, bits >> 42) {
                self.try_target(square, new, least);
            }
        }
    }

    /// A partner of one of the neighbours, the better the likelier, from 22
    /// random bits.
    #[inline]
    fn propose(&self, square: usize, bits: u64) -> Option<usize> {
        let beside = self.board.neighbours(square)[bits as usize & 3];
        let partners = self.bonuses.best_partners(self.targets[beside] as usize);
        let drawn = bits >> 2;
        let skewed = (drawn * drawn) >> 20;
        let partner = partners.get(((skewed * partners.len() as u64) >> 20) as usize)?;
        Some(*partner as usize)
    }

    #[inline]
    fn try_target(&mut self, square: usize, new: usize, least: f32) {
        let old = self.targets[square] as usize;
        if new == old {
            return;
        }
        let gain = self.bonus(square, new) - self.bonus(square, old)
            + self.arrival_value(new, self.counts[new])
            - self.arrival_value(old, self.counts[old] - 1);
        if gain > least {
            self.targets[square] = new as u32;
            self.counts[new] += 1;
            self.counts[old] -= 1;
        }
    }

    #[inline]
    fn try_swap(&mut self, one: usize, other: usize, least: f32) {
        let (mine, theirs) = (self.targets[one] as usize, self.targets[other] as usize);
        if mine == theirs {
            return;
        }
        let before = self.bonus(one, mine) + self.bonus(other, theirs);
        self.targets.swap(one, other);
        let after = self.bonus(one, theirs) + self.bonus(other, mine);
        if after - before <= least {
            self.targets.swap(one, other);
        }
    }

    /// Mends the plan with an arrival of `symbol` in hand, which would pay
    /// `immediate` at once; then the future alone counts again.
    fn reanneal(&mut self, turn: &mut Turn<'_>, immediate: f32) {
        let max_arrivals = self.arrivals.max_arrivals();
        let row = turn.symbol * max_arrivals..(turn.symbol + 1) * max_arrivals;
        let future = self.arrival_value[row.clone()].to_vec();
        self.arrival_value[row.clone()].copy_within(..max_arrivals - 1, 1);
        self.arrival_value[row.start] = immediate;
        let until = turn_deadline(turn);
        for _ in 0..MAX_BLOCKS {
            if turn.clock.progress() >= until {
                break;
            }
            self.anneal(BLOCK_MOVES, PLAY_TEMPERATURE * self.scale);
            turn.clock.work(BLOCK_MOVES);
        }
        self.arrival_value[row].copy_from_slice(&future);
    }

    /// The square where `symbol` gains most over what is planned there, if
    /// that is more than `opportunity_cost`. Squares planned for it come first, and
    /// of those the one with most at stake.
    fn best_square(&self, symbol: usize, paid: f32, opportunity_cost: f32) -> Option<usize> {
        let mut best = (opportunity_cost, None);
        for &square in &self.open.squares {
            let target = self.targets[square] as usize;
            let mut gain = paid - self.arrival_value(target, self.counts[target] - 1);
            if target == symbol {
                gain += opportunity_cost
                    + 1e-3 * (self.bonus(square, symbol) + 0.5 * self.placed_bonus(square, symbol));
            } else {
                gain += self.bonus(square, symbol) - self.bonus(square, target);
            }
            if gain > best.0 {
                best = (gain, Some(square));
            }
        }
        best.1
    }

    /// Bonuses of `symbol` on a square with the symbols that are there already.
    fn placed_bonus(&self, square: usize, symbol: usize) -> f32 {
        let row = self.bonuses.row(symbol);
        let around = self.board.neighbours(square);
        let filled = around.iter().filter(|&&beside| !self.open.has(beside));
        filled
            .map(|&beside| row[self.targets[beside] as usize])
            .sum()
    }
}

impl Strategy for RollingPlan {
    fn new_round(&mut self) {
        self.targets.clone_from(&self.initial_targets);
        self.open = OpenSquares::new(self.board.area());
        self.counts.fill(0);
        for &target in &self.targets[..self.board.area()] {
            self.counts[target as usize] += 1;
        }
    }

    fn choose(&mut self, mut turn: Turn<'_>) -> Option<usize> {
        if self.open.squares.is_empty() {
            return None;
        }
        let symbol = turn.symbol;
        let paid = self.values[symbol] * turn.turns_left as f32;
        let opportunity_cost =
            OPPORTUNITY_COST * self.scale * turn.turns_left as f32 / TURNS as f32;
        self.update_arrival_values(turn.turns_left - 1);
        self.reanneal(&mut turn, paid - opportunity_cost);
        let square = self.best_square(symbol, paid, opportunity_cost)?;
        self.counts[self.targets[square] as usize] -= 1;
        self.targets[square] = symbol as u32;
        self.open.close(square);
        Some(self.board.on_grid(square))
    }
}

/// The temperature when `progress` of the initial annealing is over.
fn initial_temperature(progress: f32) -> f32 {
    let between = |from: f32, to: f32, part: f32| from * (to / from).powf(part);
    if progress < 1.0 - QUENCH_SHARE {
        between(
            START_TEMPERATURE,
            SLOW_END_TEMPERATURE,
            progress / (1.0 - QUENCH_SHARE),
        )
    } else {
        between(
            SLOW_END_TEMPERATURE,
            PLAY_TEMPERATURE,
            (progress - 1.0 + QUENCH_SHARE) / QUENCH_SHARE,
        )
    }
}

/// The progress of the clock at which a turn's thinking ends. Early turns of
/// a round, when most is open, get more of it.
fn turn_deadline(turn: &Turn<'_>) -> f64 {
    let left = turn.turns_left as f64 / TURNS as f64;
    let rounds = (ROUNDS as f64 - turn.rounds_left as f64) + 1.0 - left * left;
    INITIAL_SHARE + (CLOSING_SHARE - INITIAL_SHARE) * rounds / ROUNDS as f64
}

/// The bonus of every two symbols, and the partners of each. One symbol more
/// stands for the border and has no partners.
struct Bonuses {
    symbols: usize,
    table: Vec<f32>,
    best_partners: Vec<Vec<u32>>,
}

impl Bonuses {
    fn new(case: &Case) -> Bonuses {
        let symbols = case.values().len() + 1;
        let mut table = vec![0.0; symbols * symbols];
        for pair in case.pairs() {
            table[pair.x * symbols + pair.y] = pair.points as f32;
            table[pair.y * symbols + pair.x] = pair.points as f32;
        }
        let by_bonus = |symbol: Symbol| {
            let mut partners = case.partners(symbol).to_vec();
            partners.sort_by_key(|partner| std::cmp::Reverse(partner.points));
            partners
                .iter()
                .map(|partner| partner.symbol as u32)
                .collect()
        };
        let mut best_partners: Vec<Vec<u32>> = (0..symbols - 1).map(by_bonus).collect();
        best_partners.push(vec![]);
        Bonuses {
            symbols,
            table,
            best_partners,
        }
    }

    /// What a symbol gets beside each symbol.
    #[inline]
    fn row(&self, symbol: usize) -> &[f32] {
        &self.table[symbol * self.symbols..(symbol + 1) * self.symbols]
    }

    /// Partners, the best first.
    #[inline]
    fn best_partners(&self, symbol: usize) -> &[u32] {
        &self.best_partners[symbol]
    }
}

/// A set of squares with a random pick.
struct OpenSquares {
    squares: Vec<usize>,
    /// Where in `squares` a square stands; `usize::MAX` if it does not.
    place: Vec<usize>,
}

impl OpenSquares {
    /// The squares `0..area`; one more, the border, is never open.
    fn new(area: usize) -> OpenSquares {
        let mut place: Vec<usize> = (0..area).collect();
        place.push(usize::MAX);
        OpenSquares {
            squares: (0..area).collect(),
            place,
        }
    }

    fn has(&self, square: usize) -> bool {
        self.place[square] != usize::MAX
    }

    fn close(&mut self, square: usize) {
        let place = std::mem::replace(&mut self.place[square], usize::MAX);
        self.squares.swap_remove(place);
        if let Some(&moved) = self.squares.get(place) {
            self.place[moved] = place;
        }
    }

    /// A square by a random number of `bits` bits.
    #[inline]
    fn pick(&self, random: u64, bits: u32) -> usize {
        self.squares[((random * self.squares.len() as u64) >> bits) as usize]
    }
}
