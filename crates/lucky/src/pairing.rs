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
const MOMENTS: usize = 4;
/// Entries of the table of `exp(-x)` for a difference of 1 in `x`.
const FINE: f32 = 64.0;
/// How much faster a hole goes than its rivals' present claims on it tell:
/// every hole that goes makes the claims on the others stronger.
const HASTE: f32 = 2.0;
/// The same when a first asks for a square.
const FIRST_HASTE: f32 = 2.3;
/// What a square must promise a first, at the start of a round, to be taken: a
/// better one may be left by the matches to come.
const FIRST_PRICE: f32 = 0.015;
/// The rest of a round when half of the lattice stands that it starts with.
const LATTICE_REST: Rest = Rest {
    turns: 900,
    haste: 2.5,
};
/// Changes tried per square while the lattice is annealed.
const LATTICE_CHANGES: usize = 270;
/// Temperature at the start of that annealing, in bonuses.
const LATTICE_TEMPERATURE: f32 = 0.1;
/// Seed of that annealing: of 24 tried, the one whose lattice played best.
const LATTICE_SEED: u64 = 15;
/// Share of the budget that the lattice may take.
const LATTICE_SHARE: f64 = 0.5;
/// Turns for which nobody looks again after no square was worth a new first.
const PAUSE: usize = 25;
/// No symbol yet.
const OPEN: u32 = u32::MAX;
/// Not a square of the board.
const OUTSIDE: u32 = u32::MAX - 1;
/// Steps between two squares whose symbols may count on the same holes.
const REACH: usize = 3;

/// Plays by pairs.
pub struct Pairing {
    field: Field,
    /// The squares for the firsts of a round, in the order of filling.
    lattice: Vec<usize>,
    /// How many of these squares are taken.
    next: usize,
    /// Turns left when it is time to look for a square for one more first.
    look_at: usize,
}

impl Pairing {
    /// Anneals the lattice of firsts.
    pub fn new(case: &Case, clock: &mut Clock) -> Pairing {
        let mut rng = Rng::new(LATTICE_SEED);
        let lattice = anneal_lattice(case, &mut rng, clock);
        let weights = (0..case.values().len()).map(|symbol| case.bonus(symbol, symbol) as f32);
        Pairing {
            field: Field::new(case, weights.collect()),
            lattice,
            next: 0,
            look_at: TURNS,
        }
    }

    /// The hole for a symbol that waits on the grid.
    fn best_hole(&mut self, symbol: Symbol, turns: usize) -> Option<usize> {
        let rest = Rest {
            turns,
            haste: HASTE,
        };
        let mut best = (0.0, None);
        for waiting in self.field.placed[symbol].clone() {
            for hole in self.field.board.around(waiting) {
                if self.field.is_open(hole) {
                    let gain = self.field.gain(symbol, hole, rest);
                    if gain > best.0 {
                        best = (gain, Some(hole));
                    }
                }
            }
        }
        best.1
    }

    /// The square for a symbol that is to wait.
    fn best_first(&mut self, symbol: Symbol, turn: &Turn<'_>) -> Option<usize> {
        while let Some(&square) = self.lattice.get(self.next) {
            self.next += 1;
            if self.field.is_open(square) {
                return Some(square);
            }
        }
        let turns_left = turn.turns_left;
        if turns_left > self.look_at || turn.clock.is_over() {
            return None;
        }
        let rest = Rest {
            turns: turns_left - 1,
            haste: FIRST_HASTE,
        };
        let price = FIRST_PRICE * self.field.weights[symbol] * turns_left as f32 / TURNS as f32;
        let mut best = (price, None);
        for square in 0..self.field.board.area() {
            if self.field.is_open(square) {
                let gain = self.field.gain(symbol, square, rest);
                if gain > best.0 {
                    best = (gain, Some(square));
                }
            }
        }
        self.look_at = turns_left.saturating_sub(PAUSE);
        best.1
    }
}

impl Strategy for Pairing {
    fn new_round(&mut self) {
        self.field.clear();
        self.next = 0;
        self.look_at = TURNS;
    }

