//! Online matching, for many worthless symbols and bonuses for equal neighbours only.
//!
//! Most symbols arrive at most once or twice in a round. The first symbol of a kind is placed and
//! waits. The next one of its kind scores the bonus if it finds a slot: an open square next to the
//! first. Up to four waiting symbols share a slot, so play is an online stochastic matching of
//! arrivals to slots (Feldman, Mehta, Mirrokni and Muthukrishnan, 2009). Waiting symbols first fill
//! a fixed layout. Then each arrival takes the slot that costs others least.

use common::lucky::{Case, Symbol, TURNS};

use crate::board::{BySquare, GridSquare, Square, Window};
use crate::strategy::{Offer, Strategy};
use crate::tuning::matching::*;

/// Number of sample times for an expectation over the turns left (midpoint rule).
const SAMPLE_TIMES: usize = 4;
/// Entries of the table of `exp(-x)` per unit of `x`.
const DECAY_RESOLUTION: f32 = 64.0;
/// Maximum distance, in steps, between two squares whose symbols can affect each other: they
/// compete for a slot directly, or by the shares that they claim.
const INTERACTION_RADIUS: usize = 3;

pub struct Matching {
    state: State,
    layout: Vec<Square>,
    next: usize,
    /// Number of turns left at the next search for another square to wait on.
    rescan_at: usize,
}

impl Matching {
    pub fn new(case: &Case) -> Matching {
        let weights = case
            .symbols()
            .map(|symbol| case.bonus(symbol, symbol) as f32);
        let state = State::new(case, weights.collect());
        Matching {
            layout: state
                .board
                .squares()
                .filter(|&square| waits(&state.board, square))
                .collect(),
            state,
            next: 0,
            rescan_at: TURNS,
        }
    }

    /// Returns the best slot for a waiting symbol, or `None` if no slot has a gain.
    fn best_slot(&mut self, symbol: Symbol, turns: usize) -> Option<Square> {
        let horizon = Horizon {
            turns,
            crowding: SLOT_CROWDING,
        };
        let waiting = self.state.placed[symbol.index()].iter();
        let slots: Vec<Square> = waiting
            .flat_map(|&square| self.state.board.neighbours(square))
            .collect();
        self.state.best_square(&slots, symbol, 0.0, horizon)
    }

    /// Returns a square for a symbol to wait on: the next square of the layout. After the layout,
    /// it is the best open square, if this gains more than the threshold.
    fn best_waiting_square(&mut self, symbol: Symbol, offer: &Offer<'_>) -> Option<Square> {
        while let Some(&square) = self.layout.get(self.next) {
            self.next += 1;
            if self.state.is_open(square) {
                return Some(square);
            }
        }
        let turns_left = offer.turns_left;
        if turns_left > self.rescan_at || offer.timer.is_over() {
            return None;
        }
        let horizon = Horizon {
            turns: turns_left - 1,
            crowding: WAITING_CROWDING,
        };
        let weight = self.state.weights[symbol.index()];
        let threshold = WAITING_THRESHOLD * weight * turns_left as f32 / TURNS as f32;
        self.rescan_at = turns_left.saturating_sub(RESCAN_INTERVAL);
        let squares: Vec<Square> = self.state.board.squares().collect();
        self.state.best_square(&squares, symbol, threshold, horizon)
    }
}

impl Strategy for Matching {
    fn new_round(&mut self) {
        self.state.clear();
        self.next = 0;
        self.rescan_at = TURNS;
    }

    fn choose(&mut self, offer: Offer<'_>) -> Option<GridSquare> {
        let symbol = offer.symbol;
        if self.state.weights[symbol.index()] == 0.0 {
            return None;
        }
        let square = self
            .best_slot(symbol, offer.turns_left - 1)
            .or_else(|| self.best_waiting_square(symbol, &offer))?;
        Some(self.state.board.on_grid(square))
    }

    fn place(&mut self, symbol: Symbol, square: GridSquare) {
        if let Some(square) = self.state.board.of_grid(square) {
            self.state.put(symbol, square);
            self.rescan_at = TURNS;
        }
    }
}

/// Returns true if a symbol waits on this square in the layout, which other windows repeat.
fn waits(board: &Window, square: Square) -> bool {
    let (row, col) = board.position(square);
    LAYOUT[row % LAYOUT.len()] >> (col % LAYOUT.len()) & 1 == 1
}

#[derive(Clone, Copy)]
struct Horizon {
    turns: usize,
    /// Ratio of the rate at which slots are taken to the rate that rivals' claims imply.
    crowding: f32,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Cell(u32);

impl Cell {
    const OPEN: Cell = Cell(u32::MAX);
    const BORDER: Cell = Cell(u32::MAX - 1);

