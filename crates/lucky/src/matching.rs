//! Pairing: for cases with many symbols of no value where only equal
//! neighbours pay. Most of the grid is filled with "firsts", symbols that wait
//! for another of their kind, around "holes" kept open for the second ones and
//! shared by several firsts. The art is to spend the holes well.

use common::clock::Clock;
use common::lucky::{Case, Symbol, TURNS};
use common::rng::Rng;

use crate::board::Window;
use crate::strategy::{Strategy, Turn};

/// Points of time, spread over the turns left, at which a hole is asked for.
const SAMPLE_TIMES: usize = 4;
/// Entries of the table of `exp(-x)` for a difference of 1 in `x`.
const DECAY_RESOLUTION: f32 = 64.0;
/// How much faster a hole goes than its rivals' present claims on it tell:
/// every hole that goes makes the claims on the others stronger.
const SLOT_CONTENTION: f32 = 2.0;
/// The same when a first asks for a square.
const WAITING_CONTENTION: f32 = 2.3;
/// What a square must promise a first, at the start of a round, to be taken: a
/// better one may be left by the matches to come.
const WAITING_THRESHOLD: f32 = 0.015;
/// The rest of a round when half of the lattice stands that it starts with.
const LAYOUT_HORIZON: Horizon = Horizon {
    turns: 900,
    contention: 2.5,
};
/// Changes tried per square while the lattice is annealed.
const LAYOUT_CHANGES: usize = 270;
/// Temperature at the start of that annealing, in bonuses.
const LAYOUT_TEMPERATURE: f32 = 0.1;
/// Seed of that annealing: of 24 tried, the one whose lattice played best.
const LAYOUT_SEED: u64 = 15;
/// Share of the budget that the lattice may take.
const LAYOUT_SHARE: f64 = 0.5;
/// Turns for which nobody looks again after no square was worth a new first.
const RESCAN_INTERVAL: usize = 25;
/// No symbol yet.
const OPEN: u32 = u32::MAX;
/// Not a square of the board.
const OUTSIDE: u32 = u32::MAX - 1;
/// Steps between two squares whose symbols may count on the same holes.
const INTERACTION_RADIUS: usize = 3;

/// Plays by pairs.
pub struct Matching {
    grid: Grid,
    /// The squares for the firsts of a round, in the order of filling.
    layout: Vec<usize>,
    /// How many of these squares are taken.
    next: usize,
    /// Turns left when it is time to look for a square for one more first.
    rescan_at: usize,
}

impl Matching {
    /// Anneals the lattice of firsts.
    pub fn new(case: &Case, clock: &mut Clock) -> Matching {
        let mut rng = Rng::new(LAYOUT_SEED);
        let layout = anneal_layout(case, &mut rng, clock);
        let weights = (0..case.values().len()).map(|symbol| case.bonus(symbol, symbol) as f32);
        Matching {
            grid: Grid::new(case, weights.collect()),
            layout,
            next: 0,
            rescan_at: TURNS,
        }
    }

    /// The hole for a symbol that waits on the grid.
    fn best_slot(&mut self, symbol: Symbol, turns: usize) -> Option<usize> {
        let horizon = Horizon {
            turns,
            contention: SLOT_CONTENTION,
        };
        let mut best = (0.0, None);
        for waiting in self.grid.placed[symbol].clone() {
            for slot in self.grid.board.neighbours(waiting) {
                if self.grid.is_open(slot) {
                    let gain = self.grid.gain(symbol, slot, horizon);
                    if gain > best.0 {
                        best = (gain, Some(slot));
                    }
                }
            }
        }
        best.1
    }

    /// The square for a symbol that is to wait.
    fn best_waiting_square(&mut self, symbol: Symbol, turn: &Turn<'_>) -> Option<usize> {
        while let Some(&square) = self.layout.get(self.next) {
            self.next += 1;
            if self.grid.is_open(square) {
                return Some(square);
            }
        }
        let turns_left = turn.turns_left;
        if turns_left > self.rescan_at || turn.clock.is_over() {
            return None;
        }
        let horizon = Horizon {
            turns: turns_left - 1,
            contention: WAITING_CONTENTION,
        };
        let price =
            WAITING_THRESHOLD * self.grid.weights[symbol] * turns_left as f32 / TURNS as f32;
        let mut best = (price, None);
        for square in 0..self.grid.board.area() {
            if self.grid.is_open(square) {
                let gain = self.grid.gain(symbol, square, horizon);
                if gain > best.0 {
                    best = (gain, Some(square));
                }
            }
        }
        self.rescan_at = turns_left.saturating_sub(RESCAN_INTERVAL);
        best.1
    }
}

impl Strategy for Matching {
    fn new_round(&mut self) {
        self.grid.clear();
        self.next = 0;
        self.rescan_at = TURNS;
    }