    fn choose(&mut self, turn: Turn<'_>) -> Option<usize> {
        let symbol = turn.symbol;
        if self.field.weights[symbol] == 0.0 {
            return None;
        }
        let square = self
            .best_hole(symbol, turn.turns_left - 1)
            .or_else(|| self.best_first(symbol, &turn))?;
        self.field.put(symbol, square);
        self.look_at = TURNS;
        Some(self.field.board.on_grid(square))
    }
}

/// The squares for firsts, all different symbols, that promise most matches.
fn anneal_lattice(case: &Case, rng: &mut Rng, clock: &mut Clock) -> Vec<usize> {
    let area = Window::new(case.shape()).area();
    let mut field = Field::new(case, vec![1.0; area]);
    let changes = LATTICE_CHANGES * area;
    for change in 0..changes {
        if clock.progress() > LATTICE_SHARE {
            break;
        }
        clock.work(1);
        let square = rng.below(area as u32) as usize;
        let cooled = 1.0 - change as f32 / changes as f32;
        let least = LATTICE_TEMPERATURE * cooled * (rng.unit() as f32).max(1e-9).ln();
        let before = field.promise_near(square, LATTICE_REST);
        field.toggle(square);
        if field.promise_near(square, LATTICE_REST) - before < least {
            field.toggle(square);
        }
    }
    let mut lattice: Vec<usize> = (0..area).filter(|&square| !field.is_open(square)).collect();
    rng.shuffle(&mut lattice);
    lattice
}

/// The rest of a round, as a promise sees it.
#[derive(Clone, Copy)]
struct Rest {
    turns: usize,
    /// How much faster a hole goes than its rivals' present claims tell.
    haste: f32,
}

/// The grid, and what its symbols may hope for.
struct Field {
    board: Window,
    /// Squares within [`REACH`] of each square.
    near: Vec<Vec<usize>>,
    /// What a pair of each symbol pays.
    weights: Vec<f32>,
    /// Chance that an arrival is a given symbol.
    rate: f32,
    /// `exp(-i / FINE)`.
    decay: Vec<f32>,
    /// The symbol on each square, [`OPEN`] or, for the border, [`OUTSIDE`].
    squares: Vec<u32>,
    /// Where each symbol stands, in the order of placing.
    placed: Vec<Vec<usize>>,
    /// Open squares around each square.
    holes: Vec<u8>,
    /// `1 / holes`, the share that a waiting symbol claims of each.
    shares: Vec<f32>,
}

impl Field {
    fn new(case: &Case, weights: Vec<f32>) -> Field {
        let board = Window::new(case.shape());
        let area = board.area();
        let within = |square: usize| {
            let near = |&other: &usize| board.distance(square, other) <= REACH;
            (0..area).filter(near).collect()
        };
        let mut field = Field {
            near: (0..area).map(within).collect(),
            rate: 1.0 / case.values().len() as f32,
            decay: (0..16 * FINE as usize)
                .map(|i| (-(i as f32) / FINE).exp())
                .collect(),
            squares: vec![],
            placed: vec![vec![]; weights.len()],
            holes: vec![],
            shares: vec![],
            weights,
            board,
        };
        field.clear();
        field
    }