    #[inline]
    fn holding(symbol: Symbol) -> Cell {
        Cell(symbol.index() as u32)
    }

    #[inline]
    fn is_symbol(self) -> bool {
        self.0 < Cell::BORDER.0
    }
}

/// The grid of a round and the expected points of its symbols.
struct State {
    board: Window,
    /// Squares within [`INTERACTION_RADIUS`] of each square.
    near: BySquare<Vec<Square>>,
    /// Bonus of an equal pair of each symbol, in points.
    weights: Vec<f32>,
    /// Probability that an arrival is one particular symbol.
    rate: f32,
    /// `exp(-i / DECAY_RESOLUTION)`.
    decay: Vec<f32>,
    /// The content of each square and of the border.
    cells: BySquare<Cell>,
    placed: Vec<Vec<Square>>,
    slots: BySquare<u8>,
    /// By square, `1 / slots`: the share of each of its slots that a waiting symbol claims.
    shares: BySquare<f32>,
}

impl State {
    fn new(case: &Case, weights: Vec<f32>) -> State {
        let board = Window::new(case.shape());
        let mut near = board.map(vec![]);
        for square in board.squares() {
            let within = |&other: &Square| board.distance(square, other) <= INTERACTION_RADIUS;
            near[square] = board.squares().filter(within).collect();
        }
        let mut state = State {
            near,
            rate: 1.0 / case.values().len() as f32,
            decay: (0..16 * DECAY_RESOLUTION as usize)
                .map(|i| (-(i as f32) / DECAY_RESOLUTION).exp())
                .collect(),
            cells: board.map_with_border(Cell::OPEN, Cell::BORDER),
            placed: vec![vec![]; weights.len()],
            slots: board.map(0),
            shares: board.map(0.0),
            weights,
            board,
        };
        state.clear();
        state
    }

    fn clear(&mut self) {
        self.placed.iter_mut().for_each(Vec::clear);
        for index in 0..self.board.area() {
            let square = self.board.square(index);
            self.cells[square] = Cell::OPEN;
            self.slots[square] = self.board.inner_degree(square) as u8;
            self.update_slots(square, 0);
        }
    }

    #[inline]
    fn is_open(&self, square: Square) -> bool {
        self.cells[square] == Cell::OPEN
    }

    fn put(&mut self, symbol: Symbol, square: Square) {
        self.cells[square] = Cell::holding(symbol);
        self.placed[symbol.index()].push(square);
        for neighbour in self.board.neighbours(square) {
            self.update_slots(neighbour, -1);
        }
    }

    fn remove(&mut self, symbol: Symbol, square: Square) {
        self.cells[square] = Cell::OPEN;
        self.placed[symbol.index()].retain(|&other| other != square);
        for neighbour in self.board.neighbours(square) {
            self.update_slots(neighbour, 1);
        }
    }

    fn update_slots(&mut self, square: Square, change: i8) {
        if self.cells[square] != Cell::BORDER {
            let slots = &mut self.slots[square];
            *slots = slots.wrapping_add_signed(change);
            self.shares[square] = 1.0 / f32::from((*slots).max(1));
        }
    }

    /// Returns the open square where a symbol gains most, if it gains more than `least` points.
    fn best_square(
        &mut self,
        squares: &[Square],
        symbol: Symbol,
        least: f32,
        horizon: Horizon,
    ) -> Option<Square> {
        let mut best = (least, None);
        for &square in squares {
            if self.is_open(square) {
                let gain = self.gain(symbol, square, horizon);
                if gain > best.0 {
                    best = (gain, Some(square));
                }
            }
        }
        best.1
    }

    /// Returns the gain of a symbol on a square, in points: its pairs, plus the change of the
    /// points that waiting symbols can expect.
    fn gain(&mut self, symbol: Symbol, square: Square, horizon: Horizon) -> f32 {
        let around = self.board.neighbours(square);
        let equal = |other: Square| self.cells[other] == Cell::holding(symbol);
        let pairs = around.into_iter().filter(|&other| equal(other)).count() as f32;
        // The square at which the symbol is counted may be outside the radius.
        let home = self.placed[symbol.index()].first().copied();
        let far = home.filter(|&home| self.board.distance(home, square) > INTERACTION_RADIUS);
        let expected = |state: &State| {
            state.expected_points_near(square, horizon)
                + far.map_or(0.0, |home| state.expected_points(home, horizon))
        };
        let before = expected(self);
        self.put(symbol, square);
        let after = expected(self);
        self.remove(symbol, square);
        pairs * self.weights[symbol.index()] + after - before
    }

