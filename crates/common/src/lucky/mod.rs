//! Lucky Symbols. A case has [`ROUNDS`] rounds of [`TURNS`] turns. Each turn offers one of N
//! symbols, drawn uniformly, to be placed on an empty square of the grid or discarded. After every
//! turn each symbol on the grid scores its value; after the last turn each pair of adjacent squares
//! scores the bonus of its two symbols, if they form a bonus pair.

pub mod round;
pub mod stopping;

use std::collections::HashSet;
use std::fmt;
use std::io::Read;

use crate::grid::Shape;
use crate::tokens::{Malformed, Tokens};

/// Rounds of a case.
pub const ROUNDS: usize = 100;
/// Turns of a round.
pub const TURNS: usize = 1000;

/// Maximum number of squares of a grid.
pub const MAX_SQUARES: usize = 1 << 16;
/// Maximum number of symbols.
pub const MAX_SYMBOLS: usize = 1 << 16;
/// Maximum number of bonus pairs.
pub const MAX_PAIRS: usize = 1 << 20;
/// Maximum value and maximum bonus, in points.
pub const MAX_POINTS: u32 = 1_000_000;

/// A symbol by its number, 0 to [`MAX_SYMBOLS`] − 1. [`Case::symbol`] checks the number against a
/// case.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Symbol(u16);

impl Symbol {
    /// Returns the symbol with this number.
    #[inline]
    pub const fn new(number: u16) -> Symbol {
        Symbol(number)
    }

    /// Returns the symbol with this number if the number is less than `symbols`, else `None`.
    fn below(symbols: usize, number: usize) -> Option<Symbol> {
        let number = Some(number).filter(|&number| number < symbols)?;
        u16::try_from(number).ok().map(Symbol)
    }

    /// Returns the number as an index.
    #[inline]
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// A bonus pair, as one of its symbols sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Partner {
    /// The other symbol of the pair; it may be the same symbol.
    pub symbol: Symbol,
    /// Bonus of one adjacent pair, in points; at least 1.
    pub points: u32,
}

/// The grid, the symbols' values and the bonus pairs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    shape: Shape,
    values: Vec<u32>,
    /// By symbol, its partners in ascending order.
    partners: Vec<Vec<Partner>>,
}

/// A bonus pair as it is listed in the input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct BonusPair {
    /// The smaller symbol.
    pub x: Symbol,
    /// The other symbol, at least `x`.
    pub y: Symbol,
    /// The bonus in points, at least 1.
    pub points: u32,
}

impl BonusPair {
    /// Returns the pair of symbols `x` and `y` in a case of `symbols` symbols.
    ///
    /// # Errors
    /// Returns the broken rule. The rules are `x <= y < symbols` and a bonus of 1 to
    /// [`MAX_POINTS`].
    pub fn new(points: u32, x: usize, y: usize, symbols: usize) -> Result<BonusPair, String> {
        if !(1..=MAX_POINTS).contains(&points) {
            return Err(format!("a bonus of {points}, expected 1 to {MAX_POINTS}"));
        }
        if x > y {
            return Err(format!("the pair {x} {y} has its larger symbol first"));
        }
        let last = symbols.checked_sub(1).ok_or("a pair without symbols")?;
        match (Symbol::below(symbols, x), Symbol::below(symbols, y)) {
            (Some(x), Some(y)) => Ok(BonusPair { x, y, points }),
            _ => Err(format!("symbol {y}, expected 0 to {last}")),
        }
    }
}

impl Case {
    /// Returns a case of `values.len()` symbols.
    ///
    /// # Errors
    /// Returns the broken rule. There must be a square and a symbol, no size may exceed its `MAX_…`
    /// constant, and pairs must be valid ([`BonusPair::new`]) and listed once.
    pub fn new(shape: Shape, values: Vec<u32>, pairs: Vec<BonusPair>) -> Result<Case, String> {
        check_sizes(shape, values.len(), pairs.len())?;
        values.iter().try_for_each(|&value| check_value(value))?;
        let mut listed = HashSet::new();
        for &BonusPair { x, y, points } in &pairs {
            BonusPair::new(points, x.index(), y.index(), values.len())?;
            check_once(&mut listed, x, y)?;
        }
        Ok(Case::from_valid(shape, values, pairs))
    }

    /// Reads `R C N E`, the N values, then E pairs as `points x y`. Leaves the rest of the input
    /// unread.
    ///
    /// # Errors
    /// Returns the broken rule, as [`Case::new`] does, with the line of the input.
    pub fn read<R: Read>(tokens: &mut Tokens<R>) -> Result<Case, Malformed> {
        let shape = Shape {
            rows: tokens.number("the number of rows")?,
            cols: tokens.number("the number of columns")?,
        };
        let symbols: usize = tokens.number("the number of symbols")?;
        let count: usize = tokens.number("the number of bonus pairs")?;
        check_sizes(shape, symbols, count).map_err(|rule| tokens.breaks(rule))?;
        let mut values = Vec::with_capacity(symbols);
        for _ in 0..symbols {
            let value = tokens.number("the value of a symbol")?;
            check_value(value).map_err(|rule| tokens.breaks(rule))?;
            values.push(value);
        }
        let mut pairs = Vec::with_capacity(count);
        let mut listed = HashSet::new();
        for _ in 0..count {
            let points = tokens.number("the points of a bonus pair")?;
            let x = tokens.number("the first symbol of a bonus pair")?;
            let y = tokens.number("the second symbol of a bonus pair")?;
            let pair = BonusPair::new(points, x, y, symbols).map_err(|rule| tokens.breaks(rule))?;
            check_once(&mut listed, pair.x, pair.y).map_err(|rule| tokens.breaks(rule))?;
            pairs.push(pair);
        }
        Ok(Case::from_valid(shape, values, pairs))
    }