    fn clear(&mut self) {
        let area = self.board.area();
        self.squares = vec![OPEN; area];
        self.squares.push(OUTSIDE);
        self.placed.iter_mut().for_each(Vec::clear);
        let inside = |square: usize| {
            let around = self.board.around(square);
            around.iter().filter(|&&beside| beside < area).count() as u8
        };
        self.holes = (0..area).map(inside).collect();
        self.shares = vec![0.0; area];
        for square in 0..area {
            self.count_holes(square, 0);
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
        for beside in self.board.around(square) {
            self.count_holes(beside, -1);
        }
    }

    fn take(&mut self, symbol: Symbol, square: usize) {
        self.squares[square] = OPEN;
        self.placed[symbol].retain(|&other| other != square);
        for beside in self.board.around(square) {
            self.count_holes(beside, 1);
        }
    }

    fn count_holes(&mut self, square: usize, change: i8) {
        if self.squares[square] != OUTSIDE {
            let holes = &mut self.holes[square];
            *holes = holes.wrapping_add_signed(change);
            self.shares[square] = 1.0 / f32::from((*holes).max(1));
        }
    }

    /// Puts or takes the symbol that has the number of the square.
    fn toggle(&mut self, square: usize) {
        if self.is_open(square) {
            self.put(square, square);
        } else {
            self.take(square, square);
        }
    }

    /// What is gained by a symbol on a square: its pairs, and what it changes
    /// for the symbols that wait.
    fn gain(&mut self, symbol: Symbol, square: usize, rest: Rest) -> f32 {
        let around = self.board.around(square);
        let equal = |other: usize| self.squares[other] == symbol as u32;
        let pairs = around.into_iter().filter(|&other| equal(other)).count() as f32;
        // The place where the symbol is counted may be out of reach.
        let home = self.placed[symbol].first().copied();
        let far = home.filter(|&home| self.board.distance(home, square) > REACH);
        let promise = |field: &Field| {
            field.promise_near(square, rest) + far.map_or(0.0, |home| field.promise(home, rest))
        };
        let before = promise(self);
        self.put(symbol, square);
        let after = promise(self);
        self.take(symbol, square);
        pairs * self.weights[symbol] + after - before
    }

    fn promise_near(&self, square: usize, rest: Rest) -> f32 {
        let near = self.near[square].iter();
        near.map(|&other| self.promise(other, rest)).sum()
    }

    /// Expected points of later matches of the symbol on a square; a symbol
    /// with several squares is counted at the first.
    fn promise(&self, square: usize, rest: Rest) -> f32 {
        if self.is_open(square) {
            return 0.0;
        }
        let symbol = self.squares[square] as usize;
        let places = &self.placed[symbol];
        if places[0] != square {
            return 0.0;
        }
        let step = rest.turns as f32 / MOMENTS as f32;
        let scale = step * self.rate * rest.haste * FINE;
        // Chance at each moment that every hole is gone.
        let mut gone = [1.0f32; MOMENTS];
        for (index, &place) in places.iter().enumerate() {
            for hole in self.board.around(place) {
                let counted = |&before: &usize| self.board.around(before).contains(&hole);
                if !self.is_open(hole) || places[..index].iter().any(counted) {
                    continue;
                }
                let claims = self.claims(hole, symbol) * scale;
                for (moment, gone) in gone.iter_mut().enumerate() {
                    let at = (claims * (moment as f32 + 0.5)) as usize;
                    *gone *= 1.0 - self.decay[at.min(self.decay.len() - 1)];
                }
            }
        }
        let there: f32 = gone.iter().map(|gone| 1.0 - gone).sum();
        there * step * self.rate * self.weights[symbol]
    }

    /// How many others want a hole, each counted by its share of it among
    /// the holes it has.
    fn claims(&self, hole: usize, symbol: Symbol) -> f32 {
        let mut claims = 0.0;
        for beside in self.board.around(hole) {
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

    fn rest(turns: usize) -> Rest {
        Rest {
            turns,
            haste: HASTE,
        }
    }

    #[test]
    fn a_lone_symbol_waits_for_its_share_of_the_arrivals() {
        let case = case(1, 2, 1000);
        let mut field = Field::new(&case, vec![1.0; 1000]);
        field.put(7, 0);
        assert!((field.promise(0, rest(500)) - 0.5).abs() < 1e-6);
        assert!((field.gain(7, 1, rest(500)) - (1.0 - 0.5)).abs() < 1e-6);
        assert!(field.gain(8, 1, rest(500)) < 0.0);
    }

    #[test]
    fn gains_leave_the_field_as_it_was() {
        let case = case(4, 5, 400);
        let mut field = Field::new(&case, vec![1.0; 400]);
        for (symbol, square) in [(3, 0), (3, 6), (5, 8), (9, 12)] {
            field.put(symbol, square);
        }
        let (squares, placed, holes) = (
            field.squares.clone(),
            field.placed.clone(),
            field.holes.clone(),
        );
        for square in 0..20 {
            if field.is_open(square) {
                field.gain(3, square, rest(300));
            }
        }
        assert_eq!(field.squares, squares);
        assert_eq!(field.placed, placed);
        assert_eq!(field.holes, holes);
    }

    #[test]
    fn the_lattice_leaves_shared_holes() {
        let case = case(15, 15, 2000);
        let mut clock = Clock::start(Budget::Work(1_000_000));
        let lattice = anneal_lattice(&case, &mut Rng::new(1), &mut clock);
        assert!((115..=155).contains(&lattice.len()), "{}", lattice.len());
    }
}
