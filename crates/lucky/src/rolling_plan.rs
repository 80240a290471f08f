//! Rolling-horizon planning, for cases with few symbols.
//!
//! Every open square has a target symbol. The plan is found by simulated annealing (Kirkpatrick,
//! Gelatt and Vecchi, 1983) before the first round. It is re-annealed every turn, with the symbol
//! on offer as an available arrival. The plan values open squares as if the expected arrivals were
//! certain (certainty-equivalent control; Bertsekas, *Dynamic Programming and Optimal Control*). So
//! a symbol is placed only if it beats the target of the square by an opportunity cost.

use common::lucky::{Case, Symbol, ROUNDS, TURNS};
use common::rng::Rng;

use crate::arrivals::Arrivals;
use crate::board::{Board, BySquare, Square};
use crate::strategy::Strategy;
use crate::timer::Timer;
use crate::tuning::rolling_plan::*;
use crate::tuning::CLOSING_SHARE;

const LOG_ENTRIES: usize = 1024;

pub struct RollingPlan {
    board: Board,
    bonuses: Bonuses,
    /// Value of each symbol, in points per turn.
    values: Vec<f32>,
    arrivals: Arrivals,
    /// Twice the mean bonus, in points: the unit of the tuned constants.
    scale: f32,
    initial_targets: BySquare<Symbol>,
    /// The symbol on a filled square, or the target of an open square. The border has a symbol
    /// without partners.
    targets: BySquare<Symbol>,
    open: OpenSquares,
    counts: Vec<usize>,
    /// By symbol, the values in points of its next `arrivals.max_arrivals` arrivals.
    arrival_value: Vec<f32>,
    /// `-ln(u)` for evenly spaced `u`: a table of exponential draws.
    minus_log: Vec<f32>,
    rng: Rng,
    /// Share of the budget used before the first round.
    prepared: f64,
    /// Share of the budget that a move takes.
    move_share: f64,
    /// Moves in all rounds so far, and how many of these the timer knows.
    moves: u64,
    timed_moves: u64,
    /// Mean number of moves per turn in this round.
    turn_moves: f64,
}

impl RollingPlan {
    pub fn new(case: &Case, timer: &mut Timer) -> RollingPlan {
        let board = Board::new(case.shape());
        let symbols = case.values().len();
        let (pairs, points) = case
            .pairs()
            .fold((0u32, 0.0), |(pairs, points), pair| (pairs + 1, points + pair.points as f32));
        let mut rng = Rng::new(1);
        let border = Symbol::new(symbols as u16);
        let mut targets = board.map_with_border(border, border);
        for square in board.squares() {
            targets[square] = Symbol::new(rng.below(symbols as u32) as u16);
        }
        let arrivals = Arrivals::new(symbols, board.area());
        let mut plan = RollingPlan {
            bonuses: Bonuses::new(case),
            values: case.values().iter().map(|&value| value as f32).collect(),
            scale: 2.0 * points / pairs.max(1) as f32,
            targets: targets.clone(),
            initial_targets: targets,
            open: OpenSquares::new(&board),
            counts: vec![0; symbols],
            arrival_value: vec![0.0; symbols * arrivals.max_arrivals],
            minus_log: (0..LOG_ENTRIES)
                .map(|i| -((i as f32 + 0.5) / LOG_ENTRIES as f32).ln())
                .collect(),
            arrivals,
            board,
            rng,
            prepared: 0.0,
            move_share: 0.0,
            moves: 0,
            timed_moves: 0,
            turn_moves: 0.0,
        };
        plan.clear();
        plan.update_arrival_values(TURNS);
        let start = timer.progress();
        let mut initial_moves = 0;
        loop {
            plan.prepared = timer.progress();
            let progress = (plan.prepared / INITIAL_SHARE) as f32;
            if progress >= 1.0 {
                break;
            }
            plan.anneal(BLOCK_MOVES, plan.scale * initial_temperature(progress));
            timer.work(BLOCK_MOVES);
            initial_moves += BLOCK_MOVES;
        }
        plan.move_share = (plan.prepared - start) / initial_moves.max(1) as f64;
        plan.initial_targets.clone_from(&plan.targets);
        plan
    }

    fn clear(&mut self) {
        self.targets.clone_from(&self.initial_targets);
        self.open = OpenSquares::new(&self.board);
        self.counts.fill(0);
        for square in self.board.squares() {
            self.counts[self.targets[square].index()] += 1;
        }
    }

