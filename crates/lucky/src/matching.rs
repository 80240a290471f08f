//! Online matching, for many worthless symbols and bonuses for equal neighbours only.
//!
//! Most symbols arrive at most once or twice in a round. The first symbol of a kind is placed and
//! waits. The next one of its kind scores the bonus if it finds a slot: an open square next to the
//! first. Up to four waiting symbols share a slot, so play is an online stochastic matching of
//! arrivals to slots (Feldman, Mehta, Mirrokni and Muthukrishnan, 2009). Waiting symbols first fill
//! a fixed layout. An arrival takes the slot that its rivals need least.

use common::lucky::{Case, Symbol, TURNS};

use crate::board::{Board, BySquare, Square};
use crate::strategy::Strategy;
use crate::timer::Timer;
use crate::tuning::matching::{LAYOUT, MAX_CROWDING};

pub struct Matching {
    board: Board,
    /// By symbol: true if a pair of it scores.
    has_bonus: Vec<bool>,
    /// The symbol on each square and on the border.
    cells: BySquare<Option<Symbol>>,
    /// By symbol, the squares that hold it.
    placed: Vec<Vec<Square>>,
    layout: Vec<Square>,
}

impl Matching {
    pub fn new(case: &Case) -> Matching {
        let board = Board::new(case.shape());
        let is_in_layout = |&square: &Square| {
            let (row, col) = case.shape().position(square.index());
            LAYOUT[row % LAYOUT.len()] >> (col % LAYOUT.len()) & 1 == 1
        };
        // All pairs are of equal symbols.
        let has_bonus = |symbol| !case.partners(symbol).is_empty();
        Matching {
            has_bonus: case.symbols().map(has_bonus).collect(),
            cells: board.map_with_border(None, None),
            placed: vec![vec![]; case.values().len()],
            layout: board.squares().filter(is_in_layout).collect(),
            board,
        }
    }

    fn is_open(&self, square: Square) -> bool {
        self.board.contains(square) && self.cells[square].is_none()
    }

    /// Returns the open squares next to the places of a symbol.
    fn slots(&self, symbol: Symbol) -> impl Iterator<Item = Square> + '_ {
        let places = self.placed[symbol.index()].iter();
        let around = places.flat_map(|&place| self.board.neighbours(place));
        around.filter(|&slot| self.is_open(slot))
    }

    /// Returns how much other symbols need a square. A neighbour with `k` slots counts `1 / k²`.
    fn crowding(&self, square: Square, own: Symbol) -> f32 {
        let around = self.board.neighbours(square).into_iter();
        let rivals = around.filter_map(|neighbour| self.cells[neighbour]);
        let rivals = rivals.filter(|&rival| rival != own);
        rivals.map(|rival| 1.0 / (self.slots(rival).count() as f32).powi(2)).sum()
    }

    /// Returns the square that others need least, with its crowding.
    fn least_crowded(
        &self,
        squares: impl Iterator<Item = Square>,
        own: Symbol,
    ) -> Option<(f32, Square)> {
        let crowded = squares.map(|square| (self.crowding(square, own), square));
        crowded.min_by(|(one, _), (other, _)| one.total_cmp(other))
    }

    /// Returns a square for a symbol to wait on: the next one of the layout; after the layout, the
    /// least crowded square if that is worth a slot.
    fn waiting_square(&self, symbol: Symbol, turns_left: usize) -> Option<Square> {
        let next = self.layout.iter().find(|&&square| self.is_open(square));
        next.copied().or_else(|| {
            let open = self.board.squares().filter(|&square| self.is_open(square));
            let (crowding, square) = self.least_crowded(open, symbol)?;
            let around = self.board.neighbours(square).into_iter();
            let slots = around.filter(|&slot| self.is_open(slot)).count();
            let most = MAX_CROWDING * (slots * turns_left) as f32 / TURNS as f32;
            (crowding < most).then_some(square)
        })
    }
}

impl Strategy for Matching {
    fn new_round(&mut self, _rounds_left: usize, _timer: &mut Timer) {
        self.cells.fill(None);
        self.placed.iter_mut().for_each(Vec::clear);
    }

    fn choose(&mut self, symbol: Symbol, turns_left: usize) -> Option<Square> {
        let index = symbol.index();
        if let Some((_, slot)) = self.least_crowded(self.slots(symbol), symbol) {
            return Some(slot);
        }
        let waits = self.has_bonus[index] && self.placed[index].is_empty();
        waits.then(|| self.waiting_square(symbol, turns_left))?
    }

    fn place(&mut self, symbol: Symbol, square: Square) {
        self.cells[square] = Some(symbol);
        self.placed[symbol.index()].push(square);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::grid::Shape;
    use common::lucky::BonusPair;

    fn matching(rows: usize, cols: usize) -> Matching {
        let pair = |x| BonusPair { x, y: x, points: 1 };
        let pairs = (0..9).map(Symbol::new).map(pair).collect();
        Matching::new(&Case::new(Shape { rows, cols }, vec![0; 10], pairs).unwrap())
    }

    #[test]
    fn an_arrival_takes_the_slot_that_its_rivals_need_least() {
        let mut matching = matching(1, 6);
        let squares: Vec<Square> = matching.board.squares().collect();
        // Symbol 1 has the slots 0 and 2, symbol 2 has 2 and 4.
        matching.place(Symbol::new(1), squares[1]);
        matching.place(Symbol::new(2), squares[3]);
        assert_eq!(matching.choose(Symbol::new(1), 9), Some(squares[0]));
        assert_eq!(matching.choose(Symbol::new(2), 9), Some(squares[4]));
        assert_eq!(matching.crowding(squares[2], Symbol::new(1)), 0.25);
        assert_eq!(matching.choose(Symbol::new(9), 9), None);
    }

    #[test]
    fn the_layout_leaves_slots() {
        let matching = matching(15, 15);
        assert!((115..=155).contains(&matching.layout.len()));
        for &square in &matching.layout {
            let is_slot = |slot| matching.is_open(slot) && !matching.layout.contains(&slot);
            let mut slots = matching.board.neighbours(square).into_iter();
            assert!(slots.any(is_slot), "{square:?}");
        }
    }
}