    fn choose(&mut self, turn: Turn<'_>) -> Option<usize> {
        let symbol = turn.symbol;
        if self.grid.weights[symbol] == 0.0 {
            return None;
        }
        let square = self
            .best_slot(symbol, turn.turns_left - 1)
            .or_else(|| self.best_waiting_square(symbol, &turn))?;
        self.grid.put(symbol, square);
        self.rescan_at = TURNS;
        Some(self.grid.board.on_grid(square))
    }
}

/// The squares for firsts, all different symbols, that promise most matches.
fn anneal_layout(case: &Case, rng: &mut Rng, clock: &mut Clock) -> Vec<usize> {
    let area = Window::new(case.shape()).area();
    let mut grid = Grid::new(case, vec![1.0; area]);
    let changes = LAYOUT_CHANGES * area;
    for change in 0..changes {
        if clock.progress() > LAYOUT_SHARE {
            break;
        }
        clock.work(1);
        let square = rng.below(area as u32) as usize;
        let cooled = 1.0 - change as f32 / changes as f32;
        let least = LAYOUT_TEMPERATURE * cooled * (rng.unit() as f32).max(1e-9).ln();
        let before = grid.expected_points_near(square, LAYOUT_HORIZON);
        grid.toggle(square);
        if grid.expected_points_near(square, LAYOUT_HORIZON) - before < least {
            grid.toggle(square);
        }
    }
    let mut layout: Vec<usize> = (0..area).filter(|&square| !grid.is_open(square)).collect();
    rng.shuffle(&mut layout);
    layout
}

/// The rest of a round, as a promise sees it.
#[derive(Clone, Copy)]
struct Horizon {
    turns: usize,
    /// How much faster a hole goes than its rivals' present claims tell.
    contention: f32,
}

/// The grid, and what its symbols may hope for.
struct Grid {
    board: Window,
    /// Squares within [`INTERACTION_RADIUS`] of each square.
    near: Vec<Vec<usize>>,
    /// What a pair of each symbol pays.
    weights: Vec<f32>,
    /// Chance that an arrival is a given symbol.
    rate: f32,
    /// `exp(-i / DECAY_RESOLUTION)`.
    decay: Vec<f32>,
    /// The symbol on each square, [`OPEN`] or, for the border, [`OUTSIDE`].
    squares: Vec<u32>,
    /// Where each symbol stands, in the order of placing.
    placed: Vec<Vec<usize>>,
    /// Open squares around each square.
    slots: Vec<u8>,
    /// `1 / slots`, the share that a waiting symbol claims of each.
    shares: Vec<f32>,
}

impl Grid {
    fn new(case: &Case, weights: Vec<f32>) -> Grid {
        let board = Window::new(case.shape());
        let area = board.area();
        let within = |square: usize| {
            let near = |&other: &usize| board.distance(square, other) <= INTERACTION_RADIUS;
            (0..area).filter(near).collect()
        };
        let mut grid = Grid {
            near: (0..area).map(within).collect(),
            rate: 1.0 / case.values().len() as f32,
            decay: (0..16 * DECAY_RESOLUTION as usize)
                .map(|i| (-(i as f32) / DECAY_RESOLUTION).exp())
                .collect(),
            squares: vec![],
            placed: vec![vec![]; weights.len()],
            slots: vec![],
            shares: vec![],
            weights,
            board,
        };
        grid.clear();
        grid
    }

    fn clear(&mut self) {
        let area = self.board.area();
        self.squares = vec![OPEN; area];
        self.squares.push(OUTSIDE);
        self.placed.iter_mut().for_each(Vec::clear);
        let inside = |square: usize| {
            let around = self.board.neighbours(square);
            around.iter().filter(|&&beside| beside < area).count() as u8
        };
        self.slots = (0..area).map(inside).collect();
        self.shares = vec![0.0; area];
        for square in 0..area {
            self.count_slots(square, 0);
        }
    }

    /// Whether a square is on the board and empty.
    #[inline]
    fn is_open(&self, square: usize) -> bool {
        self.squares[square] == OPEN
    }

    fn put(&mut self, symbol: Symbol, square: usize) {
        self.squares[square] = symbol as u32;
        self.placed[symbol].push(square);
        for beside in self.board.neighbours(square) {
            self.count_slots(beside, -1);
        }
    }

    fn remove(&mut self, symbol: Symbol, square: usize) {
        self.squares[square] = OPEN;
        self.placed[symbol].retain(|&other| other != square);
        for beside in self.board.neighbours(square) {
            self.count_slots(beside, 1);
        }
    }

    fn count_slots(&mut self, square: usize, change: i8) {
        if self.squares[square] != OUTSIDE {
            let slots = &mut self.slots[square];
            *slots = slots.wrapping_add_signed(change);
            self.shares[square] = 1.0 / f32::from((*slots).max(1));
        }
    }

    /// Puts or takes the symbol that has the number of the square.
    fn toggle(&mut self, square: usize) {
        if self.is_open(square) {
            self.put(square, square);
        } else {
            self.remove(square, square);
        }
    }