    fn from_valid(shape: Shape, values: Vec<u32>, pairs: Vec<BonusPair>) -> Case {
        let mut partners = vec![Vec::new(); values.len()];
        for &BonusPair { x, y, points } in &pairs {
            partners[x.index()].push(Partner { symbol: y, points });
            if x != y {
                partners[y.index()].push(Partner { symbol: x, points });
            }
        }
        for partners in &mut partners {
            partners.sort_unstable_by_key(|partner: &Partner| partner.symbol);
        }
        Case { shape, values, partners }
    }

    /// Returns the case with another grid.
    pub fn with_shape(&self, shape: Shape) -> Case {
        Case { shape, ..self.clone() }
    }

    /// Returns the shape of the grid.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// Returns the value of each symbol, in points per turn.
    pub fn values(&self) -> &[u32] {
        &self.values
    }

    /// Returns the symbol with this number, or `None` if the case has fewer symbols.
    pub fn symbol(&self, number: usize) -> Option<Symbol> {
        Symbol::below(self.values.len(), number)
    }

    /// Returns all symbols, ascending.
    pub fn symbols(&self) -> impl DoubleEndedIterator<Item = Symbol> {
        (0..=u16::MAX).take(self.values.len()).map(Symbol)
    }

    /// Returns the value of a symbol, in points per turn.
    #[inline]
    pub fn value(&self, symbol: Symbol) -> u32 {
        self.values[symbol.index()]
    }

    /// Returns the partners of a symbol, ascending.
    pub fn partners(&self, symbol: Symbol) -> &[Partner] {
        &self.partners[symbol.index()]
    }

    /// Returns the bonus of two adjacent symbols, in points; 0 if they are not a bonus pair.
    pub fn bonus(&self, x: Symbol, y: Symbol) -> u32 {
        let partners = self.partners(x);
        match partners.binary_search_by_key(&y, |partner| partner.symbol) {
            Ok(found) => partners[found].points,
            Err(_) => 0,
        }
    }

    /// Returns every bonus pair once, ascending.
    pub fn pairs(&self) -> impl Iterator<Item = BonusPair> + '_ {
        self.symbols().flat_map(move |x| {
            self.partners(x)
                .iter()
                .filter(move |partner| partner.symbol >= x)
                .map(move |partner| BonusPair { x, y: partner.symbol, points: partner.points })
        })
    }
}

fn check_sizes(shape: Shape, symbols: usize, pairs: usize) -> Result<(), String> {
    let squares = shape.rows.saturating_mul(shape.cols);
    if !(1..=MAX_SQUARES).contains(&squares) {
        let Shape { rows, cols } = shape;
        return Err(format!("a grid of {rows} × {cols}, expected 1 to {MAX_SQUARES} squares"));
    }
    if !(1..=MAX_SYMBOLS).contains(&symbols) {
        return Err(format!("{symbols} symbols, expected 1 to {MAX_SYMBOLS}"));
    }
    if pairs > MAX_PAIRS {
        return Err(format!("{pairs} bonus pairs, expected at most {MAX_PAIRS}"));
    }
    Ok(())
}

fn check_value(value: u32) -> Result<(), String> {
    if value > MAX_POINTS {
        return Err(format!("a value of {value}, expected at most {MAX_POINTS}"));
    }
    Ok(())
}

/// Lists the pair of two symbols.
fn check_once(listed: &mut HashSet<(Symbol, Symbol)>, x: Symbol, y: Symbol) -> Result<(), String> {
    match listed.insert((x, y)) {
        true => Ok(()),
        false => Err(format!("the pair {x} {y} is listed twice")),
    }
}

/// A contestant's answer to a symbol.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Action {
    /// Place the symbol on an empty square.
    Place {
        /// Row, from 0 at the top.
        row: usize,
        /// Column, from 0 at the left.
        col: usize,
    },
    /// Discard the symbol.
    Discard,
}

/// The text of a case, as contestants and [`Case::read`] read it.
impl fmt::Display for Case {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Shape { rows, cols } = self.shape;
        let values: Vec<String> = self.values.iter().map(u32::to_string).collect();
        writeln!(f, "{rows} {cols} {} {}", values.len(), self.pairs().count())?;
        writeln!(f, "{}", values.join(" "))?;
        for BonusPair { x, y, points } in self.pairs() {
            writeln!(f, "{points} {x} {y}")?;
        }
        Ok(())
    }
}

/// The line of an answer: `place ROW COL` or `discard`.
impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Place { row, col } => write!(f, "place {row} {col}"),
            Action::Discard => f.write_str("discard"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_is_of_symbols_of_the_case() {
        let message = |symbols| BonusPair::new(1, 0, 2, symbols).unwrap_err();
        assert_eq!(message(0), "a pair without symbols");
        assert_eq!(message(2), "symbol 2, expected 0 to 1");
        assert!(BonusPair::new(1, 0, 2, 3).is_ok());
    }

    #[test]
    fn symbols_are_those_of_the_case() {
        let case = |symbols| Case::new(Shape::square(1), vec![0; symbols], vec![]).unwrap();
        for symbols in [1, 2, MAX_SYMBOLS] {
            let case = case(symbols);
            let all: Vec<usize> = case.symbols().map(Symbol::index).collect();
            assert_eq!(all, (0..symbols).collect::<Vec<_>>());
            assert_eq!(case.symbol(symbols - 1), case.symbols().last());
            for number in [symbols, MAX_SYMBOLS, MAX_SYMBOLS + 1, usize::MAX] {
                assert_eq!(case.symbol(number), None);
            }
        }
    }
}