    /// Distributes the rest of the budget over the rounds left. A round takes time for its moves
    /// and, as in the rounds so far, for its calls.
    fn plan_moves(&mut self, rounds_left: usize, timer: &mut Timer) {
        timer.work(self.moves - self.timed_moves);
        self.timed_moves = self.moves;
        let used = timer.progress();
        let played = ROUNDS.saturating_sub(rounds_left).max(1) as f64;
        let calls = used - self.prepared - self.moves as f64 * self.move_share;
        let share = (CLOSING_SHARE - used) / rounds_left as f64 - calls.max(0.0) / played;
        self.turn_moves = share.max(0.0) / self.move_share.max(1e-12) / TURNS as f64;
    }

    fn update_arrival_values(&mut self, turns: usize) {
        let arrivals = self.arrivals.with_turns_left(turns);
        let penalty = ABSENCE_PENALTY * self.scale;
        let by_symbol = self.arrival_value.chunks_mut(arrivals.len());
        for (row, value) in by_symbol.zip(&self.values) {
            for (arrival_value, arrival) in row.iter_mut().zip(arrivals) {
                *arrival_value = value * arrival.turns_paid - penalty * arrival.absent;
            }
        }
    }

    /// Returns the value, in points, of an arrival of `symbol`; arrival 0 is the next one.
    #[inline]
    fn arrival_value(&self, symbol: Symbol, arrival: usize) -> f32 {
        let max_arrivals = self.arrivals.max_arrivals;
        self.arrival_value[symbol.index() * max_arrivals + arrival.min(max_arrivals - 1)]
    }

    /// Returns the bonuses, in points, of `symbol` next to the symbols and targets around a square.
    #[inline]
    fn bonus(&self, square: Square, symbol: Symbol) -> f32 {
        let row = self.bonuses.row(symbol);
        let [up, down, left, right] = self.board.neighbours(square);
        let of = |square: Square| row[self.targets[square].index()];
        of(up) + of(down) + of(left) + of(right)
    }

    /// Tries `moves` random changes at a temperature in points. A change is accepted if it loses
    /// less than an exponential draw with this mean (Metropolis rule).
    fn anneal(&mut self, moves: u64, temperature: f32) {
        for _ in 0..moves {
            let bits = self.rng.next_u64();
            let square = self.open.pick(bits & 0xffff, 16);
            let least = -temperature * self.minus_log[(bits >> 16) as usize & (LOG_ENTRIES - 1)];
            if let Some(new) = self.propose(square, bits >> 42) {
                self.try_target(square, new, least);
            }
        }
    }

    /// Draws a target for a square from 22 random bits: a partner of one of its neighbours. Higher
    /// bonuses make a partner more probable.
    #[inline]
    fn propose(&self, square: Square, bits: u64) -> Option<Symbol> {
        let neighbour = self.board.neighbours(square)[bits as usize & 3];
        let partners = &self.bonuses.best_partners[self.targets[neighbour].index()];
        let drawn = bits >> 2;
        let skewed = (drawn * drawn) >> 20;
        let partner = partners.get(((skewed * partners.len() as u64) >> 20) as usize);
        partner.copied()
    }

    /// Changes the target of a square if the change gains more than `least` points.
    #[inline]
    fn try_target(&mut self, square: Square, new: Symbol, least: f32) {
        let old = self.targets[square];
        if new == old {
            return;
        }
        let gain = self.bonus(square, new) - self.bonus(square, old)
            + self.arrival_value(new, self.counts[new.index()])
            - self.arrival_value(old, self.counts[old.index()] - 1);
        if gain > least {
            self.targets[square] = new;
            self.counts[new.index()] += 1;
            self.counts[old.index()] -= 1;
        }
    }

    /// Re-anneals the plan with `symbol` as an arrival that is certain and valued at `immediate`
    /// points. Then restores the value of that arrival. Early turns, when most squares are open,
    /// get more moves.
    fn reanneal(&mut self, symbol: Symbol, turns_left: usize, immediate: f32) {
        let max_arrivals = self.arrivals.max_arrivals;
        let start = symbol.index() * max_arrivals;
        let row = start..start + max_arrivals;
        let future = self.arrival_value[row.clone()].to_vec();
        self.arrival_value[row.clone()].copy_within(..max_arrivals - 1, 1);
        self.arrival_value[row.start] = immediate;
        let moves = self.turn_moves * 2.0 * turns_left as f64 / TURNS as f64;
        let moves = (moves as u64).min(MAX_TURN_MOVES);
        self.anneal(moves, PLAY_TEMPERATURE * self.scale);
        self.moves += moves;
        self.arrival_value[row].copy_from_slice(&future);
    }