    /// What is gained by a symbol on a square: its pairs, and what it changes
    /// for the symbols that wait.
    fn gain(&mut self, symbol: Symbol, square: usize, horizon: Horizon) -> f32 {
        let around = self.board.neighbours(square);
        let equal = |other: usize| self.squares[other] == symbol as u32;
        let pairs = around.into_iter().filter(|&other| equal(other)).count() as f32;
        // The place where the symbol is counted may be out of reach.
        let home = self.placed[symbol].first().copied();
        let far = home.filter(|&home| self.board.distance(home, square) > INTERACTION_RADIUS);
        let expected_points = |grid: &Grid| {
            grid.expected_points_near(square, horizon)
                + far.map_or(0.0, |home| grid.expected_points(home, horizon))
        };
        let before = expected_points(self);
        self.put(symbol, square);
        let after = expected_points(self);
        self.remove(symbol, square);
        pairs * self.weights[symbol] + after - before
    }

    fn expected_points_near(&self, square: usize, horizon: Horizon) -> f32 {
        let near = self.near[square].iter();
        near.map(|&other| self.expected_points(other, horizon))
            .sum()
    }

    /// Expected points of later matches of the symbol on a square; a symbol
    /// with several squares is counted at the first.
    fn expected_points(&self, square: usize, horizon: Horizon) -> f32 {
        if self.is_open(square) {
            return 0.0;
        }
        let symbol = self.squares[square] as usize;
        let places = &self.placed[symbol];
        if places[0] != square {
            return 0.0;
        }
        let step = horizon.turns as f32 / SAMPLE_TIMES as f32;
        let scale = step * self.rate * horizon.contention * DECAY_RESOLUTION;
        // Chance at each moment that every hole is gone.
        let mut all_taken = [1.0f32; SAMPLE_TIMES];
        for (index, &place) in places.iter().enumerate() {
            for slot in self.board.neighbours(place) {
                let counted = |&before: &usize| self.board.neighbours(before).contains(&slot);
                if !self.is_open(slot) || places[..index].iter().any(counted) {
                    continue;
                }
                let claims = self.claims(slot, symbol) * scale;
                for (sample, all_taken) in all_taken.iter_mut().enumerate() {
                    let at = (claims * (sample as f32 + 0.5)) as usize;
                    *all_taken *= 1.0 - self.decay[at.min(self.decay.len() - 1)];
                }
            }
        }
        let there: f32 = all_taken.iter().map(|all_taken| 1.0 - all_taken).sum();
        there * step * self.rate * self.weights[symbol]
    }

    /// How many others want a hole, each counted by its share of it among
    /// the holes it has.
    fn claims(&self, slot: usize, symbol: Symbol) -> f32 {
        let mut claims = 0.0;
        for beside in self.board.neighbours(slot) {
            let other = self.squares[beside];
            if other < OUTSIDE && other != symbol as u32 {
                claims += self.shares[beside];
            }
        }
        claims
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::clock::Budget;
    use common::grid::Shape;
    use common::lucky::Pair;

    fn case(rows: usize, cols: usize, symbols: usize) -> Case {
        let pairs = (0..symbols).map(|x| Pair { x, y: x, points: 1 });
        Case::new(Shape { rows, cols }, vec![0; symbols], pairs.collect()).unwrap()
    }

    fn horizon(turns: usize) -> Horizon {
        Horizon {
            turns,
            contention: SLOT_CONTENTION,
        }
    }

    #[test]
    fn a_lone_symbol_waits_for_its_share_of_the_arrivals() {
        let case = case(1, 2, 1000);
        let mut grid = Grid::new(&case, vec![1.0; 1000]);
        grid.put(7, 0);
        assert!((grid.expected_points(0, horizon(500)) - 0.5).abs() < 1e-6);
        assert!((grid.gain(7, 1, horizon(500)) - (1.0 - 0.5)).abs() < 1e-6);
        assert!(grid.gain(8, 1, horizon(500)) < 0.0);
    }

    #[test]
    fn gains_leave_the_field_as_it_was() {
        let case = case(4, 5, 400);
        let mut grid = Grid::new(&case, vec![1.0; 400]);
        for (symbol, square) in [(3, 0), (3, 6), (5, 8), (9, 12)] {
            grid.put(symbol, square);
        }
        let (squares, placed, slots) = (
            grid.squares.clone(),
            grid.placed.clone(),
            grid.slots.clone(),
        );
        for square in 0..20 {
            if grid.is_open(square) {
                grid.gain(3, square, horizon(300));
            }
        }
        assert_eq!(grid.squares, squares);
        assert_eq!(grid.placed, placed);
        assert_eq!(grid.slots, slots);
    }

    #[test]
    fn the_lattice_leaves_shared_holes() {
        let case = case(15, 15, 2000);
        let mut clock = Clock::start(Budget::Work(1_000_000));
        let layout = anneal_layout(&case, &mut Rng::new(1), &mut clock);
        assert!((115..=155).contains(&layout.len()), "{}", layout.len());
    }
}