    fn expected_points_near(&self, square: Square, horizon: Horizon) -> f32 {
        let near = self.near[square].iter();
        near.map(|&other| self.expected_points(other, horizon))
            .sum()
    }

    /// Returns the expected points of later matches of the symbol on a square. A symbol on several
    /// squares is counted at the first of these.
    fn expected_points(&self, square: Square, horizon: Horizon) -> f32 {
        if self.is_open(square) {
            return 0.0;
        }
        let cell = self.cells[square];
        let symbol = cell.0 as usize;
        let places = &self.placed[symbol];
        if places[0] != square {
            return 0.0;
        }
        let step = horizon.turns as f32 / SAMPLE_TIMES as f32;
        let scale = step * self.rate * horizon.crowding * DECAY_RESOLUTION;
        // By sample time, the probability that all slots are taken.
        let mut all_taken = [1.0f32; SAMPLE_TIMES];
        for (index, &place) in places.iter().enumerate() {
            for slot in self.board.neighbours(place) {
                let counted = |&before: &Square| self.board.neighbours(before).contains(&slot);
                if !self.is_open(slot) || places[..index].iter().any(counted) {
                    continue;
                }
                let claims = self.claims(slot, cell) * scale;
                for (sample, all_taken) in all_taken.iter_mut().enumerate() {
                    let at = (claims * (sample as f32 + 0.5)) as usize;
                    *all_taken *= 1.0 - self.decay[at.min(self.decay.len() - 1)];
                }
            }
        }
        let available: f32 = all_taken.iter().map(|all_taken| 1.0 - all_taken).sum();
        available * step * self.rate * self.weights[symbol]
    }

    /// Returns the number of other waiting symbols that compete for a slot. Each counts as the
    /// share of the slot that it claims.
    fn claims(&self, slot: Square, own: Cell) -> f32 {
        let mut claims = 0.0;
        for neighbour in self.board.neighbours(slot) {
            let other = self.cells[neighbour];
            if other.is_symbol() && other != own {
                claims += self.shares[neighbour];
            }
        }
        claims
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::grid::Shape;
    use common::lucky::BonusPair;

    fn case(rows: usize, cols: usize, symbols: u16) -> Case {
        let pair = |x| BonusPair { x, y: x, points: 1 };
        let pairs = (0..symbols).map(Symbol::new).map(pair);
        Case::new(
            Shape { rows, cols },
            vec![0; usize::from(symbols)],
            pairs.collect(),
        )
        .unwrap()
    }

    fn horizon(turns: usize) -> Horizon {
        Horizon {
            turns,
            crowding: SLOT_CROWDING,
        }
    }

    #[test]
    fn a_lone_symbol_waits_for_its_share_of_the_arrivals() {
        let case = case(1, 2, 1000);
        let mut state = State::new(&case, vec![1.0; 1000]);
        let [left, right] = [0, 1].map(|index| state.board.square(index));
        state.put(Symbol::new(7), left);
        assert!((state.expected_points(left, horizon(500)) - 0.5).abs() < 1e-6);
        assert!((state.gain(Symbol::new(7), right, horizon(500)) - (1.0 - 0.5)).abs() < 1e-6);
        assert!(state.gain(Symbol::new(8), right, horizon(500)) < 0.0);
    }

    #[test]
    fn gains_leave_the_state_as_it_was() {
        let case = case(4, 5, 400);
        let mut state = State::new(&case, vec![1.0; 400]);
        for (symbol, square) in [(3, 0), (3, 6), (5, 8), (9, 12)] {
            state.put(Symbol::new(symbol), state.board.square(square));
        }
        let (cells, placed, slots) = (
            state.cells.clone(),
            state.placed.clone(),
            state.slots.clone(),
        );
        for index in 0..20 {
            let square = state.board.square(index);
            if state.is_open(square) {
                state.gain(Symbol::new(3), square, horizon(300));
            }
        }
        assert_eq!(state.cells, cells);
        assert_eq!(state.placed, placed);
        assert_eq!(state.slots, slots);
    }

    #[test]
    fn the_layout_leaves_slots() {
        let matching = Matching::new(&case(15, 15, 2000));
        assert!((115..=155).contains(&matching.layout.len()));
        for &square in &matching.layout {
            let slots = matching.state.board.neighbours(square);
            let is_slot =
                |slot: &Square| matching.state.is_open(*slot) && !matching.layout.contains(slot);
            assert!(slots.iter().any(is_slot), "{square:?}");
        }
    }
}