    /// Returns the square where `symbol` gains most over the target, if the gain is more than
    /// `opportunity_cost`. `paid` is the points for the symbol's value. Squares with this symbol as
    /// target are preferred; among them, squares with the largest bonuses.
    fn best_square(&self, symbol: Symbol, paid: f32, opportunity_cost: f32) -> Option<Square> {
        let mut best = (opportunity_cost, None);
        for &square in &self.open.squares {
            let target = self.targets[square];
            let mut gain = paid - self.arrival_value(target, self.counts[target.index()] - 1);
            if target == symbol {
                gain += opportunity_cost + 1e-3 * self.bonus(square, symbol);
            } else {
                gain += self.bonus(square, symbol) - self.bonus(square, target);
            }
            if gain > best.0 {
                best = (gain, Some(square));
            }
        }
        best.1
    }
}

impl Strategy for RollingPlan {
    fn new_round(&mut self, rounds_left: usize, timer: &mut Timer) {
        self.clear();
        self.plan_moves(rounds_left, timer);
    }

    fn choose(&mut self, symbol: Symbol, turns_left: usize) -> Option<Square> {
        if self.open.squares.is_empty() {
            return None;
        }
        let paid = self.values[symbol.index()] * turns_left as f32;
        let opportunity_cost = OPPORTUNITY_COST * self.scale * turns_left as f32 / TURNS as f32;
        self.update_arrival_values(turns_left - 1);
        self.reanneal(symbol, turns_left, paid - opportunity_cost);
        self.best_square(symbol, paid, opportunity_cost)
    }

    fn place(&mut self, symbol: Symbol, square: Square) {
        self.counts[self.targets[square].index()] -= 1;
        self.targets[square] = symbol;
        self.open.close(square);
    }
}

/// Returns the temperature of the initial annealing, in units of `scale`, at a progress of 0 to 1.
/// Slow geometric cooling is followed by a quench.
fn initial_temperature(progress: f32) -> f32 {
    let between = |from: f32, to: f32, part: f32| from * (to / from).powf(part);
    if progress < 1.0 - QUENCH_SHARE {
        let part = progress / (1.0 - QUENCH_SHARE);
        between(START_TEMPERATURE, SLOW_END_TEMPERATURE, part)
    } else {
        let part = (progress - 1.0 + QUENCH_SHARE) / QUENCH_SHARE;
        between(SLOW_END_TEMPERATURE, PLAY_TEMPERATURE, part)
    }
}

/// The bonuses of every two symbols, and the partners of each symbol. An additional symbol without
/// partners represents the border.
struct Bonuses {
    symbols: usize,
    /// `symbols` × `symbols` bonuses in points, row-major.
    table: Vec<f32>,
    best_partners: Vec<Vec<Symbol>>,
}

impl Bonuses {
    fn new(case: &Case) -> Bonuses {
        let symbols = case.values().len() + 1;
        let mut table = vec![0.0; symbols * symbols];
        for pair in case.pairs() {
            table[pair.x.index() * symbols + pair.y.index()] = pair.points as f32;
            table[pair.y.index() * symbols + pair.x.index()] = pair.points as f32;
        }
        let by_bonus = |symbol: Symbol| {
            let mut partners = case.partners(symbol).to_vec();
            partners.sort_by_key(|partner| std::cmp::Reverse(partner.points));
            partners.iter().map(|partner| partner.symbol).collect()
        };
        let mut best_partners: Vec<Vec<Symbol>> = case.symbols().map(by_bonus).collect();
        best_partners.push(vec![]);
        Bonuses { symbols, table, best_partners }
    }

    /// Returns the bonuses, in points, of a symbol next to each other symbol.
    #[inline]
    fn row(&self, symbol: Symbol) -> &[f32] {
        let start = symbol.index() * self.symbols;
        &self.table[start..start + self.symbols]
    }
}

struct OpenSquares {
    squares: Vec<Square>,
    /// By square, its index in `squares`; `None` if the square is filled.
    place: BySquare<Option<u32>>,
}

impl OpenSquares {
    fn new(board: &Board) -> OpenSquares {
        let mut place = board.map_with_border(None, None);
        for (index, square) in board.squares().enumerate() {
            place[square] = Some(index as u32);
        }
        OpenSquares { squares: board.squares().collect(), place }
    }

    fn close(&mut self, square: Square) {
        if let Some(index) = self.place[square].take() {
            self.squares.swap_remove(index as usize);
            if let Some(&moved) = self.squares.get(index as usize) {
                self.place[moved] = Some(index);
            }
        }
    }

    /// Maps a random number of `bits` bits to an open square.
    #[inline]
    fn pick(&self, random: u64, bits: u32) -> Square {
        self.squares[((random * self.squares.len() as u64) >> bits) as usize]
    }
}
